import { ChannelType, type Instant, type Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

export interface ThreadMember {
  readonly channel_id: Snowflake
  readonly user_id: Snowflake
  readonly joined_at: Instant
  readonly flags: number
}

const memberOfThread = prepare<{ threadId: Snowflake; userId: Snowflake }>()((slot) =>
  db
    .selectFrom('thread_members')
    .selectAll()
    .where('channel_id', '=', slot('threadId'))
    .where('user_id', '=', slot('userId')),
)

export async function findThreadMember(
  session: StoreSession,
  threadId: Snowflake,
  userId: Snowflake,
): Promise<ThreadMember | undefined> {
  return session.firstPrepared(memberOfThread, { threadId, userId })
}

/** Members of a thread by ascending user id. */
export async function listThreadMembers(
  session: StoreSession,
  threadId: Snowflake,
  window: { after: Snowflake; limit: number },
): Promise<ThreadMember[]> {
  return session.all(
    db
      .selectFrom('thread_members')
      .selectAll()
      .where('channel_id', '=', threadId)
      .where('user_id', '>', window.after)
      .orderBy('user_id')
      .limit(window.limit),
  )
}

/** A user's own memberships among some threads, by thread id. */
export async function membershipsOf(
  session: StoreSession,
  userId: Snowflake,
  threadIds: readonly Snowflake[],
): Promise<Map<Snowflake, ThreadMember>> {
  const found = new Map<Snowflake, ThreadMember>()
  for (let start = 0; start < threadIds.length; start += 500) {
    const rows = await session.all(
      db
        .selectFrom('thread_members')
        .selectAll()
        .where('user_id', '=', userId)
        .where('channel_id', 'in', threadIds.slice(start, start + 500)),
    )
    for (const row of rows) found.set(row.channel_id, row)
  }
  return found
}

export async function insertThreadMember(session: StoreSession, member: ThreadMember): Promise<void> {
  await session.run(db.insertInto('thread_members').values({ ...member }))
}

export async function removeThreadMember(
  session: StoreSession,
  threadId: Snowflake,
  userId: Snowflake,
): Promise<boolean> {
  const removed = await session.run(
    db.deleteFrom('thread_members').where('channel_id', '=', threadId).where('user_id', '=', userId),
  )
  return removed > 0
}

export async function countThreadMembers(session: StoreSession, threadId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('thread_members')
      .select((eb) => eb.fn.countAll().as('members'))
      .where('channel_id', '=', threadId),
  )
  return Number(row?.members ?? 0)
}

/** Members of a guild's active private threads, by thread: what deciding who sees them needs. */
export async function listPrivateThreads(
  session: StoreSession,
  guildId: Snowflake,
): Promise<Map<Snowflake, Set<Snowflake>>> {
  const rows = await session.all(
    db
      .selectFrom('channels')
      .leftJoin('thread_members', 'thread_members.channel_id', 'channels.id')
      .select(['channels.id', 'thread_members.user_id'])
      .where('channels.guild_id', '=', guildId)
      .where('channels.archived', '=', 0)
      .where('channels.type', '=', ChannelType.PRIVATE_THREAD),
  )
  const threads = new Map<Snowflake, Set<Snowflake>>()
  for (const { id, user_id } of rows) {
    const members = threads.get(id) ?? new Set()
    if (user_id !== null) members.add(user_id)
    threads.set(id, members)
  }
  return threads
}

/** The private threads of a guild that a user is in, the newest first. */
export async function privateThreadsOf(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
  limit: number,
): Promise<{ id: Snowflake; parent_id: Snowflake | null }[]> {
  return session.all(
    db
      .selectFrom('thread_members')
      .innerJoin('channels', 'channels.id', 'thread_members.channel_id')
      .select(['channels.id', 'channels.parent_id'])
      .where('thread_members.user_id', '=', userId)
      .where('channels.guild_id', '=', guildId)
      .where('channels.type', '=', ChannelType.PRIVATE_THREAD)
      .orderBy('channels.id', 'desc')
      .limit(limit),
  )
}
