import { demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { entitlementForCaller } from '../actions/for-caller.ts'
import { revokeEntitlement } from '../actions/save.ts'
import { EntitlementParams } from '../requests.ts'
import { mayDeleteEntitlement } from '../rules.ts'

/** Delete Test Entitlement. */
export const deleteEntitlement = operation({
  id: 'delete_entitlement',
  method: 'DELETE',
  path: '/applications/:application_id/entitlements/:entitlement_id',
  callers: ['bot', 'person'],
  params: EntitlementParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const entitlement = await entitlementForCaller(work, caller, params)
    demand(mayDeleteEntitlement(entitlement))
    await revokeEntitlement(work, entitlement)
  },
})
