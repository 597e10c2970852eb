import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { AccountPurge } from '../../../accounts/deletions/consequences.ts'
import { deleteGameMessagesByAuthor, deleteGameMessagesOf } from '../store.ts'

/** Deletes the messages of a lobby or DM before an id. Games cannot read them any more, so nothing is emitted. */
export async function deleteMessagesBefore(work: Work, channelId: Snowflake, id: Snowflake): Promise<void> {
  await deleteGameMessagesOf(work, channelId, id)
}

/** Deletes the messages in games of a deleted account whose person chose so, some in each step. */
export async function removeGameMessagesOf(work: Work, purge: AccountPurge): Promise<void> {
  if (purge.messages === 'keep' || purge.left <= 0) return
  const removed = await deleteGameMessagesByAuthor(work, purge.user.id, purge.left)
  purge.removedMessages += removed
  purge.left -= removed
}
