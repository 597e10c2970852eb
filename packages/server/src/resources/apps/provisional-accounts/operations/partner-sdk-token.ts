import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { getSigningKey } from '../../oauth2/index.ts'
import { authenticateGame } from '../actions/game-client.ts'
import { issuePlayerTokens } from '../actions/player-tokens.ts'
import { signInWith, verifyProof } from '../actions/proofs.ts'
import { PlayerTokenBody, PlayerTokens } from '../requests.ts'

/** Partner SDK Token: signs in a player by a token from elsewhere. [AUT-21] */
export const partnerSdkToken = operation({
  id: 'partner_sdk_token',
  method: 'POST',
  path: '/partner-sdk/token',
  callers: ['anyone'],
  body: PlayerTokenBody,
  responses: { 200: PlayerTokens },

  /** Verifies the token outside of the transaction, because its issuer may be slow. */
  async before({ body, platform }) {
    const client = await platform.units.read(SYSTEM_ACTOR, (work) => authenticateGame(work, body))
    const proof = await verifyProof(platform, client.application, body)
    return { ...client, proof, signing: await getSigningKey(platform) }
  },

  async run({ body, work, platform, prepared: { application, confidential, proof, signing } }) {
    const user = await signInWith(work, application, proof)
    const refresh = confidential && body.external_auth_type === 'OIDC'
    return issuePlayerTokens(work, platform, { application, user, signing, refresh })
  },
})
