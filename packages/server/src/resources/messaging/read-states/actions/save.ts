import type { Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type MessageAck, messageAck } from '../events.ts'
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

/** Stores what a person has read and sends MESSAGE_ACK to the person's sessions. */
export async function saveAck(work: Work, ack: MessageAck): Promise<void> {
  const state = { user_id: ack.userId, channel_id: ack.channelId, last_message_id: ack.messageId }
  if (ack.manual) await store.putReadState(work, state)
  else await store.advanceReadState(work, state)
  work.emit(messageAck, userTopic(ack.userId), ack)
}
