/**
 * Every write of messages, reactions and votes, together with its event, so that rows and events cannot differ.
 */

import { instant, type Snowflake } from '@guildhall/protocol'
import type { Member, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { changeFiles, releaseFiles, useFiles } from '../../../accounts/files/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { findChannel, keepLastMessage, presentThread } from '../../../guild/channels/index.ts'
import { deleteMentions, recordMessage } from '../../read-states/index.ts'
import { countDeletedMessages } from '../../threads/index.ts'
import { messageCreated, messageEdited, messagesDeleting } from '../consequences.ts'
import { messageCreate, messageDelete, messageDeleteBulk, messageModerated, messageUpdate } from '../events.ts'
import { filesOf } from '../file-rules.ts'
import { pollExpires } from '../jobs.ts'
import { isPreview } from '../link-rules.ts'
import {
  accountOf,
  type ChannelLocation,
  type HydratedMessage,
  type MessageAuthor,
  type ReactionEmoji,
  type StoredMessage,
  type StoredPoll,
} from '../model.ts'
import { messagePollVoteAdd, messagePollVoteRemove } from '../poll-events.ts'
import * as pollStore from '../poll-store.ts'
import {
  messageReactionAdd,
  messageReactionRemove,
  messageReactionRemoveAll,
  messageReactionRemoveEmoji,
} from '../reaction-events.ts'
import * as reactionStore from '../reaction-store.ts'
import { indexMessage, unindexMessages } from '../search/actions/index-messages.ts'
import * as store from '../store.ts'
import { addMentionedMembers } from './add-mentioned-members.ts'
import { emitInChannel } from './emit.ts'
import { hydrateMessage } from './hydrate.ts'
import { updateCopiesAfterDeletion, updateCopiesAfterEdit } from './update-copies.ts'

/** Fields whose change can change the files that a message refers to. */
const FILE_FIELDS = ['attachments', 'sticker_items', 'snapshots'] as const

/**
 * Stores a new message and emits MESSAGE_CREATE.
 *
 * @throws UNKNOWN_MESSAGE (10008) when another message, whose files this one shares, was deleted meanwhile
 */
export async function saveNewMessage(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  author: MessageAuthor,
  referenced?: HydratedMessage | null,
): Promise<HydratedMessage> {
  await store.insertMessage(work, message)
  const { own, shared } = filesOf(message)
  if (own.length > 0 || shared.length > 0) await useFiles(work, message, own, shared)
  await indexMessage(work, location.view, message)
  const account = accountOf(author)
  const byPerson = account?.bot === false
  await recordMessage(work, message, { recipientIds: location.channel.recipient_ids, byPerson })
  if (message.poll) await schedulePollEnd(work, message, message.poll)
  const hydrated = await hydrateMessage(work, location, message, account, referenced)
  emitInChannel(work, messageCreate, location, { hydrated, channelType: location.channel.type })
  await work.follow(messageCreated, { location, hydrated })
  return hydrated
}

/** Stores a message that is older than the platform. It notifies nobody: nothing is emitted, and no mention counts. */
export async function restoreMessage(work: Work, message: StoredMessage): Promise<void> {
  await store.insertMessage(work, message)
  const { own } = filesOf(message)
  if (own.length > 0) await useFiles(work, message, own)
}

/** Stores a changed message and emits MESSAGE_UPDATE. `edited` sets `edited_at` to now. */
export async function saveMessage(
  work: Work,
  location: ChannelLocation,
  before: StoredMessage,
  changes: Partial<StoredMessage>,
  options: { edited?: boolean } = {},
): Promise<HydratedMessage> {
  const { channel, view } = location
  const rewritten = changes.content !== undefined && changes.content !== before.content
  const changed: StoredMessage = {
    ...before,
    ...changes,
    // Moderation metadata is about the former content. [LOB-6]
    ...(rewritten && { moderation_metadata: [] }),
    // Previews are of the links of the former content.
    ...(rewritten && { embeds: (changes.embeds ?? before.embeds).filter((embed) => !isPreview(embed)) }),
    nonce: null,
    edited_at: options.edited ? work.now : before.edited_at,
  }
  const mentionsChanged = changes.mentions !== undefined || changes.mention_roles !== undefined
  const flags = view && mentionsChanged ? await addMentionedMembers(work, view, channel, changed) : changed.flags
  const message = { ...changed, flags }
  await store.updateMessage(work, message)
  if (FILE_FIELDS.some((field) => before[field] !== message[field])) {
    const { own, shared } = filesOf(message)
    await changeFiles(work, message, [...own, ...shared])
  }
  await updateCopiesAfterEdit(work, before, message)
  if (message.poll && !before.poll) await schedulePollEnd(work, message, message.poll)
  await indexMessage(work, view, message)
  const hydrated = await hydrateMessage(work, location, message, await findUser(work, message.author_id))
  const reactions = (await reactionStore.countReactions(work, [message.id], 0n)).get(message.id) ?? []
  const votes = message.poll ? ((await pollStore.countVotes(work, [message.id], 0n)).get(message.id) ?? []) : []
  const thread = message.thread_id === null ? undefined : await findChannel(work, message.thread_id)
  const whole = { ...hydrated, reactions, votes, ...(thread ? { thread: presentThread(thread) } : {}) }
  emitInChannel(work, messageUpdate, location, { hydrated: whole, channelType: location.channel.type })
  await work.follow(messageEdited, { location, hydrated: whole, rewritten })
  return whole
}

/**
 * Stores what a game's server wrote about a direct message, and emits MESSAGE_UPDATE to that game alone. [END-65]
 */
export async function saveModerationMetadata(
  work: Work,
  location: ChannelLocation,
  before: StoredMessage,
  pairs: StoredMessage['moderation_metadata'],
): Promise<void> {
  const message = { ...before, moderation_metadata: pairs }
  await store.updateMessage(work, message)
  const hydrated = await hydrateMessage(work, location, message, await findUser(work, message.author_id))
  emitInChannel(work, messageModerated, location, { hydrated, channelType: location.channel.type })
}

/** Schedules the job that ends a poll at its expiry. */
async function schedulePollEnd(work: Work, { id, channel_id }: StoredMessage, poll: StoredPoll): Promise<void> {
  await work.schedule(pollExpires, id.toString(), instant(poll.expiry), { channelId: channel_id, messageId: id })
}

/** Deletes messages of one channel. Emits MESSAGE_DELETE for one, MESSAGE_DELETE_BULK for more. */
export async function deleteMessages(work: Work, location: ChannelLocation, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length === 0) return
  const { channel, view } = location
  await work.follow(messagesDeleting, { location, ids })
  await keepLastMessage(work, channel, ids)
  await store.deleteMessages(work, ids)
  await releaseFiles(work, ids)
  await deleteMentions(work, ids)
  await updateCopiesAfterDeletion(work, location, ids)
  await unindexMessages(work, view, ids)
  if (channel.thread_metadata)
    await countDeletedMessages(work, channel.id, ids.filter((id) => id !== channel.id).length)
  const payload = { ids, channelId: channel.id, guildId: channel.guild_id, channelType: channel.type }
  emitInChannel(work, ids.length === 1 ? messageDelete : messageDeleteBulk, location, payload)
}

/** Stores a message from which the name of a deleted account was taken out. Clients know that the account is gone. */
export function saveWithoutEvent(work: Work, message: StoredMessage): Promise<void> {
  return store.updateMessage(work, message)
}

/** Deletes rows of messages whose channel is gone, without an event. */
export async function removeLostMessages(work: Work, ids: readonly Snowflake[]): Promise<void> {
  await store.deleteMessages(work, ids)
  await releaseFiles(work, ids)
}

/** Stores a reaction and emits MESSAGE_REACTION_ADD. Emits nothing when the user has reacted with the emoji already. */
export async function createReaction(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  reaction: { emoji: ReactionEmoji; userId: Snowflake; member?: { member: Member; user: User } | undefined },
): Promise<void> {
  const { emoji, userId, member } = reaction
  if (!(await reactionStore.insertReaction(work, message.id, emoji, userId, work.now))) return
  const payload = { ...eventFieldsOf(location, message), userId, emoji, ...(member ? { member } : {}) }
  emitInChannel(work, messageReactionAdd, location, payload)
}

/** Deletes one user's reaction, the reactions with one emoji, or all, and emits the event of that selection. */
export async function removeReactions(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  { emoji, userId }: { emoji: ReactionEmoji | null; userId?: Snowflake | undefined },
): Promise<void> {
  const selection = { ...(emoji ? { key: emoji.key } : {}), ...(userId === undefined ? {} : { userId }) }
  if ((await reactionStore.deleteReactions(work, message.id, selection)) === 0) return
  const ofEmoji = emoji ? messageReactionRemoveEmoji : messageReactionRemoveAll
  const type = userId === undefined ? ofEmoji : messageReactionRemove
  emitInChannel(work, type, location, { ...eventFieldsOf(location, message), userId: userId ?? 0n, emoji })
}

function eventFieldsOf({ channel }: ChannelLocation, { id, author_id }: StoredMessage) {
  return { channelId: channel.id, guildId: channel.guild_id, messageId: id, messageAuthorId: author_id }
}

/** Stores a vote and emits MESSAGE_POLL_VOTE_ADD. */
export async function createVote(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  vote: { answerId: number; userId: Snowflake },
): Promise<void> {
  await pollStore.insertVote(work, message.id, vote.answerId, vote.userId)
  emitInChannel(work, messagePollVoteAdd, location, { ...eventFieldsOf(location, message), ...vote })
}

/** Deletes a vote and emits MESSAGE_POLL_VOTE_REMOVE. */
export async function removeVote(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  vote: { answerId: number; userId: Snowflake },
): Promise<void> {
  await pollStore.deleteVote(work, message.id, vote.answerId, vote.userId)
  emitInChannel(work, messagePollVoteRemove, location, { ...eventFieldsOf(location, message), ...vote })
}
