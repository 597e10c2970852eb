import {
  ApiError,
  type Faults,
  type Instant,
  POLL_ANSWER_MAX,
  POLL_ANSWERS_MAX,
  POLL_DURATION_MAX_HOURS,
  POLL_QUESTION_MAX,
  type Snowflake,
  wireTime,
} from '@guildhall/protocol'
import type { StoreSession } from '../../kernel/store/store.ts'
import { Int, List, OptionalNullable, type Static, TrimmedText, Type } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import { completeEmojis, type EmojiUse, PartialEmoji, storedEmojiOf } from '../components/index.ts'
import type { Poll, PollMedia } from './message.ts'

const DURATION_DEFAULT_HOURS = 24

const PollRequest = Type.Object({
  question: Type.Object({ text: TrimmedText(1, POLL_QUESTION_MAX) }),
  answers: List(
    Type.Object({
      poll_media: Type.Object({
        text: TrimmedText(1, POLL_ANSWER_MAX),
        emoji: OptionalNullable(PartialEmoji),
      }),
    }),
    1,
    POLL_ANSWERS_MAX,
  ),
  duration: OptionalNullable(Int(1, POLL_DURATION_MAX_HOURS)),
  allow_multiselect: OptionalNullable(Type.Boolean()),
  layout_type: OptionalNullable(Int(1, 1)),
})

/** A poll that was asked for, and the emojis of its answers, which are still to be looked up. */
export interface AskedPoll {
  readonly poll: Poll
  readonly emojis: readonly EmojiUse[]
}

/** A poll as it is asked for, turned into the object that messages carry; answers are numbered from 1. */
export function readPoll(input: unknown, now: Instant, faults: Faults): AskedPoll | null {
  const request: unknown = validate(PollRequest, input, faults, ['poll'])
  if (typeof request === 'symbol') return null
  const { question, answers, duration, allow_multiselect } = request as Static<typeof PollRequest>
  const emojis: EmojiUse[] = []
  const media = ({ text, emoji }: (typeof answers)[number]['poll_media'], index: number): PollMedia => {
    if (!emoji) return { text }
    const stored = storedEmojiOf(emoji)
    emojis.push({ stored, path: ['poll', 'answers', index, 'poll_media', 'emoji'] })
    return { text, emoji: stored }
  }
  const poll = {
    question,
    answers: answers.map((answer, index) => ({ answer_id: index + 1, poll_media: media(answer.poll_media, index) })),
    expiry: wireTime(now + (duration ?? DURATION_DEFAULT_HOURS) * 3_600_000),
    allow_multiselect: allow_multiselect ?? false,
    layout_type: 1,
    results: { is_finalized: false, answer_counts: [] },
  }
  return { poll, emojis }
}

/** Looks up the emojis of the answers: 520004 for one that is none, or not for this author. */
export async function completePoll(
  session: StoreSession,
  { poll, emojis }: AskedPoll,
  authorId: Snowflake,
): Promise<Poll> {
  await completeEmojis(session, emojis, authorId, () => {
    throw new ApiError('CANNOT_USE_POLL_EMOJI')
  })
  return poll
}
