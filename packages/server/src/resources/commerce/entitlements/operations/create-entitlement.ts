import {
  ApiError,
  demand,
  EntitlementObject,
  EntitlementOwnerType,
  EntitlementType,
  SkuType,
} from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { findUserForCaller } from '../../../../access/player.ts'
import { operation } from '../../../../kernel/operation.ts'
import { OneOf, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { skuForCaller } from '../../skus/index.ts'
import { grantEntitlement } from '../actions/save.ts'
import { presentEntitlement } from '../present.ts'
import { ApplicationParams } from '../requests.ts'
import { mayGrantTest } from '../rules.ts'

/** Create Test Entitlement: grants a SKU to a user or guild without an end. */
export const createEntitlement = operation({
  id: 'create_entitlement',
  method: 'POST',
  path: '/applications/:application_id/entitlements',
  callers: ['bot', 'person'],
  params: ApplicationParams,
  body: Type.Object({
    sku_id: SnowflakeId,
    owner_id: SnowflakeId,
    owner_type: OneOf(EntitlementOwnerType.GUILD, EntitlementOwnerType.USER),
  }),
  responses: { 200: EntitlementObject },

  async run({ caller, params, body, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const sku = await skuForCaller(work, caller, body.sku_id)
    if (sku.application_id !== application.id) throw new ApiError('UNKNOWN_SKU')
    demand(mayGrantTest(sku, body.owner_type))
    const guild = body.owner_type === EntitlementOwnerType.GUILD
    if (guild && !(await work.view(body.owner_id))) throw new ApiError('UNKNOWN_GUILD')
    if (!guild && !(await findUserForCaller(work, caller, body.owner_id))) throw new ApiError('UNKNOWN_USER')
    const isSubscription = sku.type === SkuType.SUBSCRIPTION
    const entitlement = await grantEntitlement(work, {
      application_id: application.id,
      sku_id: sku.id,
      // A test entitlement of a guild is attributed to the application's owner.
      user_id: guild ? application.owner_id : body.owner_id,
      guild_id: guild ? body.owner_id : null,
      type: isSubscription ? EntitlementType.APPLICATION_SUBSCRIPTION : EntitlementType.TEST_MODE_PURCHASE,
      sandbox: true,
    })
    return presentEntitlement(entitlement)
  },
})
