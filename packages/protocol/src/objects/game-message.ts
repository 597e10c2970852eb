import { type Static, Type } from 'typebox'
import { ChannelObject } from './channel.ts'
import { MessageEventObject } from './message.ts'
import { Id, optional } from './wire.ts'

/** A direct message for a game. */
export const GameDirectMessageObject = Type.Object(
  {
    ...MessageEventObject.properties,
    /** Only of messages that exist only in the game. */
    channel: optional(ChannelObject),
    recipient_id: optional(Id),
  },
  { title: 'GameDirectMessage' },
)
export type GameDirectMessageObject = Static<typeof GameDirectMessageObject>

/** The newest message of a conversation. */
export const MessageSummaryObject = Type.Object({ user_id: Id, last_message_id: Id }, { title: 'MessageSummary' })
export type MessageSummaryObject = Static<typeof MessageSummaryObject>
