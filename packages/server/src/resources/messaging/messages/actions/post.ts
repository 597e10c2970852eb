import { MessageReferenceType, MessageType } from '@guildhall/protocol'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { SystemMessage } from '../../../guild/channels/consequences.ts'
import { openDm } from '../../../guild/channels/index.ts'
import { addThreadMember, countNewMessage, unarchiveForMessage } from '../../threads/index.ts'
import {
  type ChannelLocation,
  countsInThread,
  type HydratedMessage,
  MESSAGE_DEFAULTS,
  type MessageDraft,
  type StoredMessage,
} from '../model.ts'
import { addMentionedMembers } from './add-mentioned-members.ts'
import { saveNewMessage } from './save.ts'

/**
 * Posts a message that has passed all rules. Every message is posted here: of people and bots, webhooks,
 * interactions, and of the platform itself.
 */
export async function postMessage(
  work: Work,
  given: ChannelLocation,
  draft: MessageDraft,
  referenced?: HydratedMessage | null,
): Promise<HydratedMessage> {
  const drafted = messageOfDraft(work, given, draft)
  const location = await openLocation(work, given, drafted)
  const { channel, view } = location
  // Before the message, so that members who are added to a private thread receive its event.
  const flags = view ? await addMentionedMembers(work, view, channel, drafted) : drafted.flags
  if (channel.thread_metadata && countsInThread(drafted)) await countNewMessage(work, channel.id)
  return saveNewMessage(work, location, { ...drafted, flags }, draft.author, referenced)
}

/** Message types whose author joins the thread. */
const JOINING: readonly number[] = [MessageType.DEFAULT, MessageType.REPLY]

/** Opens a DM for its recipients, or a thread for its author, and returns the location as it is then. */
async function openLocation(work: Work, location: ChannelLocation, message: StoredMessage): Promise<ChannelLocation> {
  const { channel, view } = location
  if (!view) {
    await openDm(work, channel, channel.recipient_ids)
    return location
  }
  if (!channel.thread_metadata) return location
  const thread = await unarchiveForMessage(work, channel)
  const joins = JOINING.includes(message.type) && message.webhook_id === null
  if (joins) await addThreadMember(work, view, thread, message.author_id)
  return { channel: thread, view }
}

/**
 * Returns the message that a draft becomes. Ephemeral messages are made of drafts too, but not stored with the
 * others.
 */
export function messageOfDraft(work: Work, { channel }: ChannelLocation, draft: MessageDraft): StoredMessage {
  const { author, ...fields } = draft
  return {
    ...MESSAGE_DEFAULTS,
    webhook_id: null,
    type: MessageType.DEFAULT,
    flags: 0,
    ...fields,
    id: draft.id ?? work.nextId(),
    channel_id: channel.id,
    guild_id: channel.guild_id,
    author_id: author.id,
    edited_at: null,
    pinned_at: null,
  }
}

/** Posts a message of the platform in a channel of a guild. */
export async function postSystemMessage(work: Work, { location, message }: SystemMessage): Promise<void> {
  await postMessage(work, location, message)
}

/** Posts the system message that tells a channel of a new thread. */
export async function postThreadCreated(
  work: Work,
  location: ChannelLocation,
  thread: Channel,
  author: User,
): Promise<void> {
  const { id, guild_id } = thread
  const reference = { type: MessageReferenceType.DEFAULT, message_id: null, channel_id: id, guild_id }
  await postMessage(work, location, { author, type: MessageType.THREAD_CREATED, content: thread.name ?? '', reference })
}
