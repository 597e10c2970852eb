import { invalidForm, PASSKEY_NAME_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { markSecondFactor } from '../../users/index.ts'
import { addPasskey, challengeForNew } from '../actions/passkeys.ts'
import { BackupCodeObject, PasskeyObject, presentCodes, presentPasskey } from '../present.ts'
import { CODE_LIMIT, Proof, placeOf, Ticket } from '../requests.ts'

/**
 * Create WebAuthn Authenticator: without a body, a challenge for the browser; with its response, a new passkey of the
 * caller.
 */
export const createWebauthnAuthenticator = operation({
  id: 'create_webauthn_authenticator',
  method: 'POST',
  path: '/users/@me/mfa/webauthn/credentials',
  callers: ['person'],
  unlisted: true,
  freshFactor: true,
  body: Type.Object({
    name: Optional(Text(1, PASSKEY_NAME_MAX)),
    ticket: Optional(Ticket),
    credential: Optional(Proof),
  }),
  responses: {
    200: Type.Union([
      Type.Object({ ticket: Type.String(), challenge: Type.String() }),
      Type.Object({ ...PasskeyObject.properties, backup_codes: Type.Array(BackupCodeObject) }),
    ]),
  },
  limit: CODE_LIMIT,

  async run({ caller, body: { name, ticket, credential: response }, work, platform }) {
    const { site } = placeOf(platform)
    if (ticket === undefined && response === undefined) return challengeForNew(work, caller, site)
    for (const [field, value] of Object.entries({ name, ticket, credential: response }))
      if (value === undefined) throw invalidForm([field], 'BASE_TYPE_REQUIRED', 'This field is required')
    const given = { site, name: name ?? '', ticket: ticket ?? '', response: response ?? '' }
    const { passkey, codes } = await addPasskey(work, caller, given)
    await markSecondFactor(work, caller.tokenHash)
    return { ...presentPasskey(passkey), backup_codes: presentCodes(caller.userId, codes) }
  },
})
