import type { ActivityObject, Snowflake } from '@guildhall/protocol'
import type { ActivitySecrets, SessionPresence } from '../../../kernel/model.ts'
import type { HeadlessSessionTable } from '../../../kernel/store/game-tables.ts'

/** Presence of a player without a gateway session. */
export interface StoredHeadlessSession extends Omit<HeadlessSessionTable, 'activities' | 'secrets'> {
  readonly activities: readonly ActivityObject[]
  readonly secrets: readonly ActivitySecrets[]
}

/** Player of a game. */
export interface PlayerKey {
  readonly user_id: Snowflake
  readonly application_id: Snowflake
}

/** Field of `client_status` by platform; consoles and unnamed platforms are `embedded`. */
const CLIENTS: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  android: 'mobile',
  ios: 'mobile',
  samsung: 'mobile',
}

/** Returns the presence that a session without a connection gives its user. */
export function presenceOf({ activities, secrets }: StoredHeadlessSession): SessionPresence {
  const platform = activities[0]?.platform ?? ''
  return { status: 'online', activities, secrets, client: CLIENTS[platform] ?? 'embedded' }
}
