import { GatewayInfo } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'

/** Get Gateway. [SVC-3] */
export const getGateway = operation({
  id: 'get_gateway',
  method: 'GET',
  path: '/gateway',
  callers: ['anyone'],
  answers: { 200: GatewayInfo },
  run: async ({ platform }) => ({ url: platform.addresses.gateway }),
})
