import { ApiError, demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Type } from '../../../../validation/schema.ts'
import { unmergeProven } from '../actions/unmerge-proven.ts'
import { BOT_PROVIDER } from '../model.ts'
import { ExternalUserId } from '../requests.ts'
import { mayHavePlayers } from '../rules.ts'

/** Bot Partner SDK Unmerge: the game's server separates a player, whom it names, from a full account. */
export const botPartnerSdkUnmergeProvisionalAccount = operation({
  id: 'bot_partner_sdk_unmerge_provisional_account',
  method: 'POST',
  path: '/partner-sdk/provisional-accounts/unmerge/bot',
  callers: ['bot'],
  body: Type.Object({ external_user_id: ExternalUserId }),
  responses: { 204: NoContent },

  async run({ caller: { application }, body, work }) {
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    demand(mayHavePlayers(application))
    const provider_issued_user_id = body.external_user_id
    const claim = { provider_type: BOT_PROVIDER, provider_id: '', provider_issued_user_id, name: null }
    await unmergeProven(work, application, { kind: 'claim', claim })
  },
})
