/** Checks what a schema cannot express of threads, messages and the settings of forums. */
import { ACTIVE_THREADS_MAX, ChannelType, Faults, PINS_MAX } from '@guildhall/protocol'
import { isForum } from '../resources/guild/channels/index.ts'
import { isUnicodeEmoji } from '../resources/guild/emojis/index.ts'
import { checkEmbeds, EmbedRequests } from '../resources/messaging/messages/index.ts'
import { validate } from '../validation/validate.ts'
import { pathTo } from './faults.ts'
import { applicationsOf, botsOf, checkMember, type Place, refer, usersOf } from './reference-targets.ts'
import { addFieldFaults } from './request-faults.ts'
import type { WorldChannel, WorldMessage, WorldThread } from './world.ts'
import { timeOf } from './world-time.ts'

const FORUM_FIELDS = [
  'tags',
  'require_tag',
  'default_reaction_emoji',
  'default_sort_order',
  'default_forum_layout',
] as const
const THREADED: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
]

/** Checks the settings that only forums have. */
export function checkForum(place: Place, channel: WorldChannel, path: string): void {
  const { faults } = place
  const type = channel.type ?? ChannelType.GUILD_TEXT
  for (const field of FORUM_FIELDS) {
    if (channel[field] !== undefined && !isForum(type))
      faults.add(`${path}.${field}`, 'is for forums (type 15) and media channels (type 16) only')
  }
  checkEmoji(place, channel.default_reaction_emoji, `${path}.default_reaction_emoji`)
  const names = new Set<string>()
  for (const [key, tag] of Object.entries(channel.tags ?? {})) {
    const at = pathTo(`${path}.tags`, key)
    const name = (tag.name ?? key).toLowerCase()
    if (names.has(name)) faults.add(at, `there are two tags with the name ${JSON.stringify(name)}`)
    if (tag.name === undefined && [...key].length > 20) faults.add(at, 'needs a name of at most 20 characters')
    names.add(name)
    checkEmoji(place, tag.emoji, `${at}.emoji`)
  }
}

function checkEmoji({ guild, path, faults }: Place, emoji: string | undefined, at: string): void {
  if (emoji === undefined || isUnicodeEmoji(emoji)) return
  refer({ kind: 'emoji', entries: guild.emojis ?? {}, path: `${path}.emojis` }, emoji, at, faults)
}

/** Checks the threads and messages of a channel. */
export function checkConversations(place: Place, channel: WorldChannel, path: string): void {
  const { faults } = place
  const type = channel.type ?? ChannelType.GUILD_TEXT
  const hasNone = isForum(type) || type === ChannelType.GUILD_CATEGORY
  if (hasNone && channel.messages !== undefined) faults.add(`${path}.messages`, `channels of type ${type} have none`)
  if (channel.threads !== undefined && !THREADED.includes(type))
    faults.add(`${path}.threads`, `channels of type ${type} have none`)
  checkMessages(place, channel.messages ?? [], `${path}.messages`)
  for (const [key, thread] of Object.entries(channel.threads ?? {}))
    checkThread(place, channel, thread, pathTo(`${path}.threads`, key))
}

/** Checks the number of a guild's active threads. */
export function checkThreadCount({ guild, path, faults }: Place): void {
  const threads = Object.values(guild.channels ?? {}).flatMap((channel) => Object.values(channel.threads ?? {}))
  const active = threads.filter(({ archived }) => !archived).length
  if (active > ACTIVE_THREADS_MAX)
    faults.add(`${path}.channels`, `have ${active} active threads; at most ${ACTIVE_THREADS_MAX} are allowed`)
}

function checkThread(place: Place, channel: WorldChannel, thread: WorldThread, path: string): void {
  const { world, faults } = place
  const type = channel.type ?? ChannelType.GUILD_TEXT
  if (thread.private && type !== ChannelType.GUILD_TEXT)
    faults.add(`${path}.private`, 'only text channels (type 0) have private threads')
  if (thread.invitable !== undefined && !thread.private) faults.add(`${path}.invitable`, 'is for private threads only')
  if (thread.pinned !== undefined && !isForum(type)) faults.add(`${path}.pinned`, 'is for posts of a forum only')
  if (thread.archived_at !== undefined && !thread.archived)
    faults.add(`${path}.archived_at`, 'is for archived threads only')
  checkTime(place, thread.archived_at, `${path}.archived_at`)
  if (thread.owner !== undefined) refer(usersOf(world), thread.owner, `${path}.owner`, faults)
  checkBot(place, thread.owner_bot, `${path}.owner_bot`)
  if (thread.owner !== undefined && thread.owner_bot !== undefined)
    faults.add(path, 'must have one of owner and owner_bot')
  for (const [index, user] of (thread.members ?? []).entries()) checkMember(place, user, `${path}.members[${index}]`)
  for (const [index, bot] of (thread.bots ?? []).entries())
    refer(botsOf(place.guild, place.path), bot, `${path}.bots[${index}]`, faults)
  for (const [index, tag] of (thread.tags ?? []).entries())
    refer({ kind: 'tag', entries: channel.tags ?? {}, path: '' }, tag, `${path}.tags[${index}]`, faults)
  if (new Set(thread.tags).size < (thread.tags ?? []).length) faults.add(`${path}.tags`, 'names a tag twice')
  checkMessages(place, thread.messages ?? [], `${path}.messages`)
}

function checkBot({ world, faults }: Place, key: string | undefined, path: string): void {
  if (key === undefined || !refer(applicationsOf(world), key, path, faults)) return
  if (world.applications[key]?.bot === undefined)
    faults.add(path, `the application ${JSON.stringify(key)} has no bot: give it "bot": {}`)
}

/** Reports a text that has the form of a date but is none, such as 2026-02-30. */
export function checkTime({ faults }: Place, text: string | undefined, path: string): void {
  if (text !== undefined && timeOf(text) === null) faults.add(path, 'must be a date, ISO 8601')
}

function checkMessages(place: Place, messages: readonly WorldMessage[], path: string): void {
  const { faults } = place
  const pins = messages.filter(({ pinned }) => pinned).length
  if (pins > PINS_MAX) faults.add(path, `has ${pins} pinned messages; at most ${PINS_MAX} are allowed`)
  const earlier = new Set<string>()
  let last = 0n
  for (const [index, message] of messages.entries()) {
    const at = `${path}[${index}]`
    checkMessage(place, message, at)
    const { id, reply_to } = message
    if (reply_to !== undefined && !earlier.has(reply_to))
      faults.add(`${at}.reply_to`, `there is no earlier message ${reply_to} in this list`)
    if (message.reply_mentions !== undefined && reply_to === undefined)
      faults.add(`${at}.reply_mentions`, 'is for replies only')
    if (id === undefined) continue
    earlier.add(id)
    if (BigInt(id) < last) faults.add(`${at}.id`, 'is older than the message before; the oldest message comes first')
    last = BigInt(id)
  }
}

function checkMessage(place: Place, message: WorldMessage, path: string): void {
  const { world, guild, faults } = place
  const { author, bot, webhook, content = '', embeds = [], stickers = [] } = message
  if ([author, bot, webhook].filter((sender) => sender !== undefined).length !== 1)
    faults.add(path, 'must be of one of author, bot and webhook')
  if (author !== undefined) refer(usersOf(world), author, `${path}.author`, faults)
  checkBot(place, bot, `${path}.bot`)
  if (content.trim() === '' && embeds.length === 0 && stickers.length === 0)
    faults.add(path, 'must have content, embeds or stickers')
  checkTime(place, message.edited_at, `${path}.edited_at`)
  const targets = { kind: 'sticker', entries: guild.stickers ?? {}, path: `${place.path}.stickers` }
  for (const [index, sticker] of stickers.entries()) refer(targets, sticker, `${path}.stickers[${index}]`, faults)
  if (embeds.length === 0) return
  const found = new Faults()
  const requests = validate(EmbedRequests, embeds, found)
  if (!found.any) checkEmbeds(requests, found)
  addFieldFaults(found, `${path}.embeds`, faults)
}
