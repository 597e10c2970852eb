import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentEndpointFault } from '../present.ts'
import { CONTROL } from '../requests.ts'
import { EndpointFaultState } from '../responses.ts'

/** List Endpoint Faults: those that still wait. */
export const listEndpointFaults = operation({
  ...CONTROL,
  id: 'list_endpoint_faults',
  method: 'GET',
  path: '/endpoints/faults',
  responses: { 200: Type.Array(EndpointFaultState) },

  async run({ platform }) {
    return platform.control.endpoints.list().map(presentEndpointFault)
  },
})
