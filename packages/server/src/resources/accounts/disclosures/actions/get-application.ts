import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'

/** Returns an application; a game knows only itself. @throws UNKNOWN_APPLICATION (10002) */
export async function applicationForCaller(work: Work, caller: Caller, id: Snowflake): Promise<Application> {
  const application = await findApplication(work, id)
  if (!application || (caller.application && caller.application.id !== id)) throw new ApiError('UNKNOWN_APPLICATION')
  return application
}
