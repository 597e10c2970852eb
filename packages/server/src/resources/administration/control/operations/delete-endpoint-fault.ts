import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL, FaultPath } from '../requests.ts'

/** Delete Endpoint Fault: lets requests reach the servers of applications again. */
export const deleteEndpointFault = operation({
  ...CONTROL,
  id: 'delete_endpoint_fault',
  method: 'DELETE',
  path: '/endpoints/faults/:fault_id',
  params: FaultPath,
  responses: { 204: NoContent },
  writes: false,

  async run({ params, platform }) {
    if (!platform.control.endpoints.remove(params.fault_id)) throw new ApiError('NOT_FOUND')
  },
})
