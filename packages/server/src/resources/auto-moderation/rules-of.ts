import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredAutoModerationRule } from '../../kernel/model.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import * as store from './store.ts'

/** A guild's rules by id: of the view once they were read, since each message is held against them. */
export async function rulesOf(
  session: StoreSession,
  view: GuildView,
): Promise<ReadonlyMap<Snowflake, StoredAutoModerationRule>> {
  if (view.autoModeration) return view.autoModeration
  const version = view.version
  const rules = new Map((await store.listOfGuild(session, view.id)).map((rule) => [rule.id, rule]))
  // Rows read while the guild moved on may be older than the view.
  if (view.version === version) view.autoModeration = rules
  return rules
}
