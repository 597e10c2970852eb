import { ActivityType, Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Presence } from '../../kernel/model.ts'
import { showsCustomStatus } from './rules.ts'

export interface PresenceEvent {
  readonly guildId: Snowflake
  readonly presence: Presence
}

/** The wire presence; without `guildId` as GUILD_CREATE and chunks list it. */
export function presentPresence(presence: Presence, guildId?: Snowflake): Record<string, unknown> {
  const { user_id, status, activities, client_status } = presence
  return {
    user: { id: user_id.toString() },
    ...(guildId ? { guild_id: guildId.toString() } : {}),
    status,
    activities,
    client_status,
  }
}

/** A presence as a guild may see it. */
export function presenceIn(presence: Presence, visibility: number, memberCount: number): Presence {
  if (showsCustomStatus(visibility, memberCount)) return presence
  return { ...presence, activities: presence.activities.filter((activity) => activity.type !== ActivityType.CUSTOM) }
}

export const presenceUpdate = eventType<PresenceEvent>({
  name: 'PRESENCE_UPDATE',
  intents: () => Intent.GUILD_PRESENCES,
  seenBy: () => true,
  present: ({ presence, guildId }) => presentPresence(presence, guildId),
  apply: (view, { presence }) => {
    if (presence.status === 'offline') view.presences.delete(presence.user_id)
    else view.presences.set(presence.user_id, presence)
  },
})
