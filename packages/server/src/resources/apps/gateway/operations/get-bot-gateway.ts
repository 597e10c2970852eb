import { GatewayBotInfoObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { gatewayAddress, PUBLIC_GATEWAY_HEADER } from '../../../../kernel/public-gateway.ts'

/** Get Gateway Bot. It recommends one shard, because one serves any number of guilds here. [GW-14] */
export const getBotGateway = operation({
  id: 'get_bot_gateway',
  method: 'GET',
  path: '/gateway/bot',
  callers: ['bot'],
  responses: { 200: GatewayBotInfoObject },

  async run({ caller, platform, header }) {
    const { total, remaining, resetAfterMs } = await platform.identifyCounts.identifiesLeft(caller.userId)
    const max_concurrency = caller.application?.max_concurrency ?? 1
    return {
      url: gatewayAddress(platform.addresses, header(PUBLIC_GATEWAY_HEADER)),
      shards: 1,
      session_start_limit: { total, remaining, reset_after: Math.ceil(resetAfterMs), max_concurrency },
    }
  },
})
