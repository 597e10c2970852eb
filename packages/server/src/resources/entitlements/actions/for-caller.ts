import { ApiError, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Work } from '../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import type { StoredEntitlement } from '../store.ts'
import * as store from '../store.ts'

export const ApplicationParams = Type.Object({ application_id: SnowflakeId })
export const EntitlementParams = Type.Object({ application_id: SnowflakeId, entitlement_id: SnowflakeId })

/**
 * Whose entitlements a caller may read: an application all of its own, so its owner; by OAuth2 it reads those of the
 * person who let it.
 */
export async function readableEntitlements(
  work: Work,
  caller: Caller,
  applicationId: Snowflake,
): Promise<{ applicationId: Snowflake; userId: Snowflake | undefined }> {
  if (caller.kind !== 'bearer') {
    return { applicationId: (await applicationForCaller(work, caller, applicationId)).id, userId: undefined }
  }
  if (caller.application?.id !== applicationId) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  return { applicationId, userId: caller.userId }
}

/** An entitlement of an application that is the caller's; 10029 for one that is not there, or is deleted. */
export async function entitlementForCaller(
  work: Work,
  caller: Caller,
  params: { application_id: Snowflake; entitlement_id: Snowflake },
): Promise<StoredEntitlement> {
  const { applicationId, userId } = await readableEntitlements(work, caller, params.application_id)
  const entitlement = await store.findEntitlement(work, params.entitlement_id)
  const own = entitlement?.application_id === applicationId && (userId ?? entitlement.user_id) === entitlement.user_id
  if (!entitlement || !own || entitlement.deleted === 1) throw new ApiError('UNKNOWN_ENTITLEMENT')
  return entitlement
}
