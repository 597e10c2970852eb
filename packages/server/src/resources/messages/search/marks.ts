import { ChannelType, MessageType, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import type { Message } from '../message.ts'

const TEXT_MAX = 128

/** Any text as the value of a mark. */
const spelled = (text: string) => Buffer.from(text.slice(0, TEXT_MAX).toWellFormed()).toString('hex') || '0'

export type Thing = 'link' | 'embed' | 'file' | 'image' | 'video' | 'sound' | 'sticker' | 'poll' | 'snapshot'

/** The marks that messages are narrowed down by, one function for each kind. */
export const mark = {
  /** The channel, and of a message in a thread the thread's parent too. */
  channel: (id: Snowflake) => `c_${id}`,
  /** In a private thread of this channel. */
  privateIn: (channelId: Snowflake) => `w_${channelId}`,
  privateThread: (id: Snowflake) => `t_${id}`,
  author: (id: Snowflake) => `a_${id}`,
  authorType: (type: string) => `k_${type}`,
  mentions: (userId: Snowflake) => `m_${userId}`,
  mentionsRole: (roleId: Snowflake) => `r_${roleId}`,
  mentionsEveryone: 'e_1',
  repliedUser: (id: Snowflake) => `u_${id}`,
  repliedMessage: (id: Snowflake) => `q_${id}`,
  has: (thing: Thing) => `h_${thing}`,
  pinned: 'p_1',
  linkHostname: (name: string) => `l_${spelled(name.toLowerCase())}`,
  embedType: (type: string) => `y_${type}`,
  /** By its name as it is spelled. */
  embedProvider: (name: string) => `o_${spelled(name)}`,
  extension: (extension: string) => `x_${spelled(extension.toLowerCase().replace(/^\./, ''))}`,
  filename: (name: string) => `f_${spelled(name.toLowerCase())}`,
} as const

/** What else than the message itself its marks are made of. */
export interface Surroundings {
  readonly channel: Channel
  readonly authorIsBot: boolean
  /** Of the message replied to; null when it is gone. */
  readonly repliedUserId: Snowflake | null
}

export function marksOf(message: Message, around: Surroundings): string[] {
  const replied = repliedTo(message)
  return [
    ...placeMarks(around.channel),
    mark.author(message.author_id),
    mark.authorType(message.webhook ? 'webhook' : around.authorIsBot ? 'bot' : 'user'),
    ...message.mentions.map(mark.mentions),
    ...message.mention_roles.map(mark.mentionsRole),
    ...(message.mention_everyone ? [mark.mentionsEveryone] : []),
    ...(replied ? [mark.repliedMessage(replied)] : []),
    ...(around.repliedUserId ? [mark.repliedUser(around.repliedUserId)] : []),
    ...(message.pinned_at === null ? [] : [mark.pinned]),
    ...contentMarks(message),
  ]
}

/** The message that a reply replies to: others refer to messages, too, and are none. */
export function repliedTo({ type, reference }: Message): Snowflake | null {
  return type === MessageType.REPLY ? (reference?.message_id ?? null) : null
}

/** Where messages of private threads stand: they are found by who is in them, not by who reads the parent. */
export const PRIVATE_PLACE = 0n

/** The channel by which it is decided who may find what stands here. */
export function placeOf({ id, type, parent_id, thread_metadata }: Channel): Snowflake {
  if (type === ChannelType.PRIVATE_THREAD) return PRIVATE_PLACE
  return thread_metadata && parent_id !== null ? parent_id : id
}

function placeMarks({ id, type, parent_id, thread_metadata }: Channel): string[] {
  if (!thread_metadata || parent_id === null) return [mark.channel(id)]
  const place = [mark.channel(id), mark.channel(parent_id)]
  return type === ChannelType.PRIVATE_THREAD ? [...place, mark.privateIn(parent_id), mark.privateThread(id)] : place
}

function contentMarks(message: Message): string[] {
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

/** The host names of a text's links. */
function linksIn(text: string): string[] {
  return [...text.matchAll(LINK)].flatMap(([, authority = '']) => {
    const name = authority.replace(/^.*@/, '').replace(/:\d*$/, '')
    return name === '' ? [] : [name]
  })
}

/** Kinds of embeds as search names them, which are not those of the embed object. */
const EMBED_KINDS: Readonly<Record<string, string>> = { gifv: 'gif', image: 'image', video: 'video', audio: 'sound' }

function embedMarks({ type, image, video, provider }: Record<string, unknown>): string[] {
  const kind = EMBED_KINDS[String(type)] ?? 'article'
  const marks = [mark.embedType(kind)]
  if (image) marks.push(mark.embedType('image'))
  if (video) marks.push(mark.embedType('video'))
  if (image || kind === 'image' || kind === 'gif') marks.push(mark.has('image'))
  if (video || kind === 'video') marks.push(mark.has('video'))
  const name = (provider as { name?: unknown } | undefined)?.name
  if (typeof name === 'string') marks.push(mark.embedProvider(name))
  return marks
}

const MEDIA: Readonly<Record<string, Thing>> = { image: 'image', video: 'video', audio: 'sound' }

/** A file is found by its whole name, by the name without extension, and by each word of it. */
function attachmentMarks({ filename, content_type }: Record<string, unknown>): string[] {
  const name = String(filename ?? '')
  const [, stem = name, extension = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? []
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const marks = [name, stem, ...words].map(mark.filename)
  if (extension !== '') marks.push(mark.extension(extension))
  const thing = MEDIA[String(content_type ?? '').split('/')[0] ?? '']
  return thing ? [...marks, mark.has(thing)] : marks
}
