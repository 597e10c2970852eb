import {
  ApiError,
  SCHEDULED_EVENT_USERS_PAGE_MAX,
  type ScheduledEventUserObject,
  type Snowflake,
  snowflakeAt,
  snowflakeTime,
} from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { StoredScheduledEvent } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import { listMembersById, presentMember } from '../../members/index.ts'
import { isFinished, occursAt, SERIES } from '../model.ts'
import { presentInterest } from '../present.ts'
import type { EventIds, UsersQuery } from '../requests.ts'
import { findInterest, listInterest } from '../user-store.ts'
import { eventForCaller } from './load.ts'
import { deleteInterest, saveInterest } from './save.ts'

/** Users can respond to occurrences up to this far ahead. An endless series would otherwise have endless responses. */
const HORIZON_MS = 366 * 86_400_000

/**
 * Returns a page of users interested in a series (`SERIES`) or one occurrence, by ascending id; `before` wins over
 * `after`.
 */
export async function listInterested(
  work: Work,
  event: StoredScheduledEvent,
  exceptionId: Snowflake,
  query: UsersQuery,
): Promise<ScheduledEventUserObject[]> {
  const { before, after, limit = SCHEDULED_EVENT_USERS_PAGE_MAX } = query
  const rows = await listInterest(work, event.id, exceptionId, { before, after, limit })
  const ids = rows.map((row) => row.user_id)
  const users = await listUsers(work, ids)
  const members = query.with_member ? await listMembersById(work, event.guild_id, ids) : new Map()
  return rows.map((row) => {
    const user = users.get(row.user_id)
    const member = members.get(row.user_id)
    return {
      ...presentInterest(row),
      ...(user ? { user: presentUser(user) } : {}),
      ...(user && member ? { member: presentMember(member, user) } : {}),
    }
  })
}

/**
 * Checks that an id is the snowflake of an occurrence's original time, or of an exception.
 *
 * @throws UNKNOWN_GUILD_SCHEDULED_EVENT (10070) for other ids
 */
export function checkOccurrence(event: StoredScheduledEvent, id: Snowflake): void {
  const known = event.exceptions.some((one) => one.id === id)
  const at = snowflakeTime(id)
  const near = at <= event.scheduled_start_time + HORIZON_MS
  const occurs = near && id === snowflakeAt(at) && occursAt(event, at)
  if (!known && !occurs) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
}

/** Stores a user's response to a series or one occurrence. An unchanged response emits no event. */
export async function respond(
  work: Work,
  caller: Caller,
  params: EventIds,
  { occurrence, response }: { occurrence: Snowflake | null; response: number },
): Promise<ScheduledEventUserObject> {
  const { view, event } = await eventForCaller(work, caller, params)
  if (isFinished(event)) throw new ApiError('CANNOT_UPDATE_FINISHED_EVENT')
  if (occurrence !== null) checkOccurrence(event, occurrence)
  const exceptionId = occurrence ?? SERIES
  const known = await findInterest(work, event.id, exceptionId, caller.userId)
  const row = {
    event_id: event.id,
    exception_id: exceptionId,
    user_id: caller.userId,
    guild_id: view.id,
    response,
  }
  if (known?.response !== response) await saveInterest(work, event, row)
  return presentInterest(row)
}

/** Deletes a user's response. @throws UNKNOWN_GUILD_SCHEDULED_EVENT_USER (10071) without a response */
export async function withdrawResponse(
  work: Work,
  caller: Caller,
  params: EventIds,
  occurrence: Snowflake | null,
): Promise<void> {
  const { event } = await eventForCaller(work, caller, params)
  if (occurrence !== null) checkOccurrence(event, occurrence)
  const known = await findInterest(work, event.id, occurrence ?? SERIES, caller.userId)
  if (!known) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT_USER')
  await deleteInterest(work, event, known)
}
