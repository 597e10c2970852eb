import { GatewayInfoObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'

/** Get Gateway. [SVC-3] */
export const getGateway = operation({
  id: 'get_gateway',
  method: 'GET',
  path: '/gateway',
  callers: ['anyone'],
  responses: { 200: GatewayInfoObject },
  run: async ({ platform }) => ({ url: platform.addresses.gateway }),
})
