import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { Application } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import * as store from '../resources/accounts/applications/store.ts'

/**
 * Returns an application for itself or its owner.
 *
 * @throws ApiError UNKNOWN_APPLICATION (10002), APPLICATION_ACTION_NOT_AUTHORIZED (20012) for other callers
 */
export async function applicationForCaller(work: Work, caller: Caller, id: Snowflake): Promise<Application> {
  const application = await store.findApplication(work, id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  const own = caller.kind === 'bot' ? caller.application?.id === id : application.owner_id === caller.userId
  if (!own) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  return application
}
