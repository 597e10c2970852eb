import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { Channel, ChannelData } from '../../../kernel/model.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ChannelTable } from '../../../kernel/store/tables.ts'
import { CHANNEL_DEFAULTS, type ChannelInput, isForum, newChannel } from './model.ts'

/** The `data` column. */
type StoredData = ChannelData & Pick<Channel, 'last_message_id'>

const channelById = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').selectAll().where('id', '=', slot('id')),
)
const guildOfChannel = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').select('guild_id').where('id', '=', slot('id')),
)
const lastMessage = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', slot('id')).orderBy('id', 'desc').limit(1),
)
/** A forum contains no messages; its `last_message_id` is the id of its newest post. */
const lastThread = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').select('id').where('parent_id', '=', slot('id')).orderBy('id', 'desc').limit(1),
)
const recipients = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channel_recipients').select('user_id').where('channel_id', '=', slot('id')).orderBy('user_id'),
)

/** Returns the channel of a row, without its recipients. Its last message may be an older one. */
export function channelOfRow(row: ChannelTable): Channel {
  const { data, archived: _, archived_at: __, ...columns } = row
  const stored = unpack<Partial<StoredData>>(data)
  return { ...CHANNEL_DEFAULTS, last_message_id: null, ...stored, ...columns, recipient_ids: [] }
}

function rowOfChannel(channel: Channel): ChannelTable {
  const { id, guild_id, type, parent_id, name, position, recipient_ids: _, ...data } = channel
  const metadata = channel.thread_metadata
  const [archived, archived_at] = metadata?.archived ? [1, metadata.archive_timestamp] : [0, null]
  return { id, guild_id, type, parent_id, name, position, archived, archived_at, data: pack(data satisfies StoredData) }
}

/** Replaces the last message of a row by a newer one. The row may name a deleted message, as clients see it. */
async function withLastMessage(session: StoreSession, channel: Channel): Promise<Channel> {
  const last = isForum(channel.type) ? lastThread : lastMessage
  const newest = (await session.firstPrepared(last, { id: channel.id }))?.id ?? null
  if (newest !== null && newest > (channel.last_message_id ?? 0n)) channel.last_message_id = newest
  return channel
}

/** Returns a channel with its last message, and a DM with its recipients. */
export async function findChannel(session: StoreSession, id: Snowflake): Promise<Channel | undefined> {
  const row = await session.firstPrepared(channelById, { id })
  if (!row) return undefined
  const channel = await withLastMessage(session, channelOfRow(row))
  if (channel.guild_id === null) {
    channel.recipient_ids = (await session.allPrepared(recipients, { id })).map((recipient) => recipient.user_id)
  }
  return channel
}

/** Returns the guild of a channel: null for a DM, undefined for a channel that does not exist. */
export async function findGuildIdOfChannel(
  session: StoreSession,
  id: Snowflake,
): Promise<Snowflake | null | undefined> {
  const row = await session.firstPrepared(guildOfChannel, { id })
  return row?.guild_id
}

/** Returns the channels and active threads of a guild. */
export async function listGuildChannels(session: StoreSession, guildId: Snowflake): Promise<Channel[]> {
  const rows = await session.all(
    db.selectFrom('channels').selectAll().where('guild_id', '=', guildId).where('archived', '=', 0),
  )
  return channelsOfRows(session, rows)
}

/** Inserts a channel, with defaults for the fields that are not given. */
export async function insertChannel(session: StoreSession, channel: ChannelInput): Promise<Channel> {
  const whole = newChannel(channel)
  await session.run(db.insertInto('channels').values(rowOfChannel(whole)))
  return whole
}

/** Updates the row of a channel. The recipients are stored elsewhere. */
export async function updateChannel(session: StoreSession, channel: Channel): Promise<void> {
  await session.run(db.updateTable('channels').set(rowOfChannel(channel)).where('id', '=', channel.id))
}

/**
 * Stores the last message of a channel, or the newest post of a forum, if it is among those that are deleted next:
 * clients keep naming it. Called before the deletion.
 */
export async function keepLastMessage(
  session: StoreSession,
  { id, last_message_id: last }: Channel,
  deleted: readonly Snowflake[],
): Promise<void> {
  if (last === null || !deleted.includes(last)) return
  const current = await findChannel(session, id)
  if (current) await updateChannel(session, current)
}

/** Deletes a channel with its messages, read states, invites, webhooks, thread members and recipients. */
export async function deleteChannel(session: StoreSession, id: Snowflake): Promise<void> {
  const messages = db.selectFrom('messages').select('id').where('channel_id', '=', id)
  await session.run(db.deleteFrom('reactions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('poll_votes').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('mentions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('read_states').where('channel_id', '=', id))
  await session.run(db.deleteFrom('messages').where('channel_id', '=', id))
  await session.run(db.deleteFrom('invites').where('channel_id', '=', id))
  await session.run(db.deleteFrom('webhooks').where('channel_id', '=', id))
  await session.run(db.deleteFrom('thread_members').where('channel_id', '=', id))
  await session.run(db.deleteFrom('group_dms').where('channel_id', '=', id))
  await session.run(db.deleteFrom('channel_recipients').where('channel_id', '=', id))
  await session.run(db.deleteFrom('channels').where('id', '=', id))
}

/** Returns the ids of all threads of a channel, archived ones included. */
export async function listThreadIds(session: StoreSession, parentId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(db.selectFrom('channels').select('id').where('parent_id', '=', parentId))
  return rows.map((row) => row.id)
}

/** Returns ids of a guild's channels and threads, archived ones included, in descending order from `from` on. */
export async function listChannelIdsDescending(
  session: StoreSession,
  guildId: Snowflake,
  from: Snowflake | null,
  limit: number,
): Promise<Snowflake[]> {
  let query = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  if (from !== null) query = query.where('id', '<=', from)
  return (await session.all(query.orderBy('id', 'desc').limit(limit))).map((row) => row.id)
}

/** Returns the channels with the given ids, by id. Ids of deleted channels are left out. */
export async function listChannelsById(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, Channel>> {
  const channels = new Map<Snowflake, Channel>()
  for (const id of ids) {
    const channel = await findChannel(session, id)
    if (channel) channels.set(id, channel)
  }
  return channels
}

/** Loads the last message of channels that were read without it. */
export async function withLastMessages(session: StoreSession, channels: readonly Channel[]): Promise<Channel[]> {
  const whole: Channel[] = []
  for (const channel of channels) whole.push(await withLastMessage(session, channel))
  return whole
}

/** Returns the channels of rows, with their last messages. */
export async function channelsOfRows(session: StoreSession, rows: readonly ChannelTable[]): Promise<Channel[]> {
  const channels: Channel[] = []
  for (const row of rows) channels.push(await withLastMessage(session, channelOfRow(row)))
  return channels
}
