import { GatewayOp, type Instant } from '@guildhall/protocol'
import { type PresenceSource, readPresence } from '../../../resources/accounts/presences/index.ts'
import { gatewayCommand } from '../command.ts'
import type { Session } from '../session.ts'

/** Returns what a presence of a session needs to know of the session. */
export function presenceSourceOf({ id, kind, identity }: Session, client: string, now: Instant): PresenceSource {
  const game = kind === 'game' ? identity.application : null
  return { kind, sessionId: id, game, client, now }
}

/** Update Presence (op 3). */
export const updatePresence = gatewayCommand({
  op: GatewayOp.PRESENCE_UPDATE,
  kinds: ['bot', 'person', 'game'],
  scope: 'activities.write',
  read(data, { gateway, session, now }) {
    const client = gateway.presences.of(session)?.client ?? 'web'
    return readPresence(data, presenceSourceOf(session, client, now))
  },
  run: ({ gateway, session }, presence) => gateway.presences.update(session, presence),
})
