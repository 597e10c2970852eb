import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { demandPassword, FORMER_PASSWORD_MAX } from '../../users/index.ts'
import { askForCodes } from '../actions/codes.ts'
import { CODE_LIMIT } from '../requests.ts'

/** Send Backup Codes Challenge: nonces for Get Backup Codes, and a mail with the key that goes with them. */
export const sendBackupCodesChallenge = operation({
  id: 'send_backup_codes_challenge',
  method: 'POST',
  path: '/auth/verify/view-backup-codes-challenge',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ password: Optional(Text(1, FORMER_PASSWORD_MAX)) }),
  responses: { 200: Type.Object({ nonce: Type.String(), regenerate_nonce: Type.String() }) },
  limit: CODE_LIMIT,

  before: ({ caller, body: { password }, platform, client }) => demandPassword(platform, caller, { password, client }),

  async run({ caller, work, platform }) {
    return askForCodes(work, caller, platform.addresses.url)
  },
})
