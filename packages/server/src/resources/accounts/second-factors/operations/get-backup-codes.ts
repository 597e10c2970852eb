import { operation } from '../../../../kernel/operation.ts'
import { Optional, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { codesByNonce } from '../actions/codes.ts'
import { isFresh } from '../actions/fresh.ts'
import { CODE_MAX } from '../model.ts'
import { BackupCodeObject, presentCodes } from '../present.ts'
import { CODE_LIMIT, FRESH_HEADER, Ticket } from '../requests.ts'

/** Get Backup Codes: the caller's codes, by a nonce and the key that was mailed, or a fresh second factor. */
export const getBackupCodes = operation({
  id: 'get_backup_codes',
  method: 'POST',
  path: '/users/@me/mfa/codes-verification',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ nonce: Ticket, key: OptionalNullable(Text(0, CODE_MAX)), regenerate: Optional(Type.Boolean()) }),
  responses: { 200: Type.Object({ backup_codes: Type.Array(BackupCodeObject) }) },
  limit: CODE_LIMIT,

  async run({ caller, body, work, header }) {
    const { nonce, regenerate: renews = false } = body
    const fresh = await isFresh(work, caller, { proof: header(FRESH_HEADER), now: work.now })
    const codes = await codesByNonce(work, caller.userId, { nonce, key: body.key ?? '', renews, isFresh: fresh })
    return { backup_codes: presentCodes(caller.userId, codes) }
  },
})
