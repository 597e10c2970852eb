import { demand, PRUNE_DAYS_DEFAULT, type Snowflake, snowflakeAt } from '@guildhall/protocol'
import { type GuildAccess, guildForCaller } from '../../../../access/guild.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { PruneFields } from '../requests.ts'
import { mayPrune } from '../rules.ts'
import * as store from '../store.ts'

/** Returns a guild for a caller who may prune it. [END-12] [END-13] [GLD-2] */
export async function prunableGuildForCaller(work: Work, caller: Caller, guildId: Snowflake): Promise<GuildAccess> {
  const guild = await guildForCaller(work, caller, guildId)
  demand(mayPrune(guild.permissions, guild.view.guild.features))
  return guild
}

/**
 * Lists the ids of members that a prune removes. They have no role besides `include_roles`, are not connected, and
 * neither joined nor posted within the given days.
 */
export async function listPrunableMembers(
  work: Work,
  { view }: GuildAccess,
  fields: PruneFields,
): Promise<Snowflake[]> {
  const since = work.now - (fields.days ?? PRUNE_DAYS_DEFAULT) * 86_400_000
  const active = new Set(await store.listAuthorsSince(work, view.id, snowflakeAt(since)))
  const included = new Set(fields.include_roles ?? [])
  const found: Snowflake[] = []
  for await (const { user_id, joined_at, roles } of store.allMembers(work, view.id)) {
    const idle = joined_at < since && !active.has(user_id) && !view.presences.has(user_id)
    if (idle && user_id !== view.guild.owner_id && roles.every((role) => included.has(role))) found.push(user_id)
  }
  return found
}
