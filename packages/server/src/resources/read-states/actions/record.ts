import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../kernel/work.ts'
import { type MentioningMessage, mentionTargets } from '../model.ts'
import * as store from '../store.ts'

/**
 * Records whom a new message mentions, and that its author has read it. A message without mentions by a bot or webhook
 * writes nothing.
 */
export async function recordMessage(
  work: Work,
  message: MentioningMessage,
  { recipientIds, byPerson }: { recipientIds: readonly Snowflake[]; byPerson: boolean },
): Promise<void> {
  const { id, channel_id, guild_id, author_id } = message
  if (byPerson) await store.advanceReadState(work, { user_id: author_id, channel_id, last_message_id: id })
  for (const target_id of mentionTargets(message, recipientIds))
    await store.insertMention(work, { target_id, message_id: id, channel_id, guild_id })
}
