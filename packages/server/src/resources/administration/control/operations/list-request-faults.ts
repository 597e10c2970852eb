import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { presentRequestFault } from '../present.ts'
import { CONTROL } from '../requests.ts'
import { RequestFaultState } from '../responses.ts'

/** List Request Faults: those that still wait, with the requests that they still apply to. */
export const listRequestFaults = operation({
  ...CONTROL,
  id: 'list_request_faults',
  method: 'GET',
  path: '/requests/faults',
  responses: { 200: Type.Array(RequestFaultState) },

  async run({ platform }) {
    return platform.control.requests.list().map(presentRequestFault)
  },
})
