import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType, type SessionPresenceChange } from '../../../kernel/event.ts'
import type { Presence, UserPresence } from '../../../kernel/model.ts'
import { presentPresence } from './present.ts'

/** Payload of PRESENCE_UPDATE. */
export interface PresenceChange {
  readonly guildId: Snowflake
  readonly presence: Presence
}

/** PRESENCE_UPDATE for all members of a guild. */
export const presenceUpdate = eventType<PresenceChange>({
  key: 'guild-presence.changed',
  name: 'PRESENCE_UPDATE',
  intents: () => Intent.GUILD_PRESENCES,
  visibleTo: () => true,
  present: ({ presence, guildId }) => presentPresence(presence, guildId),
  apply: (view, { presence }) => {
    if (presence.status === 'offline') view.presences.delete(presence.user_id)
    else view.presences.set(presence.user_id, presence)
  },
})

/** Changes the presence that friends of a user receive. */
export const userPresenceChanged = eventType<UserPresence>({
  key: 'user-presence.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (presence) => ({ kind: 'presence-changed', presence }),
})

/** Gives nodes the presence of a session that another node has. */
export const sessionPresenceChanged = eventType<SessionPresenceChange>({
  key: 'session-presence.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: (change) => ({ kind: 'session-presence-changed', change }),
})
