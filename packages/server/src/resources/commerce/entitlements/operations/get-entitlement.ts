import { EntitlementObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { entitlementForCaller } from '../actions/for-caller.ts'
import { presentEntitlement } from '../present.ts'
import { EntitlementParams } from '../requests.ts'

/** Get Entitlement. */
export const getEntitlement = operation({
  id: 'get_entitlement',
  method: 'GET',
  path: '/applications/:application_id/entitlements/:entitlement_id',
  callers: ['bot', 'person', 'bearer'],
  scope: 'applications.entitlements',
  params: EntitlementParams,
  responses: { 200: EntitlementObject },

  run: async ({ caller, params, work }) => presentEntitlement(await entitlementForCaller(work, caller, params)),
})
