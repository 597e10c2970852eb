import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findUser } from '../../users/index.ts'
import { passkeyOf } from '../actions/passkeys.ts'
import { removePasskey } from '../actions/save.ts'

/** Delete WebAuthn Authenticator: a passkey of the caller is good for nothing any more. */
export const deleteWebauthnAuthenticator = operation({
  id: 'delete_webauthn_authenticator',
  method: 'DELETE',
  path: '/users/@me/mfa/webauthn/credentials/:authenticator_id',
  callers: ['person'],
  unlisted: true,
  freshFactor: true,
  params: Type.Object({ authenticator_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller: { userId, user: known }, params, work }) {
    const { id } = await passkeyOf(work, userId, params.authenticator_id)
    await removePasskey(work, (await findUser(work, userId)) ?? known, id)
  },
})
