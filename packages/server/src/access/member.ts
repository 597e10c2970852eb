import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Member } from '../kernel/model.ts'
import type { StoreSession } from '../kernel/store/store.ts'
import * as store from '../resources/members/store.ts'

/** A member by the view, or else by the store; undefined for a user who is none. */
export async function memberInGuild(
  session: StoreSession,
  view: GuildView,
  userId: Snowflake,
): Promise<Member | undefined> {
  const known = view.member(userId)
  if (known) return known
  const version = view.version
  const member = await store.find(session, view.id, userId)
  // A row read while the guild moved on may be older than the view.
  if (member && view.version === version) view.cacheMember(member)
  return member
}
