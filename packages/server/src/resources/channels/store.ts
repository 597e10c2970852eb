import type { Instant, Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../kernel/json.ts'
import type { Channel, ChannelData } from '../../kernel/model.ts'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { ChannelTable } from '../../kernel/store/tables.ts'
import { isForum } from './present.ts'

const channelById = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').selectAll().where('id', '=', slot('id')),
)
const guildOfChannel = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').select('guild_id').where('id', '=', slot('id')),
)
const lastMessage = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('messages').select('id').where('channel_id', '=', slot('id')).orderBy('id', 'desc').limit(1),
)
/** A forum has no messages of its own: its last one is its last post. */
const lastThread = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channels').select('id').where('parent_id', '=', slot('id')).orderBy('id', 'desc').limit(1),
)
const recipients = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('channel_recipients').select('user_id').where('channel_id', '=', slot('id')).orderBy('user_id'),
)

const DEFAULTS: ChannelData = {
  permission_overwrites: [],
  topic: null,
  nsfw: false,
  rate_limit_per_user: 0,
  bitrate: 64_000,
  user_limit: 0,
  rtc_region: null,
  video_quality_mode: 1,
  flags: 0,
  default_auto_archive_duration: null,
  default_thread_rate_limit_per_user: 0,
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: 0,
  available_tags: [],
  last_pin_timestamp: null,
  icon: null,
  application_id: undefined,
  owner_id: null,
  thread_metadata: null,
  applied_tags: [],
  message_count: 0,
  total_message_sent: 0,
  member_count: 0,
  nicks: {},
}

function channelOfRow(row: ChannelTable): Channel {
  const { data, archived: _, archived_at: __, ...columns } = row
  return {
    ...DEFAULTS,
    ...unpack<Partial<ChannelData>>(data),
    ...columns,
    last_message_id: null,
    recipient_ids: [],
  }
}

function rowOfChannel(channel: Channel): ChannelTable {
  const { id, guild_id, type, parent_id, name, position, last_message_id: _, recipient_ids: __, ...data } = channel
  const metadata = channel.thread_metadata
  const [archived, archived_at] = metadata?.archived ? [1, metadata.archive_timestamp] : [0, null]
  return { id, guild_id, type, parent_id, name, position, archived, archived_at, data: pack(data) }
}

async function withLastMessage(session: StoreSession, channel: Channel): Promise<Channel> {
  const last = isForum(channel.type) ? lastThread : lastMessage
  channel.last_message_id = (await session.firstPrepared(last, { id: channel.id }))?.id ?? null
  return channel
}

/** A channel whole: with its last message, and for DMs its recipients. */
export async function find(session: StoreSession, id: Snowflake): Promise<Channel | undefined> {
  const row = await session.firstPrepared(channelById, { id })
  if (!row) return undefined
  const channel = await withLastMessage(session, channelOfRow(row))
  if (channel.guild_id === null) {
    channel.recipient_ids = (await session.allPrepared(recipients, { id })).map((recipient) => recipient.user_id)
  }
  return channel
}

/** The guild of a channel: null for a DM, undefined when there is no such channel. */
export async function findGuildId(session: StoreSession, id: Snowflake): Promise<Snowflake | null | undefined> {
  const row = await session.firstPrepared(guildOfChannel, { id })
  return row?.guild_id
}

/** Channels and active threads of a guild. */
export async function listOfGuild(session: StoreSession, guildId: Snowflake): Promise<Channel[]> {
  const rows = await session.all(
    db.selectFrom('channels').selectAll().where('guild_id', '=', guildId).where('archived', '=', 0),
  )
  return wholeChannels(session, rows)
}

export type ChannelInput = Pick<Channel, 'id' | 'guild_id' | 'type' | 'name'> & Partial<Channel>

/** A channel with what is not given as a new one has it. */
export function newChannel(channel: ChannelInput): Channel {
  return { parent_id: null, position: 0, last_message_id: null, recipient_ids: [], ...DEFAULTS, ...channel }
}

export async function insert(session: StoreSession, channel: ChannelInput): Promise<Channel> {
  const whole = newChannel(channel)
  await session.run(db.insertInto('channels').values(rowOfChannel(whole)))
  return whole
}

export async function update(session: StoreSession, channel: Channel): Promise<void> {
  await session.run(db.updateTable('channels').set(rowOfChannel(channel)).where('id', '=', channel.id))
}

/** Removes a channel with its messages, invites, webhooks and thread members. */
export async function removeWhole(session: StoreSession, id: Snowflake): Promise<void> {
  const messages = db.selectFrom('messages').select('id').where('channel_id', '=', id)
  await session.run(db.deleteFrom('reactions').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('poll_votes').where('message_id', 'in', messages))
  await session.run(db.deleteFrom('messages').where('channel_id', '=', id))
  await session.run(db.deleteFrom('invites').where('channel_id', '=', id))
  await session.run(db.deleteFrom('webhooks').where('channel_id', '=', id))
  await session.run(db.deleteFrom('thread_members').where('channel_id', '=', id))
  await session.run(db.deleteFrom('group_dms').where('channel_id', '=', id))
  await session.run(db.deleteFrom('channel_recipients').where('channel_id', '=', id))
  await session.run(db.deleteFrom('channels').where('id', '=', id))
}

/** Ids of all threads of a channel, archived ones too. */
export async function threadIdsOf(session: StoreSession, parentId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(db.selectFrom('channels').select('id').where('parent_id', '=', parentId))
  return rows.map((row) => row.id)
}

/** Ids of a guild's channels and threads, archived ones too, the highest first from `from` on. */
export async function idsDownFrom(
  session: StoreSession,
  guildId: Snowflake,
  from: Snowflake | null,
  limit: number,
): Promise<Snowflake[]> {
  let query = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  if (from !== null) query = query.where('id', '<=', from)
  return (await session.all(query.orderBy('id', 'desc').limit(limit))).map((row) => row.id)
}

/** All threads of a channel, archived ones only or none of them where that is asked for. */
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

/** Those of `ids` that exist, by id. */
export async function listByIds(session: StoreSession, ids: readonly Snowflake[]): Promise<Map<Snowflake, Channel>> {
  const channels = new Map<Snowflake, Channel>()
  for (const id of ids) {
    const channel = await find(session, id)
    if (channel) channels.set(id, channel)
  }
  return channels
}

export interface ArchivedWindow {
  types: readonly number[]
  /** Archived before this instant. */
  before?: Instant | undefined
  limit: number
}

/** Archived threads of a channel, the last archived first. */
export async function listArchived(
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
  return wholeChannels(session, rows)
}

/** Archived private threads of a channel that a user is in, the newest first. */
export async function listArchivedOf(
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
  return wholeChannels(session, await session.all(query.orderBy('channels.id', 'desc').limit(window.limit)))
}

/** Channels of rows that were read without their last messages, with these. */
export async function withLastMessages(session: StoreSession, channels: readonly Channel[]): Promise<Channel[]> {
  const whole: Channel[] = []
  for (const channel of channels) whole.push(await withLastMessage(session, channel))
  return whole
}

async function wholeChannels(session: StoreSession, rows: readonly ChannelTable[]): Promise<Channel[]> {
  const channels: Channel[] = []
  for (const row of rows) channels.push(await withLastMessage(session, channelOfRow(row)))
  return channels
}
