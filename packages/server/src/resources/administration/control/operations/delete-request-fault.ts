import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL, FaultPath } from '../requests.ts'

/** Delete Request Fault: lets requests pass again. */
export const deleteRequestFault = operation({
  ...CONTROL,
  id: 'delete_request_fault',
  method: 'DELETE',
  path: '/requests/faults/:fault_id',
  params: FaultPath,
  responses: { 204: NoContent },
  writes: false,

  async run({ params, platform }) {
    if (!platform.control.requests.remove(params.fault_id)) throw new ApiError('NOT_FOUND')
  },
})
