import type { PresenceObject, Snowflake } from '@guildhall/protocol'
import type { Presence } from '../../../kernel/model.ts'

/** Returns the presence object; GUILD_CREATE and member chunks contain it without `guildId`. */
export function presentPresence(presence: Presence, guildId?: Snowflake): PresenceObject {
  const { user_id, status, activities, client_status } = presence
  return {
    user: { id: user_id.toString() },
    ...(guildId ? { guild_id: guildId.toString() } : {}),
    status,
    activities,
    client_status,
  }
}
