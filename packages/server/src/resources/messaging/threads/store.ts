import { ChannelType, type Instant, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { pageOf } from '../../../kernel/store/page.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import { channelOfRow, channelsOfRows } from '../../guild/channels/store.ts'
import type { StoredThreadMember } from './model.ts'

/** Bound of ids in one statement. */
const IDS_MAX = 500

const memberOfThread = prepare<{ threadId: Snowflake; userId: Snowflake }>()((slot) =>
  db
    .selectFrom('thread_members')
    .selectAll()
    .where('channel_id', '=', slot('threadId'))
    .where('user_id', '=', slot('userId')),
)

/** Returns the membership of a user in a thread. */
export async function findThreadMember(
  session: StoreSession,
  threadId: Snowflake,
  userId: Snowflake,
): Promise<StoredThreadMember | undefined> {
  return session.firstPrepared(memberOfThread, { threadId, userId })
}

/** Returns members of a thread by ascending user id, from `after` on. */
export async function listThreadMembers(
  session: StoreSession,
  threadId: Snowflake,
  window: { after: Snowflake; limit: number },
): Promise<StoredThreadMember[]> {
  const members = db.selectFrom('thread_members').selectAll().where('channel_id', '=', threadId)
  return pageOf(session, members, 'user_id', window)
}

/** Returns the memberships of one user in the given threads, by thread id. */
export async function listMembershipsOfUser(
  session: StoreSession,
  userId: Snowflake,
  threadIds: readonly Snowflake[],
): Promise<Map<Snowflake, StoredThreadMember>> {
  const found = new Map<Snowflake, StoredThreadMember>()
  for (let start = 0; start < threadIds.length; start += IDS_MAX) {
    const rows = await session.all(
      db
        .selectFrom('thread_members')
        .selectAll()
        .where('user_id', '=', userId)
        .where('channel_id', 'in', threadIds.slice(start, start + IDS_MAX)),
    )
    for (const row of rows) found.set(row.channel_id, row)
  }
  return found
}

/** Inserts a thread member. */
export async function insertThreadMember(session: StoreSession, member: StoredThreadMember): Promise<void> {
  await session.run(db.insertInto('thread_members').values({ ...member }))
}

/** Deletes a thread member. Returns whether the user was one. */
export async function deleteThreadMember(
  session: StoreSession,
  threadId: Snowflake,
  userId: Snowflake,
): Promise<boolean> {
  const removed = await session.run(
    db.deleteFrom('thread_members').where('channel_id', '=', threadId).where('user_id', '=', userId),
  )
  return removed > 0
}

/** Returns the number of members of a thread. */
export async function countThreadMembers(session: StoreSession, threadId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('thread_members')
      .select((eb) => eb.fn.countAll().as('members'))
      .where('channel_id', '=', threadId),
  )
  return Number(row?.members ?? 0)
}

/** Returns the members of a guild's active private threads, by thread id. Visibility depends on them. */
export async function listPrivateThreadMembers(
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

/** Returns the ids of the threads of a guild that a user is a member of, archived ones included. */
export async function listThreadIdsOfUser(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('thread_members')
      .innerJoin('channels', 'channels.id', 'thread_members.channel_id')
      .select('channels.id')
      .where('thread_members.user_id', '=', userId)
      .where('channels.guild_id', '=', guildId),
  )
  return rows.map(({ id }) => id)
}

/** Returns the private threads of a guild that a user is a member of, the newest first. */
export async function listPrivateThreadsOfUser(
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

/**
 * Returns the threads of a channel, without their last messages. `archived` selects only archived or only active ones.
 */
export async function listThreadsOf(
  session: StoreSession,
  parentId: Snowflake,
  window: { archived?: boolean | undefined; after?: Snowflake | undefined; before?: Snowflake | undefined },
): Promise<Channel[]> {
  let query = db.selectFrom('channels').selectAll().where('parent_id', '=', parentId)
  if (window.archived !== undefined) query = query.where('archived', '=', window.archived ? 1 : 0)
  if (window.after !== undefined) query = query.where('id', '>', window.after)
  if (window.before !== undefined) query = query.where('id', '<', window.before)
  const rows = await session.all(query)
  return rows.map(channelOfRow).filter((channel) => channel.thread_metadata !== null)
}

/** Page of archived threads. */
export interface ArchivedWindow {
  types: readonly number[]
  /** Only threads archived before this instant. */
  before?: Instant | undefined
  limit: number
}

/** Returns archived threads of a channel, the most recently archived first. */
export async function listArchivedThreads(
  session: StoreSession,
  parentId: Snowflake,
  { types, before, limit }: ArchivedWindow,
): Promise<Channel[]> {
  let query = db
    .selectFrom('channels')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('archived', '=', 1)
    .where('type', 'in', [...types])
  if (before !== undefined) query = query.where('archived_at', '<', before)
  const rows = await session.all(query.orderBy('archived_at', 'desc').orderBy('id', 'desc').limit(limit))
  return channelsOfRows(session, rows)
}

/** Returns the time at which a thread of a channel was archived last; undefined without archived threads. */
export async function newestArchiveTime(session: StoreSession, parentId: Snowflake): Promise<Instant | undefined> {
  const query = db
    .selectFrom('channels')
    .select('archived_at')
    .where('parent_id', '=', parentId)
    .where('archived_at', 'is not', null)
    .orderBy('archived_at', 'desc')
    .limit(1)
  return (await session.first(query))?.archived_at ?? undefined
}

/** Returns archived threads of a channel that a user is a member of, the newest first. */
export async function listArchivedThreadsOfUser(
  session: StoreSession,
  parentId: Snowflake,
  userId: Snowflake,
  window: { type: number; before?: Snowflake | undefined; limit: number },
): Promise<Channel[]> {
  let query = db
    .selectFrom('channels')
    .innerJoin('thread_members', 'thread_members.channel_id', 'channels.id')
    .selectAll('channels')
    .where('channels.parent_id', '=', parentId)
    .where('channels.archived', '=', 1)
    .where('channels.type', '=', window.type)
    .where('thread_members.user_id', '=', userId)
  if (window.before !== undefined) query = query.where('channels.id', '<', window.before)
  return channelsOfRows(session, await session.all(query.orderBy('channels.id', 'desc').limit(window.limit)))
}
