import { type Static, Type } from 'typebox'
import { PartialEmoji } from './emoji.ts'
import { User } from './user.ts'
import { Flag, Int, maybe, nullable, Text, Time } from './wire.ts'

const PollMedia = Type.Object({ text: maybe(Text), emoji: maybe(PartialEmoji) }, { title: 'PollMedia' })

export const Poll = Type.Object(
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
export type PollObject = Static<typeof Poll>

export const PollVoters = Type.Object({ users: Type.Array(User) }, { title: 'PollVoters' })
export type PollVotersObject = Static<typeof PollVoters>
