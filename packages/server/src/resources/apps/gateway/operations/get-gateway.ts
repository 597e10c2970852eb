import { GatewayInfoObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { gatewayAddress, PUBLIC_GATEWAY_HEADER } from '../../../../kernel/public-gateway.ts'

/** Get Gateway. It needs no credential, and detritus sends a bot's token without its prefix until READY. [SVC-3] */
export const getGateway = operation({
  id: 'get_gateway',
  method: 'GET',
  path: '/gateway',
  callers: ['anyone'],
  ignoresTokens: true,
  responses: { 200: GatewayInfoObject },
  run: async ({ platform, header }) => ({ url: gatewayAddress(platform.addresses, header(PUBLIC_GATEWAY_HEADER)) }),
})
