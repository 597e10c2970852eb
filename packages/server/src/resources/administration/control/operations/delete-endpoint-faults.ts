import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'

/** Delete Endpoint Faults: lets all requests reach the servers of applications again. */
export const deleteEndpointFaults = operation({
  ...CONTROL,
  id: 'delete_endpoint_faults',
  method: 'DELETE',
  path: '/endpoints/faults',
  responses: { 204: NoContent },
  writes: false,

  async run({ platform }) {
    platform.control.endpoints.clear()
  },
})
