import { GatewayBotInfoObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'

/** Get Gateway Bot. It recommends one shard, because one serves any number of guilds here. [GW-14] */
export const getBotGateway = operation({
  id: 'get_bot_gateway',
  method: 'GET',
  path: '/gateway/bot',
  callers: ['bot'],
  responses: { 200: GatewayBotInfoObject },

  async run({ caller, platform }) {
    const { total, remaining, resetAfterMs } = platform.identifyCounts.identifiesLeft(caller.userId)
    const max_concurrency = caller.application?.max_concurrency ?? 1
    return {
      url: platform.addresses.gateway,
      shards: 1,
      session_start_limit: { total, remaining, reset_after: Math.ceil(resetAfterMs), max_concurrency },
    }
  },
})
