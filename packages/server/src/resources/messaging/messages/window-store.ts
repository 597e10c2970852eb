import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { StoredMessage } from './model.ts'
import { listMessagesById } from './store.ts'

/** Part of the table of messages by id: ids above `after`, up to and with `end`. */
export interface MessagesWindow {
  readonly after: Snowflake
  readonly end: Snowflake
}

/** Returns the id at the end of the next messages after an id, of those below another one; null without any. */
export async function windowEnd(
  session: StoreSession,
  after: Snowflake,
  size: number,
  below: Snowflake | null = null,
): Promise<Snowflake | null> {
  let some = db.selectFrom('messages').select('id').where('id', '>', after)
  if (below !== null) some = some.where('id', '<', below)
  const ids = some.orderBy('id').limit(size).as('part')
  const row = await session.first(db.selectFrom(ids).select((eb) => eb.fn.max('part.id').as('end')))
  return row?.end == null ? null : BigInt(row.end)
}

/** Lists where the messages of an author are, in one part of the table. Messages of webhooks have other authors. */
export async function listOwnInWindow(
  session: StoreSession,
  { authorId, guildId }: { authorId: Snowflake; guildId: Snowflake | null },
  { after, end }: MessagesWindow,
) {
  let own = db
    .selectFrom('messages')
    .select(['id', 'channel_id', 'guild_id'])
    .where('id', '>', after)
    .where('id', '<=', end)
    .where('author_id', '=', authorId)
  if (guildId !== null) own = own.where('guild_id', '=', guildId)
  return session.all(own.orderBy('id'))
}

/** Returns the ids of those messages that are still stored, the oldest first. */
export async function listStoredIds(session: StoreSession, ids: readonly Snowflake[]): Promise<Snowflake[]> {
  const stored = db.selectFrom('messages').select('id').where('id', 'in', ids)
  return (await session.all(stored.orderBy('id'))).map(({ id }) => id)
}

/** Lists the messages of an author in one part of the table, with their contents. */
export async function listTextsInWindow(
  session: StoreSession,
  authorId: Snowflake,
  { after, end }: MessagesWindow,
): Promise<StoredMessage[]> {
  const own = db.selectFrom('messages').select('id').where('id', '>', after).where('id', '<=', end)
  const ids = (await session.all(own.where('author_id', '=', authorId).orderBy('id'))).map(({ id }) => id)
  const found = new Map((await listMessagesById(session, ids)).map((message) => [message.id, message]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Lists where the messages of one part of the table are that are not pinned. */
export async function listUnpinned(session: StoreSession, { after, end }: MessagesWindow) {
  return session.all(
    db
      .selectFrom('messages')
      .select(['id', 'channel_id', 'guild_id'])
      .where('id', '>', after)
      .where('id', '<=', end)
      .where('pinned_at', 'is', null)
      .orderBy('id'),
  )
}

/** Lists the messages of one part of the table that have attachments or forwarded ones. */
export async function listWithAttachments(session: StoreSession, window: MessagesWindow): Promise<StoredMessage[]> {
  return messagesWith(session, window, ['"attachments":[{'])
}

/** Lists the messages of one part of the table that answer interactions of a user. */
export async function listInteractionsOf(
  session: StoreSession,
  userId: Snowflake,
  window: MessagesWindow,
): Promise<StoredMessage[]> {
  return messagesWith(session, window, ['"interaction', `"${userId}"`])
}

/** Lists the messages of one part of the table whose data contains texts. */
async function messagesWith(
  session: StoreSession,
  { after, end }: MessagesWindow,
  texts: readonly string[],
): Promise<StoredMessage[]> {
  let some = db.selectFrom('messages').select('id').where('id', '>', after).where('id', '<=', end)
  for (const text of texts) some = some.where('data', 'like', `%${text}%`)
  const ids = (await session.all(some.orderBy('id'))).map(({ id }) => id)
  const found = new Map((await listMessagesById(session, ids)).map((message) => [message.id, message]))
  return ids.flatMap((id) => found.get(id) ?? [])
}
