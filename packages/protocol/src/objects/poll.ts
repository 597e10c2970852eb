import { type Static, Type } from 'typebox'
import { PartialEmojiObject } from './emoji.ts'
import { UserObject } from './user.ts'
import { Flag, Int, nullable, optional, Text, Time } from './wire.ts'

const PollMedia = Type.Object({ text: optional(Text), emoji: optional(PartialEmojiObject) }, { title: 'PollMedia' })

export const PollObject = Type.Object(
  {
    question: PollMedia,
    answers: Type.Array(Type.Object({ answer_id: Int, poll_media: PollMedia })),
    expiry: nullable(Time),
    allow_multiselect: Flag,
    layout_type: Int,
    results: Type.Object({
      is_finalized: Flag,
      answer_counts: Type.Array(Type.Object({ id: Int, count: Int, me_voted: Flag })),
    }),
  },
  { title: 'Poll' },
)
export type PollObject = Static<typeof PollObject>

export const PollVotersObject = Type.Object({ users: Type.Array(UserObject) }, { title: 'PollVoters' })
export type PollVotersObject = Static<typeof PollVotersObject>
