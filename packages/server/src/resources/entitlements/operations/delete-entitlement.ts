import { demand } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { revoke } from '../entitlement.ts'
import { EntitlementParams, ownedEntitlement } from '../owned.ts'
import { mayDelete } from '../rules.ts'

/** Delete Test Entitlement. */
export const deleteEntitlement = operation({
  id: 'delete_entitlement',
  method: 'DELETE',
  path: '/applications/:application_id/entitlements/:entitlement_id',
  callers: ['bot', 'person'],
  params: EntitlementParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const entitlement = await ownedEntitlement(work, caller, params)
    demand(mayDelete(entitlement))
    await revoke(work, entitlement)
  },
})
