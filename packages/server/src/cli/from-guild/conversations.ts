/** Tags, threads and messages of channels, as a world file has them. */
import { AUTO_ARCHIVE_MINUTES, ChannelFlag, ChannelType, MESSAGE_CONTENT_MAX, MessageType } from '@guildhall/protocol'
import type { WorldEmbed, WorldMessage, WorldTag, WorldThread } from '../../world/index.ts'
import { cut, defined, fromEntries } from './entries.ts'
import type { GuildFacts, ReadThread } from './guild-facts.ts'
import { isOfWebhook, type Leave, type Names, named } from './names.ts'
import type { EmojiReference, WireChannel, WireEmbed, WireMessage } from './wire.ts'

const FORUM_TAGS_MAX = 20
const APPLIED_TAGS_MAX = 5
const SLOWMODE_MAX = 21_600
/** Types of messages that people and bots write. Replies of commands become plain messages of their bot. */
const WRITTEN: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]

/** A guild that is turned into a part of a world file. */
export interface Scene {
  readonly facts: GuildFacts
  readonly names: Names
  readonly leave: Leave
  /** Returns the emoji of a reference as a world file names it; undefined without one that the file has. */
  emojiOf(reference: EmojiReference): string | undefined
}

/** Returns the keys of a forum's tags. */
function tagKeysOf({ available_tags }: WireChannel): Map<string, string> {
  return named((available_tags ?? []).slice(0, FORUM_TAGS_MAX), ({ name }) => name, 'tag')
}

/** Returns the tags of a forum. */
export function tagsOf(scene: Scene, channel: WireChannel): Record<string, WorldTag> {
  const keys = tagKeysOf(channel)
  const tags = (channel.available_tags ?? []).filter(({ id }) => keys.has(id))
  return fromEntries(tags, keys, (tag) =>
    defined({
      id: tag.id,
      name: cut(tag.name, 20) || undefined,
      moderated: tag.moderated || undefined,
      emoji: scene.emojiOf(tag),
    }),
  )
}

/** Returns the threads of a channel that were read. */
export function threadsOf(scene: Scene, channel: WireChannel): Record<string, WorldThread> {
  const threads = scene.facts.threads.filter(({ parent_id }) => parent_id === channel.id)
  const keys = named(threads, ({ name }) => name ?? '', 'thread')
  const tags = tagKeysOf(channel)
  return fromEntries(threads, keys, (thread) => threadOf(scene, thread, tags))
}

function threadOf(scene: Scene, thread: ReadThread, tagKeys: ReadonlyMap<string, string>): WorldThread {
  const { thread_metadata: metadata, rate_limit_per_user: slowmode } = thread
  const isPrivate = thread.type === ChannelType.PRIVATE_THREAD
  const tags = [...new Set(thread.applied_tags ?? [])].flatMap((id) => tagKeys.get(id) ?? [])
  const messages = messagesOf(scene, thread.id)
  return defined({
    id: thread.id,
    name: cut(thread.name ?? '', 100) || undefined,
    private: isPrivate || undefined,
    ...ownerOf(scene, thread),
    ...membersOf(scene, thread),
    archived: metadata.archived || undefined,
    archived_at: metadata.archived ? metadata.archive_timestamp : undefined,
    locked: metadata.locked || undefined,
    invitable: isPrivate ? (metadata.invitable ?? undefined) : undefined,
    pinned: ((thread.flags ?? 0) & ChannelFlag.PINNED) !== 0 || undefined,
    auto_archive_duration: archiveMinutes(metadata.auto_archive_duration),
    rate_limit_per_user: slowmode ? Math.min(slowmode, SLOWMODE_MAX) : undefined,
    tags: tags.length > 0 ? tags.slice(0, APPLIED_TAGS_MAX) : undefined,
    messages: messages.length > 0 ? messages : undefined,
  })
}

/** Returns a documented time of inactivity in minutes; undefined for any other. */
export function archiveMinutes(minutes: number | null | undefined): number | undefined {
  return AUTO_ARCHIVE_MINUTES.find((documented) => documented === minutes)
}

function ownerOf({ names, leave }: Scene, { owner_id }: ReadThread): { owner?: string; owner_bot?: string } {
  const [owner, owner_bot] = [names.users.get(owner_id ?? ''), names.bots.get(owner_id ?? '')]
  if (owner !== undefined) return { owner }
  if (owner_bot !== undefined) return { owner_bot }
  leave("owners of threads, whom the bot cannot look up: the guild's owner stands for them")
  return {}
}

function membersOf({ facts, names, leave }: Scene, { memberIds }: ReadThread) {
  if (memberIds === null) return {}
  const read = new Set([facts.owner.id, facts.bot.user.id, ...facts.members.map(({ user }) => user.id)])
  const kept = memberIds.filter((id) => read.has(id))
  const members = kept.flatMap((id) => names.users.get(id) ?? [])
  const bots = kept.flatMap((id) => names.bots.get(id) ?? [])
  const unknown = memberIds.length - members.length - bots.length
  if (unknown > 0) leave('members of threads who are not in the file', unknown)
  return { members, ...(bots.length > 0 && { bots }) }
}

/** Returns the messages of a channel or thread that were read, the oldest first. */
export function messagesOf(scene: Scene, channelId: string): WorldMessage[] {
  const written = new Set<string>()
  return (scene.facts.messages.get(channelId) ?? []).flatMap((message) => {
    const kept = messageOf(scene, message, written)
    if (kept) written.add(message.id)
    return kept ?? []
  })
}

function messageOf(scene: Scene, message: WireMessage, written: ReadonlySet<string>): WorldMessage | null {
  const { names, leave } = scene
  if (!WRITTEN.includes(message.type)) return left(leave, 'messages of the platform itself')
  if ([...message.content].length > MESSAGE_CONTENT_MAX)
    return left(leave, `messages of more than ${MESSAGE_CONTENT_MAX} characters`)
  const embeds = (message.embeds ?? []).flatMap((embed) => embedOf(embed) ?? []).slice(0, 10)
  const items = message.sticker_items ?? []
  const stickers = items.flatMap(({ id }) => names.stickers.get(id) ?? []).slice(0, 3)
  if (message.content.trim() === '' && embeds.length === 0 && stickers.length === 0)
    return left(leave, 'messages of attachments, components, polls, forwards or stickers of other guilds alone')
  const attachments = message.attachments?.length ?? 0
  if (attachments > 0) leave('attachments', attachments)
  const reactions = (message.reactions ?? []).reduce((sum, { count }) => sum + (count ?? 1), 0)
  if (reactions > 0) leave('reactions to messages', reactions)
  return defined({
    id: message.id,
    ...senderOf(scene, message),
    content: message.content || undefined,
    embeds: embeds.length > 0 ? embeds : undefined,
    stickers: stickers.length > 0 ? stickers : undefined,
    ...replyOf(scene, message, written),
    edited_at: message.edited_timestamp ?? undefined,
    pinned: message.pinned || undefined,
    tts: message.tts || undefined,
    mention_everyone: message.mention_everyone || undefined,
  })
}

function left(leave: Leave, what: string): null {
  leave(what)
  return null
}

function senderOf({ names }: Scene, message: WireMessage): Pick<WorldMessage, 'author' | 'bot' | 'webhook'> {
  const { author, webhook_id } = message
  if (isOfWebhook(message)) return { webhook: { id: webhook_id ?? '', name: cut(author.username, 100) || 'Webhook' } }
  const bot = names.bots.get(author.id)
  return bot === undefined ? { author: names.users.get(author.id) ?? '' } : { bot }
}

function replyOf({ leave }: Scene, message: WireMessage, written: ReadonlySet<string>) {
  if (message.type !== MessageType.REPLY) return {}
  const target = message.message_reference?.message_id
  if (!target || !written.has(target)) {
    leave('references of replies to messages that are not in the file')
    return {}
  }
  const author = message.referenced_message?.author.id
  const mentions = message.mentions?.some(({ id }) => id === author) ?? false
  return { reply_to: target, ...(!mentions && { reply_mentions: false }) }
}

/** Returns an embed that a bot wrote. Previews of links are the platform's own, and are not stored. */
function embedOf(embed: WireEmbed): WorldEmbed | null {
  if (embed.type !== 'rich') return null
  const { footer, image, thumbnail, author, fields } = embed
  return defined({
    title: embed.title || undefined,
    description: embed.description || undefined,
    url: embed.url || undefined,
    timestamp: embed.timestamp || undefined,
    color: embed.color ?? undefined,
    footer: footer?.text ? defined({ text: footer.text, icon_url: footer.icon_url || undefined }) : undefined,
    image: image?.url ? { url: image.url } : undefined,
    thumbnail: thumbnail?.url ? { url: thumbnail.url } : undefined,
    author: author?.name
      ? defined({ name: author.name, url: author.url || undefined, icon_url: author.icon_url || undefined })
      : undefined,
    fields: fields?.length
      ? fields.map(({ name, value, inline }) => ({ name, value, ...(inline && { inline }) }))
      : undefined,
  }) as WorldEmbed
}
