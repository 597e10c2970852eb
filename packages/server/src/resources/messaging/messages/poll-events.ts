import { Intent, type Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'

export interface PollVoteEvent {
  readonly userId: Snowflake
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  readonly guildId: Snowflake | null
  readonly answerId: number
}

function pollVoteEventType(key: string, name: string): EventType<PollVoteEvent> {
  return eventType<PollVoteEvent>({
    key,
    name,
    intents: ({ guildId }) => (guildId ? Intent.GUILD_MESSAGE_POLLS : Intent.DIRECT_MESSAGE_POLLS),
    visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
    visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
    present: ({ userId, channelId, messageId, guildId, answerId }) => ({
      user_id: userId.toString(),
      channel_id: channelId.toString(),
      message_id: messageId.toString(),
      ...(guildId ? { guild_id: guildId.toString() } : {}),
      answer_id: answerId,
    }),
  })
}

export const messagePollVoteAdd = pollVoteEventType('poll-vote.added', 'MESSAGE_POLL_VOTE_ADD')
export const messagePollVoteRemove = pollVoteEventType('poll-vote.removed', 'MESSAGE_POLL_VOTE_REMOVE')
