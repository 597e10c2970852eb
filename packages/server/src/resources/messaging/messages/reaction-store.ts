import type { Instant, Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { ReactionCount, ReactionEmoji } from './model.ts'

/** Inserts a reaction. Returns false when the user has already reacted with the emoji. */
export async function insertReaction(
  session: StoreSession,
  messageId: Snowflake,
  emoji: ReactionEmoji,
  userId: Snowflake,
  at: Instant,
): Promise<boolean> {
  const row = {
    message_id: messageId,
    emoji_key: emoji.key,
    emoji_name: emoji.name,
    emoji_id: emoji.id,
    user_id: userId,
    created_at: at,
  }
  return (
    (await session.run(
      db
        .insertInto('reactions')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    )) > 0
  )
}

/** Lists the keys of the emojis with which users reacted to a message. */
export async function listReactionKeys(session: StoreSession, messageId: Snowflake): Promise<string[]> {
  const rows = await session.all(
    db.selectFrom('reactions').select('emoji_key').distinct().where('message_id', '=', messageId),
  )
  return rows.map((row) => row.emoji_key)
}

/** Deletes one user's reactions, those with one emoji, or all. Returns their number. */
export async function deleteReactions(
  session: StoreSession,
  messageId: Snowflake,
  which: { key?: string; userId?: Snowflake } = {},
): Promise<number> {
  let statement = db.deleteFrom('reactions').where('message_id', '=', messageId)
  if (which.key !== undefined) statement = statement.where('emoji_key', '=', which.key)
  if (which.userId !== undefined) statement = statement.where('user_id', '=', which.userId)
  return session.run(statement)
}

/** Lists the users who reacted with an emoji, by ascending id after an id. */
export async function listReactingUserIds(
  session: StoreSession,
  messageId: Snowflake,
  key: string,
  after: Snowflake,
  limit: number,
): Promise<Snowflake[]> {
  const users = db.selectFrom('reactions').select('user_id').where('message_id', '=', messageId)
  const rows = await pageOf(session, users.where('emoji_key', '=', key), 'user_id', { after, limit })
  return rows.map((row) => row.user_id)
}

const reactionCounts = prepareForIds<{ viewerId: Snowflake }>()((ids, slot) =>
  db
    .selectFrom('reactions')
    .select(['message_id', 'emoji_key', 'emoji_name', 'emoji_id'])
    .select((eb) => [
      eb.fn.countAll().as('total'),
      eb.fn.min('created_at').as('first_at'),
      eb.fn.max(eb.case().when('user_id', '=', slot('viewerId')).then(1).else(0).end()).as('mine'),
    ])
    .where('message_id', 'in', ids)
    .groupBy(['message_id', 'emoji_key', 'emoji_name', 'emoji_id'])
    .orderBy('first_at'),
)

/** Returns the reactions of each message, in the order in which each emoji was first used. */
export async function countReactions(
  session: StoreSession,
  messageIds: readonly Snowflake[],
  viewerId: Snowflake,
): Promise<Map<Snowflake, ReactionCount[]>> {
  const counts = new Map<Snowflake, ReactionCount[]>()
  if (messageIds.length === 0) return counts
  const rows = await session.allPrepared(...reactionCounts.for(messageIds, { viewerId }))
  for (const row of rows) {
    const list = counts.get(row.message_id) ?? []
    list.push({
      emoji: { id: row.emoji_id?.toString() ?? null, name: row.emoji_name },
      count: Number(row.total),
      me: Number(row.mine) === 1,
    })
    counts.set(row.message_id, list)
  }
  return counts
}
