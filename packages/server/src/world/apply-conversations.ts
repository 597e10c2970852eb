import {
  ChannelFlag,
  ChannelType,
  Faults,
  instant,
  MessageFlag,
  MessageType,
  mentionsIn,
  type Snowflake,
  snowflakeTime,
  wireTime,
} from '@guildhall/protocol'
import type { Channel } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { isForum, newChannel } from '../resources/guild/channels/index.ts'
import { presentStickerItem } from '../resources/guild/stickers/index.ts'
import {
  checkEmbeds,
  countsInThread,
  EmbedRequests,
  MESSAGE_DEFAULTS,
  referenceTo,
  restoreMessage,
  type StoredMessage,
} from '../resources/messaging/messages/index.ts'
import { restoreThread } from '../resources/messaging/threads/index.ts'
import { validate } from '../validation/validate.ts'
import { storedSticker } from './apply-guild-parts.ts'
import type { FilledChannel, FilledGuild, FilledMessage, FilledThread, FilledWorld } from './fill-world.ts'

const MINUTES_DEFAULT = 1_440

/** A guild that is being filled. */
interface Scene {
  readonly work: Work
  readonly guild: FilledGuild
  readonly world: FilledWorld
}

/** Adds the threads and messages of a guild. */
export async function addConversations(work: Work, guild: FilledGuild, world: FilledWorld): Promise<void> {
  const scene = { work, guild, world }
  for (const channel of Object.values(guild.channels)) {
    const started = new Set(Object.values(channel.threads ?? {}).map(({ id }) => id))
    const messages = (channel.messages ?? []).map((message) =>
      withThread(storedMessage(scene, channel.id, message), started),
    )
    for (const message of referTo(messages, channel.messages ?? [])) await restoreMessage(work, message)
    const threads = Object.values(channel.threads ?? {})
    for (const [index, thread] of threads.entries()) {
      // Each has its own time: pages of archived threads begin before a time.
      const at = work.now - (threads.length - 1 - index)
      await addThread(scene, channel, { ...thread, archived_at: thread.archived_at ?? wireTime(at) })
    }
  }
}

/** Returns the message that a thread started from with its mark. */
function withThread(message: StoredMessage, threadIds: ReadonlySet<string>): StoredMessage {
  if (!threadIds.has(String(message.id))) return message
  return { ...message, flags: message.flags | MessageFlag.HAS_THREAD, thread_id: message.id }
}

async function addThread(scene: Scene, parent: FilledChannel, thread: FilledThread): Promise<void> {
  const { work } = scene
  const given = thread.messages ?? []
  const messages = referTo(
    given.map((message) => storedMessage(scene, thread.id, message)),
    given,
  )
  const memberIds = membersOf(scene, thread)
  const count = messages.filter(countsInThread).length
  await restoreThread(
    work,
    newChannel({
      ...threadSettings(scene, parent, thread),
      owner_id: ownerOf(scene, thread),
      applied_tags: (thread.tags ?? []).map((key) => BigInt(parent.tags?.[key]?.id ?? 0)),
      member_count: memberIds.length,
      message_count: count,
      total_message_sent: count,
      last_pin_timestamp: lastPin(given),
    }),
    memberIds,
  )
  for (const message of messages) await restoreMessage(work, message)
}

function threadSettings({ work, guild }: Scene, parent: FilledChannel, thread: FilledThread) {
  const { archived = false, archived_at, auto_archive_duration, locked = false } = thread
  const isPinned = thread.pinned === true && isForum(parent.type)
  const created = snowflakeTime(BigInt(thread.id))
  return {
    id: BigInt(thread.id),
    guild_id: BigInt(guild.id),
    type: threadType(parent.type, thread.private === true),
    name: thread.name,
    parent_id: BigInt(parent.id),
    rate_limit_per_user: thread.rate_limit_per_user ?? parent.default_thread_rate_limit_per_user ?? 0,
    flags: isPinned ? ChannelFlag.PINNED : 0,
    thread_metadata: {
      archived,
      auto_archive_duration: auto_archive_duration ?? parent.default_auto_archive_duration ?? MINUTES_DEFAULT,
      // An active thread is as if unarchived now: its file may be older than its duration.
      archive_timestamp: archived && archived_at !== undefined ? instant(archived_at) : work.now,
      locked,
      invitable: thread.private ? (thread.invitable ?? true) : null,
      create_timestamp: Math.min(created, work.now),
    },
  } satisfies Partial<Channel>
}

function threadType(parentType: number, isPrivate: boolean): number {
  if (isPrivate) return ChannelType.PRIVATE_THREAD
  const isNews = parentType === ChannelType.GUILD_ANNOUNCEMENT
  return isNews ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
}

function ownerOf(scene: Scene, { owner, owner_bot }: FilledThread): Snowflake {
  return owner_bot === undefined ? userId(scene, owner ?? scene.guild.owner) : botId(scene, owner_bot)
}

function membersOf(scene: Scene, thread: FilledThread): Snowflake[] {
  const { members, bots } = thread
  if (!members && !bots) return isMember(scene, thread) ? [ownerOf(scene, thread)] : []
  const users = (members ?? []).map((key) => userId(scene, key))
  return [...new Set([...users, ...(bots ?? []).map((key) => botId(scene, key))])]
}

/** Whether the owner of a thread is still in the guild. */
function isMember({ guild }: Scene, { owner = guild.owner, owner_bot }: FilledThread): boolean {
  if (owner_bot !== undefined) return Object.hasOwn(guild.bots, owner_bot)
  return owner === guild.owner || guild.members?.includes(owner) === true
}

const userId = ({ world }: Scene, key: string): Snowflake => BigInt(world.users[key]?.id ?? 0)
const botId = ({ world }: Scene, key: string): Snowflake => BigInt(world.applications[key]?.bot?.id ?? 0)

/** Returns the time of the last pin in a channel or thread; null without pins. */
export function lastPin(messages: readonly FilledMessage[]): number | null {
  const pinned = messages.findLast((message) => message.pinned)
  return pinned ? pinTime(pinned) : null
}

/** The time of a pin is not known; that of the message keeps the order. */
function pinTime({ id }: FilledMessage): number {
  return snowflakeTime(BigInt(id))
}

function storedMessage(scene: Scene, channelId: string, message: FilledMessage): StoredMessage {
  const { guild } = scene
  const { content = '', embeds = [], stickers = [], edited_at, pinned = false, tts = false } = message
  const id = BigInt(message.id)
  const text = content.trim()
  const { users, roles, everyone } = mentionsIn(text)
  const mine = new Set(Object.values(guild.roles).map((role) => role.id))
  return {
    ...MESSAGE_DEFAULTS,
    ...senderOf(scene, message),
    id,
    channel_id: BigInt(channelId),
    guild_id: BigInt(guild.id),
    type: MessageType.DEFAULT,
    flags: 0,
    content: text,
    edited_at: edited_at === undefined ? null : instant(edited_at),
    pinned_at: pinned ? pinTime(message) : null,
    tts,
    mention_everyone: everyone && message.mention_everyone === true,
    mentions: users,
    mention_roles: roles.filter((role) => mine.has(String(role))),
    // The faults were found before the world was filled.
    embeds: checkEmbeds(validate(EmbedRequests, embeds, new Faults()), new Faults()),
    sticker_items: stickers.flatMap((key) => {
      const sticker = guild.stickers[key]
      return sticker ? [presentStickerItem(storedSticker(guild, sticker))] : []
    }),
  }
}

function senderOf(scene: Scene, { author, bot, webhook }: FilledMessage) {
  if (webhook) {
    const id = BigInt(webhook.id ?? 0)
    return { author_id: id, webhook_id: id, webhook: { name: webhook.name, avatar: null } }
  }
  return { author_id: bot === undefined ? userId(scene, author ?? '') : botId(scene, bot), webhook_id: null }
}

/** Returns the messages with their replies, which mention the author of the other message. */
function referTo(messages: readonly StoredMessage[], given: readonly FilledMessage[]): StoredMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return messages.map((message, index) => {
    const { reply_to, reply_mentions = true } = given[index] ?? {}
    const target = reply_to === undefined ? undefined : byId.get(BigInt(reply_to))
    if (!target) return message
    const mentions = reply_mentions && target.webhook_id === null ? [target.author_id] : []
    return {
      ...message,
      type: MessageType.REPLY,
      reference: referenceTo(target),
      mentions: [...new Set([...message.mentions, ...mentions])],
    }
  })
}
