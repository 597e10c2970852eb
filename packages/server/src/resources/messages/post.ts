import { instant, MessageReferenceType, MessageType, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import { type EventType, guildTopic, userTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { openDm } from '../channels/index.ts'
import { useFiles } from '../files/index.ts'
import { addThreadMember, unarchiveForMessage } from '../threads/index.ts'
import { listUsers } from '../users/index.ts'
import { messageCreate } from './events.ts'
import { filesOf } from './files-of.ts'
import {
  countsInThread,
  MESSAGE_DEFAULTS,
  type Message,
  type MessageData,
  type Poll,
  type ShownMessage,
} from './message.ts'
import { indexMessage } from './search/indexing.ts'
import * as store from './store.ts'
import { addMentioned } from './thread-mentions.ts'

/** Where a message goes: the channel, and its guild's view unless it is a DM. */
export interface Place {
  readonly channel: Channel
  readonly view: GuildView | null
}

export type MessageDraft = Partial<MessageData> & {
  id?: Snowflake
  author: User
  type?: number
  flags?: number
  content: string
  webhook_id?: Snowflake | null
}

/**
 * Stores a message that has passed all rules and announces it. Every message goes through here, whoever writes it:
 * people and bots, webhooks, interactions, the platform itself.
 */
export async function postMessage(
  work: Work,
  given: Place,
  draft: MessageDraft,
  referenced?: ShownMessage | null,
): Promise<ShownMessage> {
  const drafted = messageOfDraft(work, given, draft)
  const place = await opened(work, given, drafted)
  // Before the message, so that members who are added to a private thread are sent it.
  const flags = place.view ? await addMentioned(work, place.view, place.channel, drafted) : drafted.flags
  const message = { ...drafted, flags }
  await store.insert(work, message)
  await useFilesOf(work, message)
  await indexMessage(work, place.view, message)
  if (message.poll) await expireLater(work, message, message.poll)
  const shown = await shownMessage(work, place, message, draft.author, referenced)
  announce(work, messageCreate, place, { shown })
  return shown
}

const JOINING: readonly number[] = [MessageType.DEFAULT, MessageType.REPLY]

/** @throws 10008 when a message whose files this one shows was deleted meanwhile */
async function useFilesOf(work: Work, message: Message): Promise<void> {
  const { own, shared } = filesOf(message)
  if (own.length > 0 || shared.length > 0) await useFiles(work, message, own, shared)
}

/** The place as it is for a message to be written there: a DM is shown to both, a thread is open and its writer in it. */
async function opened(work: Work, { channel, view }: Place, message: Message): Promise<Place> {
  if (!view) {
    await openDm(work, channel, channel.recipient_ids)
    return { channel, view }
  }
  if (!channel.thread_metadata) return { channel, view }
  const thread = await unarchiveForMessage(work, channel, countsInThread(message))
  const joins = JOINING.includes(message.type) && message.webhook_id === null
  if (joins) await addThreadMember(work, view, thread, message.author_id)
  return { channel: thread, view }
}

/** A poll ends by itself when its time has come. */
export async function expireLater(work: Work, { id, channel_id }: Message, poll: Poll): Promise<void> {
  await work.schedule('poll-expired', id.toString(), instant(poll.expiry), { channelId: channel_id, messageId: id })
}

/** The message that a draft becomes; ephemeral ones are never stored, so they are made of it and no more. */
export function messageOfDraft(work: Work, place: Place, draft: MessageDraft): Message {
  const { author, ...fields } = draft
  return {
    ...MESSAGE_DEFAULTS,
    webhook_id: null,
    type: MessageType.DEFAULT,
    flags: 0,
    ...fields,
    id: draft.id ?? work.nextId(),
    channel_id: place.channel.id,
    guild_id: place.channel.guild_id,
    author_id: author.id,
    edited_at: null,
    pinned_at: null,
  }
}

/** Announces an event about a message: to the guild, or to each recipient of a DM. */
export function announce<P>(work: Work, type: EventType<P>, place: Place, payload: P): void {
  const { channel } = place
  if (channel.guild_id !== null) work.emit(type, guildTopic(channel.guild_id), payload)
  else for (const userId of channel.recipient_ids) work.emit(type, userTopic(userId), payload)
}

/** Collects what showing a new or changed message takes. */
export async function shownMessage(
  work: Work,
  { view }: Place,
  message: Message,
  author: User | undefined,
  referenced?: ShownMessage | null,
): Promise<ShownMessage> {
  const users = message.mentions.length > 0 ? await listUsers(work, message.mentions) : new Map<Snowflake, User>()
  const mentioned = message.mentions.flatMap((id) => users.get(id) ?? [])
  const members = new Map<Snowflake, Member>()
  if (view) {
    for (const id of new Set([message.author_id, ...message.mentions])) {
      const member = message.webhook && id === message.author_id ? undefined : await memberInGuild(work, view, id)
      if (member) members.set(id, member)
    }
  }
  return { message, author, mentioned, members, ...(referenced === undefined ? {} : { referenced }) }
}

/** Tells a channel of a thread in it. */
export async function announceThread(work: Work, place: Place, thread: Channel, author: User): Promise<void> {
  const reference = {
    type: MessageReferenceType.DEFAULT,
    message_id: null,
    channel_id: thread.id,
    guild_id: thread.guild_id,
  }
  await postMessage(work, place, { author, type: MessageType.THREAD_CREATED, content: thread.name ?? '', reference })
}
