import { ApiError, demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { getSigningKey } from '../../oauth2/index.ts'
import { issuePlayerTokens } from '../actions/player-tokens.ts'
import { signIn } from '../actions/sign-in.ts'
import { nameOf } from '../id-token-rules.ts'
import { BOT_PROVIDER } from '../model.ts'
import { ExternalUserId, PlayerTokens } from '../requests.ts'
import { mayHavePlayers } from '../rules.ts'

const NAME_MAX = 32

/** Bot Partner SDK Token: signs in a player whom the game's server names itself. */
export const botPartnerSdkToken = operation({
  id: 'bot_partner_sdk_token',
  method: 'POST',
  path: '/partner-sdk/token/bot',
  callers: ['bot'],
  body: Type.Object({
    external_user_id: ExternalUserId,
    preferred_global_name: OptionalNullable(Text(1, NAME_MAX)),
    provisional_user_id: OptionalNullable(SnowflakeId),
  }),
  responses: { 200: PlayerTokens },

  before: ({ platform }) => getSigningKey(platform),

  async run({ caller: { application }, body, work, platform, prepared: signing }) {
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    demand(mayHavePlayers(application))
    const claim = {
      provider_type: BOT_PROVIDER,
      provider_id: '',
      provider_issued_user_id: body.external_user_id,
      name: nameOf(body.preferred_global_name),
    }
    const user = await signIn(work, application, claim, body.provisional_user_id ?? null)
    return issuePlayerTokens(work, platform, { application, user, signing, refresh: false })
  },
})
