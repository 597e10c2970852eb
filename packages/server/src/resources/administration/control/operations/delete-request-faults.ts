import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { CONTROL } from '../requests.ts'

/** Delete Request Faults: lets all requests pass again. */
export const deleteRequestFaults = operation({
  ...CONTROL,
  id: 'delete_request_faults',
  method: 'DELETE',
  path: '/requests/faults',
  responses: { 204: NoContent },
  writes: false,

  async run({ platform }) {
    platform.control.requests.clear()
  },
})
