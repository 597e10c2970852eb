import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { CONTROL, EndpointFaultRequest } from '../requests.ts'
import { AddedFault } from '../responses.ts'

/** Create Endpoint Fault: the next interactions and webhook events find a server that is silent or absent. */
export const createEndpointFault = operation({
  ...CONTROL,
  id: 'create_endpoint_fault',
  method: 'POST',
  path: '/endpoints/faults',
  body: EndpointFaultRequest,
  responses: { 200: AddedFault },
  writes: false,

  async run({ body: { type, url, count = 1 }, platform }) {
    const id = platform.control.endpoints.add({ type, url, count })
    if (id === null) throw new ApiError('OVERLOADED')
    return { id }
  },
})
