import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { ThreadMember } from '../channels/index.ts'

export async function find(
  session: StoreSession,
  threadId: Snowflake,
  userId: Snowflake,
): Promise<ThreadMember | undefined> {
  return session.first(
    db.selectFrom('thread_members').selectAll().where('channel_id', '=', threadId).where('user_id', '=', userId),
  )
}

export async function list(
  session: StoreSession,
  threadId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<ThreadMember[]> {
  return session.all(
    db
      .selectFrom('thread_members')
      .selectAll()
      .where('channel_id', '=', threadId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit),
  )
}

/** Of these threads, those that a user is in. */
export async function listOf(
  session: StoreSession,
  threadIds: readonly Snowflake[],
  userId: Snowflake,
): Promise<ThreadMember[]> {
  if (threadIds.length === 0) return []
  return session.all(
    db
      .selectFrom('thread_members')
      .selectAll()
      .where('channel_id', 'in', [...threadIds])
      .where('user_id', '=', userId),
  )
}

export async function insert(session: StoreSession, member: ThreadMember): Promise<void> {
  await session.run(db.insertInto('thread_members').values(member))
}

export async function remove(session: StoreSession, threadId: Snowflake, userId: Snowflake): Promise<boolean> {
  return (
    (await session.run(
      db.deleteFrom('thread_members').where('channel_id', '=', threadId).where('user_id', '=', userId),
    )) > 0
  )
}

/** Archived threads of a channel; the caller orders and pages them by when they were archived. */
export async function archivedIds(session: StoreSession, parentId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db
      .selectFrom('channels')
      .select('id')
      .where('parent_id', '=', parentId)
      .where('archived', '=', 1)
      .orderBy('id', 'desc')
      .limit(5_000),
  )
  return rows.map((row) => row.id)
}
