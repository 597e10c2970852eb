import type { Instant, Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

/** Payload of MESSAGE_ACK. */
export interface MessageAck {
  readonly userId: Snowflake
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** Number of unread messages that mention the user. */
  readonly mentionCount: number
  /** Whether the user marked messages as unread. */
  readonly manual: boolean
  readonly at: Instant
}

/** Sent to the sessions of a person who has read a channel. */
export const messageAck = eventType<MessageAck>({
  key: 'message.acknowledged',
  name: 'MESSAGE_ACK',
  intents: () => 0,
  visibleTo: (viewer, { userId }) => viewer.kind === 'person' && viewer.userId === userId,
  inReady: true,
  present: ({ channelId, messageId, mentionCount, manual, at }) => ({
    channel_id: channelId.toString(),
    message_id: messageId.toString(),
    mention_count: mentionCount,
    version: at,
    ...(manual ? { manual } : {}),
  }),
})
