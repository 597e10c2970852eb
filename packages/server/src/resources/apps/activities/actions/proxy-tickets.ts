import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { TicketHolder } from '../../../../kernel/proxy-tickets.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { instanceId, launchIdOf } from '../model.ts'
import * as store from '../store.ts'
import { hasActivity } from './launch.ts'

/**
 * Checks that a person may have a ticket of an activity, for an instance that they take part in.
 *
 * @throws ApiError UNKNOWN_APPLICATION without an activity; NOT_FOUND for another instance
 */
export async function checkTicketHolder(work: Work, holder: TicketHolder): Promise<void> {
  const application = await findApplication(work, holder.applicationId)
  if (!application || !hasActivity(application)) throw new ApiError('UNKNOWN_APPLICATION')
  if (!(await takesPart(work, holder))) throw new ApiError('NOT_FOUND')
}

/** Returns whether a ticket may be renewed: its holder can still use the platform, and still takes part. */
export async function isTicketRenewable(work: Work, holder: TicketHolder): Promise<boolean> {
  const user = await findUser(work, holder.userId)
  if (!user || (await isBanned(work, holder.userId))) return false
  return takesPart(work, holder)
}

async function isBanned(work: Work, userId: Snowflake): Promise<boolean> {
  const ban = await findPlatformBan(work, userId)
  return isBanActive(ban, work.now)
}

/** Returns whether a person takes part in the instance of a ticket; also true without an instance. */
async function takesPart(work: Work, { applicationId, userId, instanceId: id }: TicketHolder): Promise<boolean> {
  if (id === null) return true
  const launchId = launchIdOf(id)
  const instance = launchId === null ? undefined : await store.findActivityInstance(work, launchId)
  if (instance?.application_id !== applicationId || instanceId(instance) !== id) return false
  const participants = await store.listParticipants(work, instance.launch_id)
  return participants.some(({ user_id }) => user_id === userId)
}
