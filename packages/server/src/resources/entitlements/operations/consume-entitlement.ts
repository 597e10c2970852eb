import { demand } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { findSku } from '../../skus/index.ts'
import { EntitlementParams, entitlementForCaller } from '../actions/for-caller.ts'
import { markEntitlementConsumed } from '../actions/save.ts'
import { mayConsume } from '../rules.ts'

/** Consume an Entitlement: its holder may then buy the same again. */
export const consumeEntitlement = operation({
  id: 'consume_entitlement',
  method: 'POST',
  path: '/applications/:application_id/entitlements/:entitlement_id/consume',
  callers: ['bot', 'person'],
  params: EntitlementParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const entitlement = await entitlementForCaller(work, caller, params)
    demand(mayConsume(await findSku(work, entitlement.sku_id)))
    await markEntitlementConsumed(work, entitlement)
  },
})
