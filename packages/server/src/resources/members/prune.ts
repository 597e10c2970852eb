import { demand, PRUNE_DAYS_DEFAULT, PRUNE_DAYS_MAX, type Snowflake, snowflakeAt } from '@guildhall/protocol'
import { type GuildAccess, guildForCaller } from '../../access/guild.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'
import { Int, OptionalNullable, SnowflakeId, Type } from '../../validation/schema.ts'

import { mayPrune } from './rules.ts'
import * as store from './store.ts'

export const PruneFields = Type.Object({
  days: OptionalNullable(Int(1, PRUNE_DAYS_MAX)),
  include_roles: OptionalNullable(Type.Array(SnowflakeId, { maxItems: 250 })),
})

/** The guild, for who may prune it. [END-12] [END-13] [GLD-2] */
export async function pruningGuild(work: Work, caller: Caller, guildId: Snowflake): Promise<GuildAccess> {
  const guild = await guildForCaller(work, caller, guildId)
  demand(mayPrune(guild.permissions, guild.view.guild.features))
  return guild
}

/** Members without roles (but those named) who neither joined nor wrote in the last days and are not connected. */
export async function prunable(
  work: Work,
  { view }: GuildAccess,
  fields: { days?: number | null; include_roles?: Snowflake[] | null },
): Promise<Snowflake[]> {
  const since = work.now - (fields.days ?? PRUNE_DAYS_DEFAULT) * 86_400_000
  const active = new Set(await store.authorsSince(work, view.id, snowflakeAt(since)))
  const included = new Set(fields.include_roles ?? [])
  const found: Snowflake[] = []
  let after = -1n
  for (;;) {
    const page = await store.page(work, view.id, after, 1000)
    for (const member of page) {
      const idle = member.joined_at < since && !active.has(member.user_id) && !view.presences.has(member.user_id)
      if (idle && member.user_id !== view.guild.owner_id && member.roles.every((role) => included.has(role)))
        found.push(member.user_id)
    }
    const last = page.at(-1)
    if (!last || page.length < 1000) return found
    after = last.user_id
  }
}
