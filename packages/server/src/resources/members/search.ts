import type { Snowflake } from '@guildhall/protocol'
import type { Member } from '../../kernel/model.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import * as store from './store.ts'
import { idsByName } from './store-index.ts'

/** Members of whom a name begins with a text, in any case, in the order of those names. */
export async function searchMembers(
  session: StoreSession,
  guildId: Snowflake,
  prefix: string,
  limit: number,
): Promise<Member[]> {
  const ids = await idsByName(session, guildId, prefix, limit)
  const members = await store.list(session, guildId, ids)
  return ids.flatMap((id) => members.get(id) ?? [])
}
