import { demand } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { findSku } from '../../skus/index.ts'
import { entitlementForCaller } from '../actions/for-caller.ts'
import { markEntitlementConsumed } from '../actions/save.ts'
import { EntitlementParams } from '../requests.ts'
import { mayConsumeEntitlement } from '../rules.ts'

/** Consume an Entitlement. Its holder may then buy the SKU again. */
export const consumeEntitlement = operation({
  id: 'consume_entitlement',
  method: 'POST',
  path: '/applications/:application_id/entitlements/:entitlement_id/consume',
  callers: ['bot', 'person'],
  params: EntitlementParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const entitlement = await entitlementForCaller(work, caller, params)
    demand(mayConsumeEntitlement(await findSku(work, entitlement.sku_id)))
    await markEntitlementConsumed(work, entitlement)
  },
})
