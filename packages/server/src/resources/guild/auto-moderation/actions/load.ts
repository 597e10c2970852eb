import type { Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { StoredAutoModerationRule } from '../../../../kernel/model.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import * as store from '../store.ts'

/** Returns a guild's rules by id. The guild view caches them, because every message is checked against them. */
export async function loadRules(
  session: StoreSession,
  view: GuildView,
): Promise<ReadonlyMap<Snowflake, StoredAutoModerationRule>> {
  if (view.autoModeration) return view.autoModeration
  const version = view.version
  const rules = new Map((await store.listRules(session, view.id)).map((rule) => [rule.id, rule]))
  // Rows that were read while the view changed may be older than the view.
  if (view.version === version) view.autoModeration = rules
  return rules
}
