import { ApiError, Intent, instant, invalidForm, MessageType, type Snowflake, wireTime } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findChannel } from '../channels/index.ts'
import { findUser } from '../users/index.ts'
import { changeMessage } from './change.ts'
import type { AnswerCount, Message, Poll, ShownMessage } from './message.ts'
import * as pollStore from './poll-store.ts'
import { announce, type Place, postMessage } from './post.ts'
import * as store from './store.ts'

interface PollVote {
  readonly userId: Snowflake
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  readonly guildId: Snowflake | null
  readonly answerId: number
}

function pollVoteEventType(name: string) {
  return eventType<PollVote>({
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

const messagePollVoteAdd = pollVoteEventType('MESSAGE_POLL_VOTE_ADD')
const messagePollVoteRemove = pollVoteEventType('MESSAGE_POLL_VOTE_REMOVE')

/** The poll of a message, or the error for a message without one. */
export function pollOf(message: Message): Poll {
  if (!message.poll) throw new ApiError('CANNOT_EXPIRE_NON_POLL')
  return message.poll
}

/** Makes a person's choice be these answers: what was chosen before and is not among them is taken back. */
export async function vote(
  work: Work,
  place: Place,
  message: Message,
  user: User,
  answers: readonly number[],
): Promise<void> {
  const poll = pollOf(message)
  if (poll.results.is_finalized || instant(poll.expiry) <= work.now) throw new ApiError('POLL_EXPIRED')
  const chosen = new Set(answers)
  const known = new Set(poll.answers.map((answer) => answer.answer_id))
  if ([...chosen].some((answer) => !known.has(answer)))
    throw invalidForm(['answer_ids'], 'POLL_ANSWER_UNKNOWN', 'The poll has no such answer.')
  if (chosen.size > 1 && !poll.allow_multiselect)
    throw invalidForm(['answer_ids'], 'BASE_TYPE_MAX_LENGTH', 'Must be 1 or fewer in length.')
  const before = new Set(await pollStore.votesOf(work, message.id, user.id))
  const payload = (answerId: number): PollVote => ({
    userId: user.id,
    channelId: place.channel.id,
    messageId: message.id,
    guildId: place.channel.guild_id,
    answerId,
  })
  for (const answer of before) {
    if (chosen.has(answer)) continue
    await pollStore.removeVote(work, message.id, answer, user.id)
    announce(work, messagePollVoteRemove, place, payload(answer))
  }
  for (const answer of chosen) {
    if (before.has(answer)) continue
    await pollStore.addVote(work, message.id, answer, user.id)
    announce(work, messagePollVoteAdd, place, payload(answer))
  }
}

/** Ends a poll now: its results are final, and a message of type 46 tells them. */
export async function finishPoll(work: Work, place: Place, message: Message): Promise<ShownMessage> {
  const poll = pollOf(message)
  if (poll.results.is_finalized) throw new ApiError('POLL_ALREADY_EXPIRED')
  const expiry = Math.min(instant(poll.expiry), work.now)
  const final: Poll = { ...poll, expiry: wireTime(expiry), results: { is_finalized: true, answer_counts: [] } }
  const shown = await changeMessage(work, place, message, { poll: final })
  const author = await findUser(work, message.author_id)
  if (author) {
    await postMessage(work, place, {
      author,
      type: MessageType.POLL_RESULT,
      content: '',
      mentions: [author.id],
      embeds: [resultEmbed(final, shown.votes ?? [])],
      reference: { type: 0, message_id: message.id, channel_id: message.channel_id, guild_id: message.guild_id },
    })
  }
  return shown
}

/** The `poll_result` embed. Nobody wins with no votes or with as many as another. */
function resultEmbed(poll: Poll, counts: readonly AnswerCount[]): Record<string, unknown> {
  const total = counts.reduce((sum, entry) => sum + entry.count, 0)
  const most = Math.max(0, ...counts.map((entry) => entry.count))
  const first = counts.filter((entry) => entry.count === most)
  const victor = first.length === 1 ? poll.answers.find((answer) => answer.answer_id === first[0]?.id) : undefined
  const fields: [string, unknown][] = [
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

/** Job `poll-expired`: its time has come, unless it was ended or deleted before. */
export async function pollExpired(
  work: Work,
  { channelId, messageId }: { channelId: Snowflake; messageId: Snowflake },
): Promise<void> {
  const message = await store.find(work, channelId, messageId)
  const channel = await findChannel(work, channelId)
  if (!channel || !message?.poll || message.poll.results.is_finalized) return
  const view = channel.guild_id === null ? null : await work.view(channel.guild_id)
  await finishPoll(work, { channel, view }, message)
}
