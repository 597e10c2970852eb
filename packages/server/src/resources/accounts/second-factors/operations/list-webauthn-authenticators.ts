import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { PasskeyObject, presentPasskey } from '../present.ts'
import { listPasskeys } from '../store.ts'

/** List WebAuthn Authenticators: the caller's passkeys. */
export const listWebauthnAuthenticators = operation({
  id: 'list_webauthn_authenticators',
  method: 'GET',
  path: '/users/@me/mfa/webauthn/credentials',
  callers: ['person'],
  unlisted: true,
  responses: { 200: Type.Array(PasskeyObject) },

  async run({ caller, work }) {
    return (await listPasskeys(work, caller.userId)).map(presentPasskey)
  },
})
