import type { Changes, Instant } from '@guildhall/protocol'
import type { StoredConnection } from './model.ts'

const FIRST_PLATFORM: readonly string[] = ['battlenet']
const SECOND_PLATFORM: readonly string[] = ['riotgames', 'leagueoflegends']

/**
 * Whether a connection is still returned. Connections of two publishers' platforms are withdrawn in two steps: first
 * the ones created from a date on, then all. [END-3] [END-4] [END-5]
 */
export function isReturned(
  { type, created_at }: Pick<StoredConnection, 'type' | 'created_at'>,
  changes: Changes,
  now: Instant,
): boolean {
  if (FIRST_PLATFORM.includes(type)) {
    return (
      !changes.inEffect('connections_first_platform_all', now) &&
      !changes.inEffect('connections_first_platform_new', created_at)
    )
  }
  if (SECOND_PLATFORM.includes(type)) {
    return (
      !changes.inEffect('connections_second_platform_all', now) &&
      !changes.inEffect('connections_second_platform_new', created_at)
    )
  }
  return true
}
