import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { Documents } from './model.ts'

/** Returns a document of a guild, or undefined. */
export async function findDocument<K extends keyof Documents>(
  session: StoreSession,
  guildId: Snowflake,
  kind: K,
): Promise<Documents[K] | undefined> {
  const row = await session.first(
    db.selectFrom('guild_documents').select('data').where('guild_id', '=', guildId).where('kind', '=', kind),
  )
  return row && unpack<Documents[K]>(row.data)
}

/** Stores a document of a guild in place of the previous one. */
export async function saveDocument<K extends keyof Documents>(
  session: StoreSession,
  guildId: Snowflake,
  kind: K,
  document: Documents[K],
): Promise<void> {
  const data = pack(document)
  await session.run(
    db
      .insertInto('guild_documents')
      .values({ guild_id: guildId, kind, data })
      .onConflict((conflict) => conflict.columns(['guild_id', 'kind']).doUpdateSet({ data })),
  )
}
