import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Part of the table of messages by id: ids above `after`, up to and with `end`. */
export interface MessagesWindow {
  readonly after: Snowflake
  readonly end: Snowflake
}

/** Returns the id at the end of the next messages after an id; null without any. */
export async function windowEnd(session: StoreSession, after: Snowflake, size: number): Promise<Snowflake | null> {
  const ids = db.selectFrom('messages').select('id').where('id', '>', after).orderBy('id').limit(size).as('part')
  const row = await session.first(db.selectFrom(ids).select((eb) => eb.fn.max('part.id').as('end')))
  return row?.end == null ? null : BigInt(row.end)
}

/** Lists where the messages of an author are, in one part of the table. Messages of webhooks have other authors. */
export async function listOwnInWindow(
  session: StoreSession,
  { authorId, guildId }: { authorId: Snowflake; guildId: Snowflake | null },
  { after, end }: MessagesWindow,
) {
  let own = db
    .selectFrom('messages')
    .select(['id', 'channel_id', 'guild_id'])
    .where('id', '>', after)
    .where('id', '<=', end)
    .where('author_id', '=', authorId)
  if (guildId !== null) own = own.where('guild_id', '=', guildId)
  return session.all(own.orderBy('id'))
}
