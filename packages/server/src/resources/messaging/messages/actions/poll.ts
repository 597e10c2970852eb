import { ApiError, instant, invalidForm, MessageType, type Snowflake, wireTime } from '@guildhall/protocol'
import type { User } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { completeEmojis } from '../../components/index.ts'
import {
  type ChannelLocation,
  type HydratedMessage,
  referenceTo,
  type StoredMessage,
  type StoredPoll,
} from '../model.ts'
import { type DraftPoll, pollResultEmbed } from '../poll-rules.ts'
import { listVotedAnswerIds } from '../poll-store.ts'
import { findMessage } from '../store.ts'
import { heldLocationOf } from './held-location.ts'
import { postMessage } from './post.ts'
import { createVote, removeVote, saveMessage } from './save.ts'

/**
 * Completes the custom emojis of a poll's answers by name and animation.
 *
 * @throws CANNOT_USE_POLL_EMOJI (520004) for an emoji that does not exist or that the author may not use
 */
export async function resolvePollEmojis(
  session: StoreSession,
  { poll, emojis }: DraftPoll,
  authorId: Snowflake,
): Promise<StoredPoll> {
  await completeEmojis(session, emojis, authorId, () => {
    throw new ApiError('CANNOT_USE_POLL_EMOJI')
  })
  return poll
}

/** Returns the poll of a message, or throws CANNOT_EXPIRE_NON_POLL for a message without one. */
export function getPoll(message: StoredMessage): StoredPoll {
  if (!message.poll) throw new ApiError('CANNOT_EXPIRE_NON_POLL')
  return message.poll
}

/** Replaces a user's votes by these answers. Votes that stay emit nothing. */
export async function vote(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  user: User,
  answerIds: readonly number[],
): Promise<void> {
  const poll = getPoll(message)
  if (poll.results.is_finalized || instant(poll.expiry) <= work.now) throw new ApiError('POLL_EXPIRED')
  const chosen = new Set(answerIds)
  const known = new Set(poll.answers.map((answer) => answer.answer_id))
  if ([...chosen].some((answerId) => !known.has(answerId)))
    throw invalidForm(['answer_ids'], 'POLL_ANSWER_UNKNOWN', 'The poll has no such answer.')
  if (chosen.size > 1 && !poll.allow_multiselect)
    throw invalidForm(['answer_ids'], 'BASE_TYPE_MAX_LENGTH', 'Must be 1 or fewer in length.')
  const before = new Set(await listVotedAnswerIds(work, message.id, user.id))
  for (const answerId of before)
    if (!chosen.has(answerId)) await removeVote(work, location, message, { answerId, userId: user.id })
  for (const answerId of chosen)
    if (!before.has(answerId)) await createVote(work, location, message, { answerId, userId: user.id })
}

/** Ends a poll now. Its results become final, and a message of type 46 shows them. */
export async function endPoll(work: Work, location: ChannelLocation, message: StoredMessage): Promise<HydratedMessage> {
  const poll = getPoll(message)
  if (poll.results.is_finalized) throw new ApiError('POLL_ALREADY_EXPIRED')
  const expiry = Math.min(instant(poll.expiry), work.now)
  const final: StoredPoll = { ...poll, expiry: wireTime(expiry), results: { is_finalized: true, answer_counts: [] } }
  const hydrated = await saveMessage(work, location, message, { poll: final })
  const author = await findUser(work, message.author_id)
  if (author) {
    await postMessage(work, location, {
      author,
      type: MessageType.POLL_RESULT,
      content: '',
      mentions: [author.id],
      embeds: [pollResultEmbed(final, hydrated.votes ?? [])],
      reference: referenceTo(message),
    })
  }
  return hydrated
}

/** Job `poll-expired`: ends a poll at its expiry, unless it was ended or deleted before. */
export async function expirePoll(
  work: Work,
  { channelId, messageId }: { channelId: Snowflake; messageId: Snowflake },
): Promise<void> {
  const location = await heldLocationOf(work, channelId)
  // Somebody may have ended the poll at the same time, and is done once the channel is held.
  const message = await findMessage(work, channelId, messageId)
  if (!location || !message?.poll || message.poll.results.is_finalized) return
  await endPoll(work, location, message)
}
