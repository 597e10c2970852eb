import { type Instant, type Snowflake, snowflakeAt } from '@guildhall/protocol'

const DAY_MS = 86_400_000

/** Days for which messages are kept: of the instance, and of guilds. */
export interface Retention {
  readonly days: number | null
  readonly byGuild: ReadonlyMap<Snowflake, number>
}

/** Returns the id below which messages of a guild, or of a DM, are too old; null if none is. The shorter time wins. */
export function tooOldBelow({ days, byGuild }: Retention, guildId: Snowflake | null, now: Instant): Snowflake | null {
  const own = guildId === null ? undefined : byGuild.get(guildId)
  const shortest = Math.min(days ?? Number.POSITIVE_INFINITY, own ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(shortest) ? agedBelow(shortest, now) : null
}

/** Returns the id below which any message may be too old; null if none is. */
export function anyTooOldBelow({ days, byGuild }: Retention, now: Instant): Snowflake | null {
  const all = [...(days === null ? [] : [days]), ...byGuild.values()]
  return all.length === 0 ? null : agedBelow(Math.min(...all), now)
}

/** Returns the lowest id of messages that are not older than some days. */
export function agedBelow(days: number, now: Instant): Snowflake {
  return snowflakeAt(Math.max(now - days * DAY_MS, 0))
}
