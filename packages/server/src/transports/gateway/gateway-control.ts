import { ApiError } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { GatewayControl, GatewayFault, SessionFacts, SessionFilter } from '../../kernel/control.ts'
import { pack, unpack } from '../../kernel/json.ts'
import type { NodeQuestions } from '../../kernel/node-questions.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Client } from './client.ts'
import { FrameFaults } from './frame-faults.ts'
import { listNodesOf } from './node-session-store.ts'
import type { Session } from './session.ts'

interface GatewayControlParts {
  sessions(): ReadonlyMap<string, Session>
  /** Clients that are connected now. */
  readonly clients: ReadonlySet<Client>
  readonly wallClock: Clock
  /** Name of this node; null for a process that is alone. */
  readonly node: string | null
}

/** Kinds of questions between nodes. Their bodies and answers are packed. */
const LIST = 'gateway-sessions'
const FAULT = 'gateway-fault'

/** The operator's hold on the gateway sessions of all nodes. */
export class GatewaySessionsControl implements GatewayControl {
  readonly #parts: GatewayControlParts
  /** Null for a process that is alone. */
  #others: { readonly questions: NodeQuestions; readonly units: Units } | null = null

  constructor(parts: GatewayControlParts) {
    this.#parts = parts
  }

  /** Asks other nodes from now on, and answers them. */
  follow({ questions, units }: { questions: NodeQuestions | null; units: Units }): void {
    this.#others = questions && { questions, units }
    questions?.answer(LIST, (body) => pack(this.#list(unpack<SessionFilter>(String(body)))))
    questions?.answer(FAULT, (body) => {
      const { filter, fault } = unpack<{ filter: SessionFilter; fault: GatewayFault }>(String(body))
      return pack(this.#apply(filter, fault))
    })
  }

  listHere(): SessionFacts[] {
    return this.#list({})
  }

  async list(filter: SessionFilter): Promise<SessionFacts[]> {
    const others = await this.#askOthers<SessionFacts[]>(LIST, filter, filter)
    return [...this.#list(filter), ...others.flat()]
  }

  async fault(filter: SessionFilter, fault: GatewayFault): Promise<number> {
    // A session is at one node only.
    const isHere = filter.sessionId !== undefined && this.#selected(filter).length > 0
    // First, so that a node which does not answer keeps the fault from the sessions here.
    const others = isHere ? [] : await this.#askOthers<number>(FAULT, filter, { filter, fault })
    return others.reduce((sum, count) => sum + count, this.#apply(filter, fault))
  }

  /** Asks the nodes that have some of the sessions. */
  async #askOthers<T>(kind: string, filter: SessionFilter, body: object): Promise<T[]> {
    if (this.#others === null) return []
    const { questions, units } = this.#others
    const names = await units.read(SYSTEM_ACTOR, (work) => listNodesOf(work, filter))
    const { of, missing } = await questions.ask(kind, pack(body), { of: names })
    if (missing.length > 0) {
      const reason = `nodes did not answer: ${missing.join(', ')}`
      throw new ApiError('OVERLOADED', { extra: { retry_after: 1 }, reason })
    }
    return [...of.values()].map((answer) => unpack<T>(String(answer)))
  }

  #list(filter: SessionFilter): SessionFacts[] {
    return this.#selected(filter).map((session) => factsOf(session, this.#parts.node))
  }

  #selected({ sessionId, userId, applicationId }: SessionFilter): Session[] {
    return [...this.#parts.sessions().values()].filter(
      (session) =>
        (sessionId === undefined || session.id === sessionId) &&
        (userId === undefined || session.userId === userId) &&
        (applicationId === undefined || session.applicationId === applicationId),
    )
  }

  #apply(filter: SessionFilter, fault: GatewayFault): number {
    const chosen = this.#selected(filter)
    for (const session of chosen) this.#suffer(session, fault)
    return chosen.length
  }

  #suffer(session: Session, fault: GatewayFault): void {
    switch (fault.type) {
      case 'drop':
        return session.connection?.terminate()
      case 'close':
        return session.connection?.close(fault.code, 'Closed by the operator.')
      case 'reconnect':
        return this.#clientOf(session)?.reconnect('Reconnect.')
      case 'invalid_session':
        return this.#clientOf(session)?.invalidate(fault.resumable)
      default:
        session.faults = new FrameFaults(fault, this.#parts.wallClock)
    }
  }

  #clientOf(session: Session): Client | undefined {
    for (const client of this.#parts.clients) if (client.session === session) return client
    return undefined
  }
}

function factsOf(session: Session, node: string | null): SessionFacts {
  const { id, kind, userId, applicationId, intents, seq, connection } = session
  const facts = { id, kind, userId, applicationId, intents, seq, connected: connection?.open ?? false }
  return node === null ? facts : { ...facts, node }
}
