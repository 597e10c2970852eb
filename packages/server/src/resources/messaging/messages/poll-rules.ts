import { type EmbedObject, type Faults, type Instant, wireTime } from '@guildhall/protocol'
import type { Static } from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import { type EmojiUse, storedEmojiOf } from '../components/index.ts'
import type { StoredPoll, StoredPollMedia, VoteCount } from './model.ts'
import { PollRequest } from './requests.ts'

const DURATION_DEFAULT_HOURS = 24

/** A poll from a request, and the emojis of its answers, which are not looked up yet. */
export interface DraftPoll {
  readonly poll: StoredPoll
  readonly emojis: readonly EmojiUse[]
}

/** Returns the poll of a request, with answers numbered from 1. Returns null and adds faults for an invalid one. */
export function pollFromRequest(input: unknown, now: Instant, faults: Faults): DraftPoll | null {
  const request: unknown = validate(PollRequest, input, faults, ['poll'])
  if (typeof request === 'symbol') return null
  const { question, answers, duration, allow_multiselect } = request as Static<typeof PollRequest>
  const emojis: EmojiUse[] = []
  const media = ({ text, emoji }: (typeof answers)[number]['poll_media'], index: number): StoredPollMedia => {
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

/** Returns the `poll_result` embed. It names no winner when there are no votes or the most votes are tied. */
export function pollResultEmbed(poll: StoredPoll, counts: readonly VoteCount[]): EmbedObject {
  const total = counts.reduce((sum, entry) => sum + entry.count, 0)
  const most = Math.max(0, ...counts.map((entry) => entry.count))
  const first = counts.filter((entry) => entry.count === most)
  const victor = first.length === 1 ? poll.answers.find((answer) => answer.answer_id === first[0]?.id) : undefined
  const fields: [string, string | number | boolean | null | undefined][] = [
    ['poll_question_text', poll.question.text],
    ['victor_answer_votes', most],
    ['total_votes', total],
    ['victor_answer_id', victor?.answer_id],
    ['victor_answer_text', victor?.poll_media.text],
    ['victor_answer_emoji_id', victor?.poll_media.emoji?.id],
    ['victor_answer_emoji_name', victor?.poll_media.emoji?.name],
    ['victor_answer_emoji_animated', victor?.poll_media.emoji?.animated],
  ]
  return {
    type: 'poll_result',
    fields: fields
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => ({ name, value: String(value), inline: false })),
  }
}
