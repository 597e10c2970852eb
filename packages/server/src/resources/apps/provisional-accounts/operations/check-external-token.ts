import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { verifyPlayer } from '../actions/verify-player.ts'
import { GameParams, TokenTest } from '../issuer-requests.ts'

/**
 * Check External Token: whether the game's issuers accept a token of a player, for its owner. Signs nobody in. Every
 * refusal has the code of a sign-in.
 */
export const checkExternalToken = operation({
  id: 'check_external_token',
  method: 'POST',
  path: '/applications/:application_id/external-auth/check',
  callers: ['person'],
  unlisted: true,
  params: GameParams,
  body: TokenTest,
  responses: {
    200: Type.Object({
      provider_type: Type.String(),
      provider_id: Type.String(),
      provider_issued_user_id: Type.String(),
      name: Nullable(Type.String()),
    }),
  },
  limit: { limit: 10, windowMs: 60_000 },
  writes: false,

  /** Requests to an issuer may take seconds. */
  async before({ caller, params, body, platform }) {
    const actor = { userId: caller.userId, reason: null }
    const application = await platform.units.read(actor, (work) =>
      applicationForCaller(work, caller, params.application_id),
    )
    return verifyPlayer(platform, application, body.external_auth_type, body.external_auth_token)
  },

  async run({ prepared }) {
    return prepared
  },
})
