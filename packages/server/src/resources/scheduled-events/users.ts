import {
  ApiError,
  SCHEDULED_EVENT_USERS_PAGE_MAX,
  type ScheduledEventUserObject,
  type Snowflake,
  snowflakeAt,
  snowflakeTime,
} from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { StoredScheduledEvent } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, Optional, SnowflakeId, type Static, Type } from '../../validation/schema.ts'
import { listMembersById, presentMember } from '../members/index.ts'
import { listUsers, presentUser } from '../users/index.ts'
import { guildScheduledEventUserAdd, guildScheduledEventUserRemove } from './events.ts'
import { visibleEvent } from './manage.ts'
import { isFinished } from './rules.ts'
import { occursAt } from './series.ts'
import * as store from './store.ts'

const INTERESTED = 1

export const UsersQuery = Type.Object({
  limit: Optional(Int(1, SCHEDULED_EVENT_USERS_PAGE_MAX)),
  with_member: Optional(Type.Boolean()),
  before: Optional(SnowflakeId),
  after: Optional(SnowflakeId),
})

/** Returns a page of users interested in a series (0) or one occurrence, by ascending id; `before` wins over `after`. */
export async function listInterested(
  work: Work,
  event: StoredScheduledEvent,
  exceptionId: Snowflake,
  query: Static<typeof UsersQuery>,
): Promise<ScheduledEventUserObject[]> {
  const { before, after, limit = SCHEDULED_EVENT_USERS_PAGE_MAX } = query
  const rows = await store.pageUsers(work, event.id, exceptionId, { before, after, limit })
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

function presentInterest(row: store.Subscription): ScheduledEventUserObject {
  return {
    guild_scheduled_event_id: row.event_id.toString(),
    guild_scheduled_event_exception_id: row.exception_id === store.SERIES ? null : row.exception_id.toString(),
    user_id: row.user_id.toString(),
    response: row.response,
  }
}

/** Users can respond to occurrences up to this far ahead. An endless series would otherwise have endless responses. */
const HORIZON_MS = 366 * 86_400_000

/** Checks that an id is the snowflake of an occurrence's original time, or of an exception. Throws 10070 for other ids. */
export function checkOccurrence(event: StoredScheduledEvent, id: Snowflake): void {
  const known = event.exceptions.some((one) => one.id === id)
  const at = snowflakeTime(id)
  const near = at <= event.scheduled_start_time + HORIZON_MS
  const occurs = near && id === snowflakeAt(at) && occursAt(event, at)
  if (!known && !occurs) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
}

type Path = { guild_id: Snowflake; guild_scheduled_event_id: Snowflake }

/** Stores a user's response to a series or one occurrence; an unchanged response emits no event. */
export async function respond(
  work: Work,
  caller: Caller,
  params: Path,
  { occurrence, response }: { occurrence: Snowflake | null; response: number },
): Promise<ScheduledEventUserObject> {
  const { view, event } = await visibleEvent(work, caller, params)
  if (isFinished(event)) throw new ApiError('CANNOT_UPDATE_FINISHED_EVENT')
  if (occurrence !== null) checkOccurrence(event, occurrence)
  const exceptionId = occurrence ?? store.SERIES
  const known = await store.findUser(work, event.id, exceptionId, caller.userId)
  const row = {
    event_id: event.id,
    exception_id: exceptionId,
    user_id: caller.userId,
    guild_id: view.id,
    response,
  }
  if (known?.response !== response) {
    await store.putUser(work, row)
    const type = response === INTERESTED ? guildScheduledEventUserAdd : guildScheduledEventUserRemove
    work.emit(type, guildTopic(view.id), interest(event, row))
  }
  return presentInterest(row)
}

/** Removes a user's response. Throws 10071 when there is none. */
export async function withdrawResponse(
  work: Work,
  caller: Caller,
  params: Path,
  occurrence: Snowflake | null,
): Promise<void> {
  const { view, event } = await visibleEvent(work, caller, params)
  if (occurrence !== null) checkOccurrence(event, occurrence)
  const exceptionId = occurrence ?? store.SERIES
  const known = await store.findUser(work, event.id, exceptionId, caller.userId)
  if (!known) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT_USER')
  await store.removeUser(work, event.id, exceptionId, caller.userId)
  work.emit(guildScheduledEventUserRemove, guildTopic(view.id), interest(event, known))
}

function interest(event: StoredScheduledEvent, row: store.Subscription) {
  const exceptionId = row.exception_id === store.SERIES ? null : row.exception_id
  return { event, userId: row.user_id, exceptionId, response: row.response }
}
