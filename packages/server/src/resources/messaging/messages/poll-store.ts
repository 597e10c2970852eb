import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { VoteCount } from './model.ts'

/** Returns the votes of each poll by answer. Answers without votes are left out. */
export async function countVotes(
  session: StoreSession,
  messageIds: readonly Snowflake[],
  viewerId: Snowflake,
): Promise<Map<Snowflake, VoteCount[]>> {
  const counts = new Map<Snowflake, VoteCount[]>()
  if (messageIds.length === 0) return counts
  const rows = await session.all(
    db
      .selectFrom('poll_votes')
      .select(['message_id', 'answer_id'])
      .select((eb) => [
        eb.fn.countAll().as('total'),
        eb.fn.max(eb.case().when('user_id', '=', viewerId).then(1).else(0).end()).as('mine'),
      ])
      .where('message_id', 'in', [...messageIds])
      .groupBy(['message_id', 'answer_id'])
      .orderBy('answer_id'),
  )
  for (const row of rows) {
    const list = counts.get(row.message_id) ?? []
    list.push({ id: row.answer_id, count: Number(row.total), me_voted: Number(row.mine) === 1 })
    counts.set(row.message_id, list)
  }
  return counts
}

/** Lists the answers that a user voted for. */
export async function listVotedAnswerIds(
  session: StoreSession,
  messageId: Snowflake,
  userId: Snowflake,
): Promise<number[]> {
  const rows = await session.all(
    db.selectFrom('poll_votes').select('answer_id').where('message_id', '=', messageId).where('user_id', '=', userId),
  )
  return rows.map((row) => row.answer_id)
}

/** Inserts a vote. */
export async function insertVote(
  session: StoreSession,
  message_id: Snowflake,
  answer_id: number,
  user_id: Snowflake,
): Promise<void> {
  await session.run(db.insertInto('poll_votes').values({ message_id, answer_id, user_id }))
}

/** Deletes a vote. */
export async function deleteVote(
  session: StoreSession,
  messageId: Snowflake,
  answerId: number,
  userId: Snowflake,
): Promise<void> {
  await session.run(
    db
      .deleteFrom('poll_votes')
      .where('message_id', '=', messageId)
      .where('answer_id', '=', answerId)
      .where('user_id', '=', userId),
  )
}

/** Lists the users who voted for an answer, by ascending id after an id. */
export async function listVoterIds(
  session: StoreSession,
  messageId: Snowflake,
  answerId: number,
  after: Snowflake,
  limit: number,
): Promise<Snowflake[]> {
  const users = db.selectFrom('poll_votes').select('user_id').where('message_id', '=', messageId)
  const rows = await pageOf(session, users.where('answer_id', '=', answerId), 'user_id', { after, limit })
  return rows.map((row) => row.user_id)
}
