import type { Changes, Instant } from '@guildhall/protocol'

export interface StoredConnection {
  user_id: bigint
  type: string
  /** The account's id there. */
  id: string
  created_at: Instant
  name: string
  verified: boolean
  friend_sync: boolean
  show_activity: boolean
  two_way_link: boolean
  revoked: boolean
  /** 0 for nobody else, 1 for everybody. */
  visibility: number
}

const FIRST_PLATFORM: readonly string[] = ['battlenet']
const SECOND_PLATFORM: readonly string[] = ['riotgames', 'leagueoflegends']

/**
 * Is a connection returned still? Those of two publishers' platforms are not: first the ones created from a day on, then
 * all. [END-3] [END-4] [END-5]
 */
export function isReturned(
  { type, created_at }: Pick<StoredConnection, 'type' | 'created_at'>,
  changes: Changes,
  now: Instant,
) {
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
