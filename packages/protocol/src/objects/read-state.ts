import { type Static, Type } from 'typebox'
import { Id, Int, nullable } from './wire.ts'

/** Last message that a person has read in a channel, with the unread mentions. */
export const ReadStateObject = Type.Object(
  {
    /** Id of the channel. */
    id: Id,
    last_message_id: nullable(Id),
    mention_count: Int,
  },
  { title: 'ReadState' },
)
export type ReadStateObject = Static<typeof ReadStateObject>
