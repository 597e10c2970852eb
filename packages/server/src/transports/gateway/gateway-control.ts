import type { Clock } from '../../kernel/clock.ts'
import type { GatewayControl, GatewayFault, SessionFacts, SessionFilter } from '../../kernel/control.ts'
import type { Client } from './client.ts'
import { FrameFaults } from './frame-faults.ts'
import type { Session } from './session.ts'

export interface GatewayControlParts {
  sessions(): ReadonlyMap<string, Session>
  /** Clients that are connected now. */
  readonly clients: ReadonlySet<Client>
  readonly wallClock: Clock
}

/** Returns the operator's hold on gateway sessions. */
export function gatewayControl({ sessions, clients, wallClock }: GatewayControlParts): GatewayControl {
  const selected = ({ sessionId, userId, applicationId }: SessionFilter) =>
    [...sessions().values()].filter(
      (session) =>
        (sessionId === undefined || session.id === sessionId) &&
        (userId === undefined || session.userId === userId) &&
        (applicationId === undefined || session.applicationId === applicationId),
    )

  function apply(session: Session, fault: GatewayFault): void {
    switch (fault.type) {
      case 'drop':
        return session.connection?.terminate()
      case 'close':
        return session.connection?.close(fault.code, 'Closed by the operator.')
      case 'reconnect':
        return clientOf(session)?.reconnect('Reconnect.')
      case 'invalid_session':
        return clientOf(session)?.invalidate(fault.resumable)
      default:
        session.faults = new FrameFaults(fault, wallClock)
    }
  }

  function clientOf(session: Session): Client | undefined {
    for (const client of clients) if (client.session === session) return client
    return undefined
  }

  return {
    list: (filter) => selected(filter).map(factsOf),
    fault(filter, fault) {
      const chosen = selected(filter)
      for (const session of chosen) apply(session, fault)
      return chosen.length
    },
  }
}

function factsOf({ id, kind, userId, applicationId, intents, seq, connection }: Session): SessionFacts {
  return { id, kind, userId, applicationId, intents, seq, connected: connection?.open ?? false }
}
