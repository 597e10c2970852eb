import {
  type Faults,
  type Instant,
  POLL_ANSWER_MAX,
  POLL_ANSWERS_MAX,
  POLL_DURATION_MAX_HOURS,
  POLL_QUESTION_MAX,
  wireTime,
} from '@guildhall/protocol'
import { Int, Nullable, Optional, Text, Type } from '../../kernel/schema.ts'
import { validate } from '../../kernel/validate.ts'
import type { Poll } from './message.ts'

const DURATION_DEFAULT_HOURS = 24

const PollRequest = Type.Object({
  question: Type.Object({ text: Text(1, POLL_QUESTION_MAX) }),
  answers: Type.Array(
    Type.Object({
      poll_media: Type.Object({
        text: Optional(Nullable(Text(1, POLL_ANSWER_MAX))),
        emoji: Optional(
          Nullable(Type.Object({ id: Optional(Nullable(Text(1, 20))), name: Optional(Nullable(Text(1, 100))) })),
        ),
      }),
    }),
    { minItems: 1, maxItems: POLL_ANSWERS_MAX },
  ),
  duration: Optional(Nullable(Int(1, POLL_DURATION_MAX_HOURS))),
  allow_multiselect: Optional(Nullable(Type.Boolean())),
  layout_type: Optional(Nullable(Int(1, 1))),
})

/** A poll as it is asked for, turned into the object that messages carry; answers are numbered from 1. */
export function readPoll(input: unknown, now: Instant, faults: Faults): Poll | null {
  const before = faults.any
  const request = validate(PollRequest, input, faults, ['poll'])
  if (faults.any && !before) return null
  if (typeof request !== 'object' || request === null) return null
  return {
    question: request.question,
    answers: request.answers.map((answer, index) => ({ answer_id: index + 1, poll_media: answer.poll_media })),
    expiry: wireTime(now + (request.duration ?? DURATION_DEFAULT_HOURS) * 3_600_000),
    allow_multiselect: request.allow_multiselect ?? false,
    layout_type: 1,
    results: { is_finalized: false, answer_counts: [] },
  }
}
