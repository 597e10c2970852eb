import { MessageFlag, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import { findChannel, presentThread } from '../channels/index.ts'
import { changeFiles, releaseFiles } from '../files/index.ts'
import { countDeletedMessages } from '../threads/index.ts'
import { findUser } from '../users/index.ts'
import { deletionReachesCopies, editReachesCopies } from './crosspost.ts'
import { messageDelete, messageDeleteBulk, messageUpdate } from './events.ts'
import { filesOf } from './files-of.ts'
import type { Message, ShownMessage } from './message.ts'
import { countVotes } from './poll-store.ts'
import { announce, expireLater, type Place, shownMessage } from './post.ts'
import { indexMessage, unindexMessages } from './search/indexing.ts'
import * as store from './store.ts'
import { addMentioned } from './thread-mentions.ts'

/** Fields whose change can change the files that a message shows. */
const SHOWING_FILES = ['attachments', 'sticker_items', 'snapshots'] as const

/** Stores a changed message and announces it; `edited` marks it as edited now. */
export async function changeMessage(
  work: Work,
  place: Place,
  before: Message,
  changes: Partial<Message>,
  options: { edited?: boolean } = {},
): Promise<ShownMessage> {
  const changed: Message = {
    ...before,
    ...changes,
    nonce: null,
    edited_at: options.edited ? work.now : before.edited_at,
  }
  const mentioning = place.view !== null && (changes.mentions !== undefined || changes.mention_roles !== undefined)
  const flags = mentioning && place.view ? await addMentioned(work, place.view, place.channel, changed) : changed.flags
  const message = { ...changed, flags }
  await store.update(work, message)
  if (SHOWING_FILES.some((field) => before[field] !== message[field])) {
    const { own, shared } = filesOf(message)
    await changeFiles(work, message, [...own, ...shared])
  }
  await editReachesCopies(work, before, message)
  if (message.poll && !before.poll) await expireLater(work, message, message.poll)
  await indexMessage(work, place.view, message)
  const shown = await shownMessage(work, place, message, await findUser(work, message.author_id))
  const reactions = (await store.countReactions(work, [message.id], 0n)).get(message.id) ?? []
  const votes = message.poll ? ((await countVotes(work, [message.id], 0n)).get(message.id) ?? []) : []
  const thread = message.thread_id === null ? undefined : await findChannel(work, message.thread_id)
  const whole = { ...shown, reactions, votes, ...(thread ? { thread: presentThread(thread) } : {}) }
  announce(work, messageUpdate, place, { shown: whole })
  return whole
}

/** Removes messages and announces it: one by itself, more in bulk. */
export async function deleteMessages(work: Work, place: Place, ids: readonly Snowflake[]): Promise<void> {
  if (ids.length === 0) return
  await store.remove(work, ids)
  await releaseFiles(work, ids)
  await deletionReachesCopies(work, place, ids)
  await unindexMessages(work, place.view, ids)
  if (place.channel.thread_metadata)
    await countDeletedMessages(work, place.channel.id, ids.filter((id) => id !== place.channel.id).length)
  const payload = { ids, channelId: place.channel.id, guildId: place.channel.guild_id }
  announce(work, ids.length === 1 ? messageDelete : messageDeleteBulk, place, payload)
}

/** Flags after SUPPRESS_EMBEDS was set or cleared: the only one that others than the author may change. */
export function suppressed(flags: number, wanted: number): number {
  return (flags & ~MessageFlag.SUPPRESS_EMBEDS) | (wanted & MessageFlag.SUPPRESS_EMBEDS)
}
