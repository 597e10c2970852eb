import { ENTITLEMENTS_PAGE_MAX, EntitlementObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { readableEntitlements } from '../actions/for-caller.ts'
import { presentEntitlement } from '../present.ts'
import { ApplicationParams } from '../requests.ts'
import * as store from '../store.ts'

/** List Entitlements. By default without deleted ones and with ended ones. */
export const getEntitlements = operation({
  id: 'get_entitlements',
  method: 'GET',
  path: '/applications/:application_id/entitlements',
  callers: ['bot', 'person', 'bearer'],
  scope: 'applications.entitlements',
  params: ApplicationParams,
  query: Type.Object({
    user_id: Optional(SnowflakeId),
    sku_ids: Optional(Distinct(SnowflakeId, 0, 100)),
    guild_id: Optional(SnowflakeId),
    before: Optional(SnowflakeId),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, ENTITLEMENTS_PAGE_MAX)),
    exclude_ended: Optional(Type.Boolean()),
    exclude_deleted: Optional(Type.Boolean()),
    only_active: Optional(Type.Boolean()),
  }),
  responses: { 200: Type.Array(EntitlementObject) },

  async run({ caller, params, query, work }) {
    const { applicationId, userId } = await readableEntitlements(work, caller, params.application_id)
    if (userId !== undefined && query.user_id !== undefined && query.user_id !== userId) return []
    const active = query.only_active ?? false
    const entitlements = await store.listEntitlements(work, applicationId, {
      userId: userId ?? query.user_id,
      guildId: query.guild_id,
      skuIds: query.sku_ids,
      before: query.before,
      after: query.after,
      limit: query.limit ?? ENTITLEMENTS_PAGE_MAX,
      notEndedAt: active || query.exclude_ended ? work.now : undefined,
      begunBy: active ? work.now : undefined,
      deleted: !active && query.exclude_deleted === false,
      consumed: !active,
    })
    return entitlements.map(presentEntitlement)
  },
})
