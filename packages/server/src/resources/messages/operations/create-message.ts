import {
  ApiError,
  ATTACHMENTS_MAX,
  ChannelType,
  FORWARDABLE_MESSAGE_TYPES,
  has,
  invalidForm,
  MessageFlag,
  MessageObject,
  MessageReferenceType,
  MessageType,
  Permission,
  snowflakeAt,
  snowflakeTime,
} from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../../access/channel.ts'
import { type AttachmentSigner, UNSIGNED } from '../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { carryOut, checkMessage, writtenIn } from '../../auto-moderation/index.ts'
import { demandMayMessage, demandSlowmode } from '../../channels/index.ts'
import { demandDmBetween } from '../../guilds/index.ts'
import { composeMessage } from '../compose.ts'
import { callerReadsContent, presentFor } from '../content.ts'
import { shownMessages } from '../list.ts'
import type { ShownMessage, Message as Stored } from '../message.ts'
import { type MessageDraft, postMessage } from '../post.ts'
import { presentMessage } from '../present.ts'
import { MessageBody, type MessageRequest, withEmbedList } from '../schema.ts'
import * as store from '../store.ts'

const TEXTLESS: readonly number[] = [
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
  ChannelType.GUILD_DIRECTORY,
]

/** Create Message: text, embeds, files, components, a poll; a reply or a forward. */
export const createMessage = operation({
  id: 'create_message',
  method: 'POST',
  path: '/channels/:channel_id/messages',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: MessageBody,
  fromVersion9: withEmbedList,
  filesMax: ATTACHMENTS_MAX,
  responses: { 200: MessageObject },
  limit: { limit: 5, windowMs: 5_000 },

  async run({ caller, params, body, files, work, platform }) {
    const place = await channelForCaller(work, caller, params.channel_id, Permission.SEND_MESSAGES)
    await demandDm(work, place, caller)
    if (TEXTLESS.includes(place.channel.type)) throw new ApiError('NON_TEXT_CHANNEL')
    if (place.channel.thread_metadata?.locked && !has(place.permissions, Permission.MANAGE_THREADS))
      throw new ApiError('THREAD_LOCKED')
    const earlier = await sameNonce({ work, caller, body, urls: platform.attachmentUrls }, place)
    if (earlier) return earlier
    await demandSlowmode(work, place, caller, async () => {
      const last = await store.lastByAuthor(work, place.channel.id, caller.userId)
      return last === undefined ? null : snowflakeTime(last)
    })
    const reference = body.message_reference
    const forward = reference?.type === MessageReferenceType.FORWARD ? await forwarded(work, caller, body) : null
    const replied = reference && !forward ? await repliedTo(work, place, body) : undefined
    const content = writtenIn({ ...body, ...forward })
    const offence = await checkMessage(work, place, caller.user, { content })
    const draft = await composeMessage({
      work,
      platform,
      place,
      author: caller.user,
      permissions: place.permissions,
      body,
      files,
      replied: replied?.message.author_id ?? null,
      stickers: true,
      mayBeEmpty: forward !== null,
    })
    const type = replied ? { type: MessageType.REPLY, reference: referenceTo(replied.message) } : {}
    const flags = (draft.flags ?? 0) | (forward?.flags ?? 0)
    const shown = await postMessage(work, place, { ...draft, ...type, ...forward, flags }, replied)
    if (offence) await carryOut(work, { ...offence, messageId: shown.message.id })
    return presentFor(caller, shown, platform.attachmentUrls)
  },
})

/** Whom a bot could write to when the DM was opened may have left, or takes no messages any more. */
async function demandDm(work: Work, { channel, view }: ChannelAccess, caller: Caller): Promise<void> {
  const other = channel.recipient_ids.find((id) => id !== caller.userId)
  if (view || other === undefined || channel.type === ChannelType.GROUP_DM) return
  await demandMayMessage(work, caller.user, other)
  await demandDmBetween(work, caller.userId, other)
}

function referenceTo(message: Stored) {
  return {
    type: MessageReferenceType.DEFAULT,
    message_id: message.id,
    channel_id: message.channel_id,
    guild_id: message.guild_id,
  }
}

/** The message that is replied to; without it the reply is refused, or with `fail_if_not_exists: false` none. */
async function repliedTo(work: Work, place: ChannelAccess, body: MessageRequest): Promise<ShownMessage | undefined> {
  if (!has(place.permissions, Permission.READ_MESSAGE_HISTORY)) throw new ApiError('CANNOT_REPLY_WITHOUT_HISTORY')
  const id = body.message_reference?.message_id
  const message = id ? await store.find(work, place.channel.id, id) : undefined
  const elsewhere = body.message_reference?.channel_id
  if (elsewhere != null && elsewhere !== place.channel.id)
    throw badReference('REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL', 'Cannot reply to a message in a different channel')
  if (message && !FORWARDABLE_MESSAGE_TYPES.has(message.type))
    throw badReference('REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', 'Cannot reply to a system message')
  if (message) return (await shownMessages(work, [message], 0n))[0]
  if (body.message_reference?.fail_if_not_exists === false) return undefined
  throw unknownReference()
}

const badReference = (code: string, message: string) => invalidForm(['message_reference'], code, message)
const unknownReference = () => badReference('REPLIES_UNKNOWN_MESSAGE', 'Unknown message')

/** A forward: a snapshot of a message that the caller can read. [END-61] [ERR-3] */
async function forwarded(work: Work, caller: Caller, body: MessageRequest): Promise<Partial<MessageDraft>> {
  const { channel_id, message_id } = body.message_reference ?? {}
  if (!message_id) throw unknownReference()
  if (channel_id == null)
    throw invalidForm(['message_reference', 'channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const from = await channelForCaller(work, caller, channel_id)
  const message = has(from.permissions, Permission.READ_MESSAGE_HISTORY)
    ? await store.find(work, from.channel.id, message_id)
    : undefined
  if (!message) throw unknownReference()
  if (!FORWARDABLE_MESSAGE_TYPES.has(message.type) || message.poll) throw new ApiError('INVALID_MESSAGE_TYPE')
  if (!callerReadsContent(caller, message)) throw new ApiError('CANNOT_FORWARD_UNREADABLE')
  const [source] = await shownMessages(work, [message], 0n)
  if (!source) throw unknownReference()
  // What was forwarded is forwarded on as it was: a snapshot holds no other.
  const { author_id, application_id } = message
  const snapshots =
    message.snapshots.length > 0 ? message.snapshots : [{ message: snapshotOf(source), author_id, application_id }]
  return {
    flags: MessageFlag.HAS_SNAPSHOT,
    reference: { ...referenceTo(message), type: MessageReferenceType.FORWARD },
    snapshots,
  }
}

const SNAPSHOT_FIELDS = [
  'type',
  'content',
  'embeds',
  'attachments',
  'timestamp',
  'edited_timestamp',
  'flags',
  'mentions',
  'mention_roles',
  'sticker_items',
  'components',
] as const

/** Returns the snapshot as it is stored: addresses unsigned, and all attachments, also those that an embed shows. */
function snapshotOf(source: ShownMessage): Record<string, unknown> {
  const message = {
    ...presentMessage(source, new Set(), UNSIGNED),
    attachments: source.message.attachments,
  }
  return Object.fromEntries(
    SNAPSHOT_FIELDS.filter((key) => message[key] !== undefined).map((key) => [key, message[key]]),
  )
}

const NONCE_KEPT_MS = 5 * 60_000

/** With `enforce_nonce` a message sent twice in a few minutes is the first one again. */
async function sameNonce(
  { work, caller, body, urls }: { work: Work; caller: Caller; body: MessageRequest; urls: AttachmentSigner },
  place: ChannelAccess,
): Promise<MessageObject | undefined> {
  if (!body.enforce_nonce || body.nonce == null) return undefined
  const recent = await store.listByAuthor(work, place.channel.id, caller.userId, snowflakeAt(work.now - NONCE_KEPT_MS))
  const same = recent.find((message) => message.nonce === body.nonce)
  const [shown] = same ? await shownMessages(work, [same], caller.userId) : []
  return shown && same && presentFor(caller, { ...shown, message: same }, urls)
}
