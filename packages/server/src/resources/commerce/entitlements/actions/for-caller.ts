import { ApiError, type Snowflake } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredEntitlement } from '../model.ts'
import * as store from '../store.ts'

/**
 * Returns the filter for entitlements that a caller can read: all of an application for itself and its owner, those of
 * one person for a token that the person gave to the application.
 *
 * @throws ApiError UNKNOWN_APPLICATION, APPLICATION_ACTION_NOT_AUTHORIZED
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

/** Returns an entitlement that a caller can read. @throws ApiError UNKNOWN_ENTITLEMENT, also for a deleted one */
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
