import type { Snowflake } from '@guildhall/protocol'
import type { Operation } from './operation.ts'

/** Kinds of objects that path parameters name. `guild_id` has none: a unit of work that writes locks its guild. */
const KINDS: Readonly<Record<string, string>> = {
  application_id: 'application',
  channel_id: 'channel',
  code: 'invite',
  entitlement_id: 'entitlement',
  interaction_id: 'interaction',
  lobby_id: 'lobby',
  sku_id: 'sku',
  user_id: 'user',
  user_id_1: 'user',
  user_id_2: 'user',
  webhook_id: 'webhook',
}

/**
 * Returns the names that a unit of work of an operation holds, in the order in which it takes them: its caller, what
 * its path names, and what the operation adds. Its reads about them are true until its commit, so that no limit is
 * exceeded and no code is used twice. None for a `concurrent` operation.
 */
export function holdsOf(
  operation: Operation,
  { userId, params, body }: { userId: Snowflake | null; params: object; body: unknown },
): readonly string[] {
  if (operation.concurrent) return []
  const names = new Set<string>()
  if (userId !== null) names.add(`user.${userId}`)
  for (const [key, value] of Object.entries(params)) {
    const kind = KINDS[key]
    if (kind !== undefined) names.add(`${kind}.${value}`)
  }
  for (const name of operation.holds?.(body as never) ?? []) names.add(name)
  return [...names].sort()
}
