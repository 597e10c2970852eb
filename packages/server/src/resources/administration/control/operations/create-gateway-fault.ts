import type { Static } from 'typebox'
import type { GatewayFault } from '../../../../kernel/control.ts'
import { operation } from '../../../../kernel/operation.ts'
import { selectionOf } from '../present.ts'
import { CONTROL, GatewayFaultRequest } from '../requests.ts'
import { FaultedSessions } from '../responses.ts'

/** Close code of `close` that keeps a session resumable. */
const UNKNOWN_ERROR = 4000

/** Create Gateway Fault: cuts, closes or disturbs the selected sessions at once. */
export const createGatewayFault = operation({
  ...CONTROL,
  id: 'create_gateway_fault',
  method: 'POST',
  path: '/gateway/faults',
  body: GatewayFaultRequest,
  responses: { 200: FaultedSessions },
  writes: false,

  async run({ body, platform }) {
    return { sessions: await platform.control.gateway.fault(selectionOf(body), faultOf(body)) }
  },
})

function faultOf(body: Static<typeof GatewayFaultRequest>): GatewayFault {
  const { type, code = UNKNOWN_ERROR, resumable = false, frames = 1, delay_ms: delayMs = 0 } = body
  switch (type) {
    case 'drop':
    case 'reconnect':
      return { type }
    case 'close':
      return { type, code }
    case 'invalid_session':
      return { type, resumable }
    default:
      return { type, frames, delayMs }
  }
}
