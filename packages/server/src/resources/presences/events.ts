import { ActivityType, Intent, type PresenceObject, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Presence } from '../../kernel/model.ts'
import { showsCustomStatus } from './rules.ts'

export interface PresenceEvent {
  readonly guildId: Snowflake
  readonly presence: Presence
}

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

/** Returns a presence with the activities that a guild can see. */
export function presenceIn(presence: Presence, visibility: number, memberCount: number): Presence {
  if (showsCustomStatus(visibility, memberCount)) return presence
  return { ...presence, activities: presence.activities.filter((activity) => activity.type !== ActivityType.CUSTOM) }
}

export const presenceUpdate = eventType<PresenceEvent>({
  name: 'PRESENCE_UPDATE',
  intents: () => Intent.GUILD_PRESENCES,
  visibleTo: () => true,
  present: ({ presence, guildId }) => presentPresence(presence, guildId),
  apply: (view, { presence }) => {
    if (presence.status === 'offline') view.presences.delete(presence.user_id)
    else view.presences.set(presence.user_id, presence)
  },
})
