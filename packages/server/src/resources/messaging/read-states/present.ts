import type { ReadStateObject } from '@guildhall/protocol'
import type { ReadState } from './model.ts'

/** Returns the wire object of what a user has read in a channel. */
export function presentReadState({ channelId, lastMessageId, mentionCount }: ReadState): ReadStateObject {
  return {
    id: channelId.toString(),
    last_message_id: lastMessageId?.toString() ?? null,
    mention_count: mentionCount,
  }
}
