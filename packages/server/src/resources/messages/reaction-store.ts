import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { ReactionEmoji } from './model.ts'

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
  const rows = await session.all(
    db
      .selectFrom('reactions')
      .select('user_id')
      .where('message_id', '=', messageId)
      .where('emoji_key', '=', key)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit),
  )
  return rows.map((row) => row.user_id)
}
