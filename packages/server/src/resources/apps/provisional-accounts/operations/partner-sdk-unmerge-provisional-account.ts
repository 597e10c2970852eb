import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { authenticateGame } from '../actions/game-client.ts'
import { verifyProof } from '../actions/proofs.ts'
import { unmergeProven } from '../actions/unmerge-proven.ts'
import { PlayerTokenBody } from '../requests.ts'

/** Partner SDK Unmerge: separates a player, proven by a token from elsewhere, from a full account. */
export const partnerSdkUnmergeProvisionalAccount = operation({
  id: 'partner_sdk_unmerge_provisional_account',
  method: 'POST',
  path: '/partner-sdk/provisional-accounts/unmerge',
  callers: ['anyone'],
  body: PlayerTokenBody,
  responses: { 204: NoContent },

  /** Verifies the token outside of the transaction, because its issuer may be slow. */
  async before({ body, platform }) {
    const { application } = await platform.units.read(SYSTEM_ACTOR, (work) => authenticateGame(work, body))
    return { application, proof: await verifyProof(platform, application, body) }
  },

  async run({ work, prepared: { application, proof } }) {
    await unmergeProven(work, application, proof)
  },
})
