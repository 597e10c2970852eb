import type { Member } from '../../kernel/model.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { nameMember, unnameMember } from './store-index.ts'

/** From now on the member is found by the names it has now. */
export async function rename(session: StoreSession, { guild_id, user_id, nick }: Member): Promise<void> {
  await unnameMember(session, guild_id, user_id)
  await nameMember(session, guild_id, user_id, nick)
}
