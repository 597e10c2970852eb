import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { responseOf } from '../fault-response.ts'
import { CONTROL, RequestFaultRequest } from '../requests.ts'
import { AddedFault } from '../responses.ts'

/** Create Request Fault: delays the next HTTP requests that match, or gives them another response. */
export const createRequestFault = operation({
  ...CONTROL,
  id: 'create_request_fault',
  method: 'POST',
  path: '/requests/faults',
  body: RequestFaultRequest,
  responses: { 200: AddedFault },
  writes: false,

  async run({ body, platform }) {
    const { method, path, user_id: userId, application_id: applicationId, count = 1, delay_ms: delayMs = 0 } = body
    const response = responseOf(body)
    const fault = { method, path, userId, applicationId, count, delayMs, response }
    const id = platform.control.requests.add(fault)
    if (id === null) throw new ApiError('OVERLOADED')
    return { id }
  },
})
