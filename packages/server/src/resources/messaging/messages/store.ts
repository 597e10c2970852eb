import { ApiError, type Instant, MessageType, type Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { pageOf } from '../../../kernel/store/page.ts'
import { db, prepare, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { MessageTable } from '../../../kernel/store/tables.ts'
import { MESSAGE_DEFAULTS, type MessageData, type StoredMessage } from './model.ts'

type Row = { [K in keyof MessageTable]: MessageTable[K] }

const insertRow = prepare<Row>()((slot) =>
  db.insertInto('messages').values({
    id: slot('id'),
    channel_id: slot('channel_id'),
    guild_id: slot('guild_id'),
    author_id: slot('author_id'),
    webhook_id: slot('webhook_id'),
    type: slot('type'),
    flags: slot('flags'),
    content: slot('content'),
    edited_at: slot('edited_at'),
    pinned_at: slot('pinned_at'),
    data: slot('data'),
  }),
)
const rowById = prepare<{ channelId: Snowflake; id: Snowflake }>()((slot) =>
  db.selectFrom('messages').selectAll().where('id', '=', slot('id')).where('channel_id', '=', slot('channelId')),
)
interface Page {
  channelId: Snowflake
  from: Snowflake
  limit: number
}

const idsBefore = prepare<Page>()((slot) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('channel_id', '=', slot('channelId'))
    .where('id', '<', slot('from'))
    .orderBy('id', 'desc')
    .limit(slot('limit')),
)
const idsAfter = prepare<Page>()((slot) =>
  db
    .selectFrom('messages')
    .select('id')
    .where('channel_id', '=', slot('channelId'))
    .where('id', '>', slot('from'))
    .orderBy('id', 'asc')
    .limit(slot('limit')),
)

/** Id above that of every message. */
const LAST_ID = 2n ** 63n - 1n

const messagesByIds = prepareForIds()((ids) => db.selectFrom('messages').selectAll().where('id', 'in', ids))

/** Returns the message of a row. It names the columns, because that is faster than copying whatever a row has. */
function messageOfRow(row: MessageTable): StoredMessage {
  return {
    ...MESSAGE_DEFAULTS,
    ...(row.data !== '{}' && unpack<Partial<MessageData>>(row.data)),
    id: row.id,
    channel_id: row.channel_id,
    guild_id: row.guild_id,
    author_id: row.author_id,
    webhook_id: row.webhook_id,
    type: row.type,
    flags: row.flags,
    content: row.content,
    edited_at: row.edited_at,
    pinned_at: row.pinned_at,
  }
}

function rowOfMessage(message: StoredMessage): MessageTable {
  const data: Partial<MessageData> = {}
  // Most messages have few of these fields: defaults are not stored.
  for (const key of Object.keys(MESSAGE_DEFAULTS) as (keyof MessageData)[]) {
    const value = message[key]
    if (value === null || value === false || (Array.isArray(value) && value.length === 0)) continue
    Object.assign(data, { [key]: value })
  }
  return {
    id: message.id,
    channel_id: message.channel_id,
    guild_id: message.guild_id,
    author_id: message.author_id,
    webhook_id: message.webhook_id,
    type: message.type,
    flags: message.flags,
    content: message.content,
    edited_at: message.edited_at,
    pinned_at: message.pinned_at,
    data: pack(data),
  }
}

/** Inserts a message. */
export async function insertMessage(session: StoreSession, message: StoredMessage): Promise<void> {
  await session.sendPrepared(insertRow, rowOfMessage(message))
}

/** Returns a message of a channel. */
export async function findMessage(
  session: StoreSession,
  channelId: Snowflake,
  id: Snowflake,
): Promise<StoredMessage | undefined> {
  const row = await session.firstPrepared(rowById, { channelId, id })
  return row && messageOfRow(row)
}

/** Returns a message of a channel, or throws UNKNOWN_MESSAGE (10008). */
export async function getMessage(session: StoreSession, channelId: Snowflake, id: Snowflake): Promise<StoredMessage> {
  const message = await findMessage(session, channelId, id)
  if (!message) throw new ApiError('UNKNOWN_MESSAGE')
  return message
}

/** Updates a message. */
export async function updateMessage(session: StoreSession, message: StoredMessage): Promise<void> {
  await session.run(db.updateTable('messages').set(rowOfMessage(message)).where('id', '=', message.id))
}

/** Deletes messages with their reactions, votes and references to their source. */
export async function deleteMessages(session: StoreSession, ids: readonly Snowflake[]): Promise<void> {
  for (let start = 0; start < ids.length; start += 500) {
    const part = ids.slice(start, start + 500)
    await session.run(db.deleteFrom('messages').where('id', 'in', part))
    await session.run(db.deleteFrom('reactions').where('message_id', 'in', part))
    await session.run(db.deleteFrom('poll_votes').where('message_id', 'in', part))
    await session.run(db.deleteFrom('crossposts').where('copy_id', 'in', part))
  }
}

export type MessageWindow = { around: Snowflake } | { before: Snowflake } | { after: Snowflake } | { newest: true }

/** Lists the ids of a page of a channel, newest first. Ephemeral messages are not in this table. */
export async function listMessageIds(
  session: StoreSession,
  channelId: Snowflake,
  window: MessageWindow,
  limit: number,
): Promise<Snowflake[]> {
  const before = (from: Snowflake, count: number) => session.allPrepared(idsBefore, { channelId, from, limit: count })
  const after = (from: Snowflake, count: number) => session.allPrepared(idsAfter, { channelId, from, limit: count })
  const idsOf = (rows: readonly { id: Snowflake }[]) => rows.map(({ id }) => id)
  if ('newest' in window) return idsOf(await before(LAST_ID, limit))
  if ('before' in window) return idsOf(await before(window.before, limit))
  if ('after' in window) return idsOf(await after(window.after, limit)).reverse()
  const half = Math.floor(limit / 2)
  const older = idsOf(await before(window.around + 1n, half + 1))
  const newer = idsOf(await after(window.around, half)).reverse()
  return [...newer, ...older].slice(0, Math.max(limit, 1))
}

/** Returns the messages with these ids, in no order. */
export async function listMessagesById(session: StoreSession, ids: readonly Snowflake[]): Promise<StoredMessage[]> {
  if (ids.length === 0) return []
  return (await session.allPrepared(...messagesByIds.for([...new Set(ids)], {}))).map(messageOfRow)
}

/** Lists a page of a channel, newest first. */
export async function listMessages(
  session: StoreSession,
  channelId: Snowflake,
  window: MessageWindow,
  limit: number,
): Promise<StoredMessage[]> {
  const ids = await listMessageIds(session, channelId, window, limit)
  const found = new Map((await listMessagesById(session, ids)).map((message) => [message.id, message]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

const FILE_FIELDS = ['attachments', 'sticker_items', 'snapshots', 'webhook'] as const

/** Lists messages that may refer to files, by ascending id after an id. */
export async function listMessagesWithFiles(
  session: StoreSession,
  after: Snowflake,
  limit: number,
): Promise<StoredMessage[]> {
  const withFiles = db
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.or(FILE_FIELDS.map((field) => eb('data', 'like', `%"${field}":%`))))
  const rows = await pageOf(session, withFiles, 'id', { after, limit })
  return rows.map(messageOfRow)
}

/** Returns only the content and components of messages. */
export async function listTextsById(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, Pick<StoredMessage, 'content' | 'components'>>> {
  const rows = await session.all(
    db
      .selectFrom('messages')
      .select(['id', 'content', 'data'])
      .where('id', 'in', [...ids]),
  )
  return new Map(
    rows.map(({ id, content, data }) => {
      const { components = [] } = data.includes('"components"') ? unpack<Partial<MessageData>>(data) : {}
      return [id, { content, components }]
    }),
  )
}

/**
 * Returns the id of the last message that a user wrote in a channel, for slowmode. System messages such as that of a
 * started thread have the user as their author, and do not count: a user may send one message and start one thread in
 * an interval (developers/resources/channel).
 */
export async function findLastMessageId(
  session: StoreSession,
  channelId: Snowflake,
  authorId: Snowflake,
): Promise<Snowflake | undefined> {
  const row = await session.first(
    db
      .selectFrom('messages')
      .select('id')
      .where('channel_id', '=', channelId)
      .where('author_id', '=', authorId)
      .where('type', 'in', [MessageType.DEFAULT, MessageType.REPLY])
      .orderBy('id', 'desc')
      .limit(1),
  )
  return row?.id
}

/** Lists the messages of a user in a channel, from an id on. */
export async function listMessagesByAuthor(
  session: StoreSession,
  channelId: Snowflake,
  authorId: Snowflake,
  since: Snowflake,
): Promise<StoredMessage[]> {
  const query = db
    .selectFrom('messages')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('id', '>=', since)
    .where('author_id', '=', authorId)
  return (await session.all(query)).map(messageOfRow)
}

/** Lists pinned messages of a channel, newest pin first, pinned before a time. */
export async function listPinnedMessages(
  session: StoreSession,
  channelId: Snowflake,
  before: Instant | null,
  limit: number,
): Promise<StoredMessage[]> {
  let query = db
    .selectFrom('messages')
    .selectAll()
    .where('channel_id', '=', channelId)
    .where('pinned_at', 'is not', null)
  if (before !== null) query = query.where('pinned_at', '<', before)
  return (await session.all(query.orderBy('pinned_at', 'desc').limit(limit))).map(messageOfRow)
}

/** Returns the number of pinned messages of a channel. */
export async function countPinnedMessages(session: StoreSession, channelId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll().as('pins'))
      .where('channel_id', '=', channelId)
      .where('pinned_at', 'is not', null),
  )
  return Number(row?.pins ?? 0)
}

/** Returns the ids of a user's messages in a guild by channel, from an id on. Bans delete them. */
export async function listMessageIdsByAuthor(
  session: StoreSession,
  guildId: Snowflake,
  authorId: Snowflake,
  since: Snowflake,
): Promise<Map<Snowflake, Snowflake[]>> {
  const rows = await session.all(
    db
      .selectFrom('messages')
      .select(['id', 'channel_id'])
      .where('guild_id', '=', guildId)
      .where('author_id', '=', authorId)
      .where('id', '>=', since),
  )
  const byChannel = new Map<Snowflake, Snowflake[]>()
  for (const row of rows) byChannel.set(row.channel_id, [...(byChannel.get(row.channel_id) ?? []), row.id])
  return byChannel
}
