import { ApiError, EntitlementObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { presentEntitlement } from '../present.ts'
import { ApplicationParams } from '../requests.ts'
import * as store from '../store.ts'

const LIST_MAX = 1_000

/** Get Current User Application Entitlements, for the person or a token that the person gave to the application. */
export const getCurrentUserApplicationEntitlements = operation({
  id: 'get_current_user_application_entitlements',
  method: 'GET',
  path: '/users/@me/applications/:application_id/entitlements',
  callers: ['bearer', 'person'],
  params: ApplicationParams,
  query: Type.Object({
    sku_ids: Optional(Distinct(SnowflakeId, 0, 100)),
    exclude_consumed: Optional(Type.Boolean()),
  }),
  responses: { 200: Type.Array(EntitlementObject) },

  async run({ caller, params, query, work }) {
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    if (caller.kind === 'bearer' && caller.application?.id !== application.id)
      throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
    const entitlements = await store.listEntitlements(work, application.id, {
      userId: caller.userId,
      skuIds: query.sku_ids,
      limit: LIST_MAX,
      notEndedAt: work.now,
      begunBy: work.now,
      deleted: false,
      consumed: !(query.exclude_consumed ?? false),
    })
    return entitlements.map(presentEntitlement)
  },
})
