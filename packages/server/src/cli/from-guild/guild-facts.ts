import { ApplicationFlag, ChannelType } from '@guildhall/protocol'
import { Type } from '../../validation/schema.ts'
import { GuildReadError, type GuildReader } from './guild-reader.ts'
import {
  WireApplication,
  WireChannel,
  WireEvent,
  WireGuild,
  WireMember,
  WireMessage,
  WireRule,
  WireSticker,
  WireThread,
  WireThreadMember,
  WireThreads,
  WireUser,
} from './wire.ts'

/** Limits of what is read of a guild. */
export interface ReadLimits {
  members: number
  /** Archived public threads of each channel. Active threads are all read. */
  archivedThreads: number
  /** The newest messages of each channel and thread. */
  messages: number
}

/** A thread with its members, if they were read. */
export interface ReadThread extends WireThread {
  memberIds: readonly string[] | null
}

/** A guild as it was read. */
export interface GuildFacts {
  guild: WireGuild
  channels: WireChannel[]
  /** The bot whose token reads, with its application. */
  application: WireApplication
  bot: WireMember
  owner: WireUser
  members: WireMember[]
  threads: ReadThread[]
  /** By the id of the channel or thread, the oldest first. */
  messages: ReadonlyMap<string, WireMessage[]>
  stickers: WireSticker[]
  rules: WireRule[]
  events: WireEvent[]
  /** Owners of threads who are neither members that were read, nor authors of messages. */
  strangers: WireUser[]
  /** Parts that the bot may not read, and counts of what a world file has no place for. */
  notes: string[]
}

const THREADED: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]
const WITH_MESSAGES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
]
const THREADS_PAGE = 100
const MESSAGES_PAGE = 100
/** Users that are looked up one by one. */
const STRANGERS_MAX = 200

/** Reads a guild. A part that the bot may not read is left out, with a note. */
export async function readGuild(reader: GuildReader, guildId: string, limits: ReadLimits): Promise<GuildFacts> {
  const notes: string[] = []
  const application = await reader.get('/applications/@me', WireApplication)
  const self = await reader.get('/users/@me', WireUser)
  const guild = await reader.find(`/guilds/${guildId}`, WireGuild)
  if (guild?.id !== guildId) throw new GuildReadError(`There is no guild ${guildId}, or the bot is not in it.`)
  const channels = await reader.list(`/guilds/${guildId}/channels`, WireChannel)
  if (!channels) throw new GuildReadError(`The bot may not list the channels of guild ${guildId}.`)
  const bot = await reader.get(`/guilds/${guildId}/members/${self.id}`, WireMember)
  const owner = await reader.get(`/users/${guild.owner_id}`, WireUser)
  const members = limits.members === 0 ? [] : await reader.members(guildId, limits.members)
  if (!members) throw new GuildReadError('--members: the bot needs the GUILD_MEMBERS intent to list members.')
  const part = async <T>(what: string, found: Promise<T[] | undefined>): Promise<T[]> => {
    const entries = await found
    if (entries === undefined) notes.push(`${what}, which the bot may not read`)
    return entries ?? []
  }
  const at = `/guilds/${guildId}`
  const stickers = await part('stickers', reader.list(`${at}/stickers`, WireSticker))
  const rules = await part('auto moderation rules', reader.list(`${at}/auto-moderation/rules`, WireRule))
  const events = await part('scheduled events', reader.list(`${at}/scheduled-events`, WireEvent))
  const commands = await reader.list(`/applications/${application.id}/guilds/${guildId}/commands`, WithAnything)
  if (commands?.length) notes.push(`${commands.length} commands, which bots register themselves`)
  const threads = await readThreads(reader, { guildId, channels, limits, notes })
  if (limits.messages > 0 && !hasContentIntent(application))
    notes.push('the content of most messages, for which the application needs the MESSAGE_CONTENT intent')
  const messages = await readMessages(reader, { channels, threads, limit: limits.messages, notes })
  const known = { members: [...members, bot], owner, messages }
  const strangers = await readStrangers(reader, threads, known)
  if (reader.faulty > 0) notes.push(`${reader.faulty} entries of lists that are not as documented`)
  return {
    guild,
    channels,
    application,
    bot,
    owner,
    members,
    threads,
    messages,
    stickers,
    rules,
    events,
    strangers,
    notes,
  }
}

const WithAnything = Type.Object({})

const CONTENT_INTENT = ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED

function hasContentIntent({ flags }: WireApplication): boolean {
  return (BigInt(flags ?? 0) & CONTENT_INTENT) !== 0n
}

interface Reading {
  guildId: string
  channels: readonly WireChannel[]
  limits: ReadLimits
  notes: string[]
}

async function readThreads(reader: GuildReader, { guildId, channels, limits, notes }: Reading): Promise<ReadThread[]> {
  const active = await reader.find(`/guilds/${guildId}/threads/active`, WireThreads)
  if (!active) notes.push('active threads, which the bot may not read')
  const threads = new Map(reader.entries(active?.threads ?? [], WireThread).map((thread) => [thread.id, thread]))
  for (const { id, name, type } of channels) {
    if (!THREADED.includes(type) || limits.archivedThreads === 0) continue
    const archived = await readArchived(reader, id, limits.archivedThreads)
    if (!archived) notes.push(`archived threads of ${name}, which the bot may not read`)
    for (const thread of archived ?? []) threads.set(thread.id, thread)
  }
  const all: ReadThread[] = []
  for (const thread of threads.values()) {
    const path = `/channels/${thread.id}/thread-members`
    const members = limits.members === 0 ? undefined : await reader.list(path, WireThreadMember)
    all.push({ ...thread, memberIds: members?.map(({ user_id }) => user_id) ?? null })
  }
  return all
}

/** Returns the public threads of a channel that were archived last; undefined where the bot may not list them. */
async function readArchived(reader: GuildReader, id: string, limit: number): Promise<WireThread[] | undefined> {
  const all = new Map<string, WireThread>()
  let before = ''
  while (all.size < limit) {
    const size = Math.max(2, Math.min(THREADS_PAGE, limit - all.size))
    const page = await reader.find(`/channels/${id}/threads/archived/public?limit=${size}${before}`, WireThreads)
    if (!page) return undefined
    const threads = reader.entries(page.threads.slice(0, size), WireThread)
    const known = all.size
    for (const thread of threads) if (thread.parent_id === id && all.size < limit) all.set(thread.id, thread)
    const last = threads.at(-1)
    if (!page.has_more || !last || all.size === known) break
    before = `&before=${encodeURIComponent(last.thread_metadata.archive_timestamp)}`
  }
  return [...all.values()]
}

async function readMessages(
  reader: GuildReader,
  given: { channels: readonly WireChannel[]; threads: readonly ReadThread[]; limit: number; notes: string[] },
): Promise<Map<string, WireMessage[]>> {
  const found = new Map<string, WireMessage[]>()
  if (given.limit === 0) return found
  for (const { id, name } of [...given.channels.filter(({ type }) => WITH_MESSAGES.includes(type)), ...given.threads]) {
    const messages = await readNewest(reader, id, given.limit)
    if (messages) found.set(id, messages)
    else given.notes.push(`messages of ${name}, which the bot may not read`)
  }
  return found
}

/** Returns the newest messages of a channel, the oldest of them first; undefined where the bot may not read them. */
async function readNewest(reader: GuildReader, id: string, limit: number): Promise<WireMessage[] | undefined> {
  const all = new Map<string, WireMessage>()
  let before: string | undefined
  while (all.size < limit) {
    const size = Math.min(MESSAGES_PAGE, limit - all.size)
    const query = before === undefined ? '' : `&before=${before}`
    const [known, faulty] = [all.size, reader.faulty]
    const page = await reader.list(`/channels/${id}/messages?limit=${size}${query}`, WireMessage)
    if (!page) return undefined
    for (const message of page.slice(0, size)) all.set(message.id, message)
    before = page.at(-1)?.id
    if (page.length + reader.faulty - faulty < size || all.size === known) break
  }
  return [...all.values()].toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
}

/** Looks up the owners of threads who are not known otherwise. */
async function readStrangers(
  reader: GuildReader,
  threads: readonly ReadThread[],
  known: { members: readonly WireMember[]; owner: WireUser; messages: ReadonlyMap<string, WireMessage[]> },
): Promise<WireUser[]> {
  const ids = new Set([known.owner.id, ...known.members.map(({ user }) => user.id)])
  for (const { author } of [...known.messages.values()].flat()) ids.add(author.id)
  const unknown = new Set(threads.flatMap(({ owner_id }) => (owner_id && !ids.has(owner_id) ? [owner_id] : [])))
  const found: WireUser[] = []
  for (const id of [...unknown].slice(0, STRANGERS_MAX)) {
    const user = await reader.find(`/users/${id}`, WireUser)
    if (user?.id === id) found.push(user)
  }
  return found
}
