import { type AttachmentObject, ChannelType, type EmbedObject, MessageType, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../../kernel/model.ts'
import type { StoredMessage } from '../model.ts'

const TEXT_MAX = 128

/** Returns any text in a form that the value of a mark may have. */
const encoded = (text: string) => Buffer.from(text.slice(0, TEXT_MAX).toWellFormed()).toString('hex') || '0'

/** Content that the `has` filter selects. */
export type ContentKind = 'link' | 'embed' | 'file' | 'image' | 'video' | 'sound' | 'sticker' | 'poll' | 'snapshot'

/** Index marks by which searches filter messages, one function for each kind of mark. */
export const mark = {
  /** Channel of the message. Messages in a thread also have the mark of its parent. */
  channel: (id: Snowflake) => `c_${id}`,
  /** Message in a private thread of this channel. */
  privateIn: (channelId: Snowflake) => `w_${channelId}`,
  privateThread: (id: Snowflake) => `t_${id}`,
  author: (id: Snowflake) => `a_${id}`,
  authorType: (type: string) => `k_${type}`,
  mentions: (userId: Snowflake) => `m_${userId}`,
  mentionsRole: (roleId: Snowflake) => `r_${roleId}`,
  mentionsEveryone: 'e_1',
  repliedUser: (id: Snowflake) => `u_${id}`,
  repliedMessage: (id: Snowflake) => `q_${id}`,
  has: (kind: ContentKind) => `h_${kind}`,
  pinned: 'p_1',
  linkHostname: (name: string) => `l_${encoded(name.toLowerCase())}`,
  embedType: (type: string) => `y_${type}`,
  /** Embed provider, case-sensitive. */
  embedProvider: (name: string) => `o_${encoded(name)}`,
  extension: (extension: string) => `x_${encoded(extension.toLowerCase().replace(/^\./, ''))}`,
  filename: (name: string) => `f_${encoded(name.toLowerCase())}`,
} as const

/** Facts beside the message itself that its marks depend on. */
export interface MessageContext {
  readonly channel: Channel
  readonly authorIsBot: boolean
  /** Author of the message replied to; null when that message was deleted. */
  readonly repliedUserId: Snowflake | null
}

/** Returns the marks of a message. */
export function marksOf(message: StoredMessage, context: MessageContext): string[] {
  const replied = repliedTo(message)
  return [
    ...channelMarks(context.channel),
    mark.author(message.author_id),
    mark.authorType(message.webhook ? 'webhook' : context.authorIsBot ? 'bot' : 'user'),
    ...message.mentions.map(mark.mentions),
    ...message.mention_roles.map(mark.mentionsRole),
    ...(message.mention_everyone ? [mark.mentionsEveryone] : []),
    ...(replied ? [mark.repliedMessage(replied)] : []),
    ...(context.repliedUserId ? [mark.repliedUser(context.repliedUserId)] : []),
    ...(message.pinned_at === null ? [] : [mark.pinned]),
    ...contentMarks(message),
  ]
}

/** Returns the message that a reply replies to. References of other message types are not replies. */
export function repliedTo({ type, reference }: StoredMessage): Snowflake | null {
  return type === MessageType.REPLY ? (reference?.message_id ?? null) : null
}

/** Scope channel of messages in private threads: their visibility depends on thread membership, not on the parent. */
export const PRIVATE_SCOPE = 0n

/** Returns the channel whose permissions decide who may find the messages of a channel or thread. */
export function scopeChannelOf({ id, type, parent_id, thread_metadata }: Channel): Snowflake {
  if (type === ChannelType.PRIVATE_THREAD) return PRIVATE_SCOPE
  return thread_metadata && parent_id !== null ? parent_id : id
}

function channelMarks({ id, type, parent_id, thread_metadata }: Channel): string[] {
  if (!thread_metadata || parent_id === null) return [mark.channel(id)]
  const marks = [mark.channel(id), mark.channel(parent_id)]
  return type === ChannelType.PRIVATE_THREAD ? [...marks, mark.privateIn(parent_id), mark.privateThread(id)] : marks
}

function contentMarks(message: StoredMessage): string[] {
  const { embeds, attachments, content } = message
  const links = linksIn(content)
  const marks = [
    ...links.map(mark.linkHostname),
    ...embeds.flatMap(embedMarks),
    ...attachments.flatMap(attachmentMarks),
  ]
  if (links.length > 0) marks.push(mark.has('link'))
  if (embeds.length > 0) marks.push(mark.has('embed'))
  if (attachments.length > 0) marks.push(mark.has('file'))
  if (message.sticker_items.length > 0) marks.push(mark.has('sticker'))
  if (message.poll) marks.push(mark.has('poll'))
  if (message.snapshots.length > 0) marks.push(mark.has('snapshot'))
  return [...new Set(marks)]
}

const LINK = /\bhttps?:\/\/([^\s/?#<>"')\]]+)/gi

/** Returns the host names of the links in a text. */
function linksIn(text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([, authority = '']) => {
    const name = authority.replace(/^.*@/, '').replace(/:\d*$/, '')
    return name === '' ? [] : [name]
  })
}

/** Embed types of the search filter by type of the embed object. */
const EMBED_KINDS: Readonly<Record<string, string>> = { gifv: 'gif', image: 'image', video: 'video', audio: 'sound' }

function embedMarks({ type, image, video, provider }: EmbedObject): string[] {
  const kind = EMBED_KINDS[String(type)] ?? 'article'
  const marks = [mark.embedType(kind)]
  if (image) marks.push(mark.embedType('image'))
  if (video) marks.push(mark.embedType('video'))
  if (image || kind === 'image' || kind === 'gif') marks.push(mark.has('image'))
  if (video || kind === 'video') marks.push(mark.has('video'))
  if (provider?.name != null) marks.push(mark.embedProvider(provider.name))
  return marks
}

const MEDIA: Readonly<Record<string, ContentKind>> = { image: 'image', video: 'video', audio: 'sound' }

/** Returns the marks of a file: its name, its name without extension, each word of it, and its kind. */
function attachmentMarks({ filename: name, content_type }: AttachmentObject): string[] {
  const [, stem = name, extension = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? []
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const marks = [name, stem, ...words].map(mark.filename)
  if (extension !== '') marks.push(mark.extension(extension))
  const kind = MEDIA[(content_type ?? '').split('/')[0] ?? '']
  return kind ? [...marks, mark.has(kind)] : marks
}
