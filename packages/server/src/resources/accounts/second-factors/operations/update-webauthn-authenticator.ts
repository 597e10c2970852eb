import { PASSKEY_NAME_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { passkeyOf } from '../actions/passkeys.ts'
import { renamePasskey } from '../actions/save.ts'
import { PasskeyObject, presentPasskey } from '../present.ts'

/** Modify WebAuthn Authenticator: names a passkey of the caller. */
export const updateWebauthnAuthenticator = operation({
  id: 'update_webauthn_authenticator',
  method: 'PATCH',
  path: '/users/@me/mfa/webauthn/credentials/:authenticator_id',
  callers: ['person'],
  unlisted: true,
  freshFactor: true,
  params: Type.Object({ authenticator_id: SnowflakeId }),
  body: Type.Object({ name: Optional(Text(1, PASSKEY_NAME_MAX)) }),
  responses: { 200: PasskeyObject },

  async run({ caller, params, body: { name }, work }) {
    const passkey = await passkeyOf(work, caller.userId, params.authenticator_id)
    return presentPasskey(name === undefined ? passkey : await renamePasskey(work, passkey, name))
  },
})
