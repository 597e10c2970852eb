import {
  ApiError,
  SCHEDULED_EVENT_USERS_PAGE_MAX,
  type Snowflake,
  snowflakeAt,
  snowflakeTime,
} from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { ScheduledEvent } from '../../kernel/model.ts'
import { Int, Optional, SnowflakeId, type Static, Type } from '../../kernel/schema.ts'
import type { Work } from '../../kernel/work.ts'
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

/** A page of who is interested in a series (0) or one occurrence, ascending; `before` wins over `after`. */
export async function listInterested(
  work: Work,
  event: ScheduledEvent,
  exceptionId: Snowflake,
  query: Static<typeof UsersQuery>,
): Promise<Record<string, unknown>[]> {
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

export function presentInterest(row: store.Subscription): Record<string, unknown> {
  return {
    guild_scheduled_event_id: row.event_id.toString(),
    guild_scheduled_event_exception_id: row.exception_id === store.SERIES ? null : row.exception_id.toString(),
    user_id: row.user_id.toString(),
    response: row.response,
  }
}

/** Occurrences further off are nobody's yet, or there would be no end of answers to a series that has none. */
const HORIZON_MS = 366 * 86_400_000

/** An occurrence has the snowflake of its original time, whether or not it is an exception already; 10070 for no such. */
export function checkOccurrence(event: ScheduledEvent, id: Snowflake): void {
  const known = event.exceptions.some((one) => one.id === id)
  const at = snowflakeTime(id)
  const near = at <= event.scheduled_start_time + HORIZON_MS
  const occurs = near && id === snowflakeAt(at) && occursAt(event, at)
  if (!known && !occurs) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
}

type Path = { guild_id: Snowflake; guild_scheduled_event_id: Snowflake }

/** A person says whether they come, to a series or one occurrence; said twice it is told once. */
export async function answer(
  work: Work,
  caller: Caller,
  params: Path,
  { occurrence, response }: { occurrence: Snowflake | null; response: number },
): Promise<Record<string, unknown>> {
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

/** The person takes back what they said; 10071 where they said nothing. */
export async function unanswer(work: Work, caller: Caller, params: Path, occurrence: Snowflake | null): Promise<void> {
  const { view, event } = await visibleEvent(work, caller, params)
  if (occurrence !== null) checkOccurrence(event, occurrence)
  const exceptionId = occurrence ?? store.SERIES
  const known = await store.findUser(work, event.id, exceptionId, caller.userId)
  if (!known) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT_USER')
  await store.removeUser(work, event.id, exceptionId, caller.userId)
  work.emit(guildScheduledEventUserRemove, guildTopic(view.id), interest(event, known))
}

function interest(event: ScheduledEvent, row: store.Subscription) {
  const exceptionId = row.exception_id === store.SERIES ? null : row.exception_id
  return { event, userId: row.user_id, exceptionId, response: row.response }
}
