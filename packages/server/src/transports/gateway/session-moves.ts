import { setTimeout as pause } from 'node:timers/promises'
import { CloseCode, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { NodeNotice } from '../../kernel/node-notices.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import { type Identity, sessionWanted } from '../../resources/accounts/users/index.ts'
import type { Gateway } from './gateway.ts'
import { mayResume } from './identify.ts'
import { KnownPayloads } from './kept-session-store.ts'
import { takeSession } from './kept-sessions.ts'
import type { Moving } from './moving.ts'
import { type FoundSession, findNodeSession, findPlace, leaveNode } from './node-session-store.ts'
import type { Session } from './session.ts'
import { SessionHandover } from './session-handover.ts'
import { continueKept } from './taken-sessions.ts'

/** Sessions that a node asks others for at once, and those whose clients wait for that. */
const ASKED_MAX = 500
const WAITING_MAX = 5_000
/** Sessions that are kept in one unit of work. */
const BATCH_MAX = 200
/**
 * Time in which the node of a session must have kept it; longer where nodes hear of it by the log. Clients have their
 * response within two seconds and five, whatever else it takes.
 */
const ASKED_MS = 1_800
const ASKED_BY_LOG_MS = 4_700
/** Time after which a node that did not hear a message is asked by the log. */
const REPEATED_MS = 300
/** Pause between two looks at the store, where no message says that a session was kept. */
const LOOKED_MS = 100

/** Asks other nodes for sessions whose clients resume here, and keeps sessions in the store that others ask for. */
export class SessionMoves implements Moving {
  readonly #gateway: Gateway
  readonly #shared: SharedTopics
  readonly #node: NodeLife
  readonly #handover: SessionHandover
  readonly #known = new KnownPayloads()
  /** Sessions that are being taken up, by client. */
  readonly #takingUp = new Map<string, Promise<Session | undefined>>()
  /** Sessions that do not have all their events yet. */
  readonly #arriving = new Map<string, Promise<unknown>>()
  /** Clients that wait until their session was kept. */
  readonly #asked = new Map<string, (() => void)[]>()
  /** Ids for the next message. */
  readonly #unsent = new Set<string>()
  readonly #waiting: (() => void)[] = []
  #asking = 0
  /** Sessions of this node that others have asked for. */
  readonly #wanted = new Set<string>()
  #handingOver = false
  /** Writes of sessions of this node that are about to be kept. */
  readonly #leaving = new Map<string, Promise<void>>()

  constructor(gateway: Gateway, shared: SharedTopics, node: NodeLife) {
    this.#gateway = gateway
    this.#shared = shared
    this.#node = node
    this.#handover = new SessionHandover(gateway, shared, node)
    shared.notices.listen((notice) => this.#receive(notice))
  }

  #receive({ kind, sessionIds }: NodeNotice): void {
    for (const id of sessionIds) {
      if (kind === 'wanted') this.wanted(id)
      else for (const resolve of this.#asked.get(id) ?? []) resolve()
    }
  }

  // The node that has a session

  wanted(id: string): void {
    if (!this.#gateway.sessions.has(id)) return
    this.#wanted.add(id)
    if (this.#handingOver || this.#arriving.has(id)) return
    this.#handingOver = true
    this.#gateway.runInBackground(this.#handOverWanted(), 'a session could not be moved')
  }

  async #handOverWanted(): Promise<void> {
    const { sessions } = this.#gateway
    try {
      for (;;) {
        const ids = [...this.#wanted].filter((id) => !this.#arriving.has(id)).slice(0, BATCH_MAX)
        if (ids.length === 0) return
        for (const id of ids) this.#wanted.delete(id)
        await this.handOver(
          ids.flatMap((id) => sessions.get(id) ?? []),
          ({ connection }) => connection?.close(CloseCode.UNKNOWN_ERROR, 'Session resumed elsewhere.'),
        )
      }
    } finally {
      this.#handingOver = false
    }
  }

  async handOver(sessions: Iterable<Session>, detached: (session: Session) => void): Promise<void> {
    const all = [...sessions].filter(({ id }) => !this.#arriving.has(id))
    for (let at = 0; at < all.length; at += BATCH_MAX) {
      const batch = all.slice(at, at + BATCH_MAX)
      await this.#keep(batch, detached)
      this.#gateway.parts.metrics.nodes.sessionMoves.add('kept', batch.length)
      this.#shared.notices.send({ kind: 'kept', sessionIds: batch.map(({ id }) => id) })
    }
  }

  async #keep(batch: readonly Session[], detached: (session: Session) => void): Promise<void> {
    const keeping = this.#handover.handOver(batch, detached)
    for (const { id } of batch) this.#leaving.set(id, keeping)
    try {
      await keeping
    } finally {
      for (const { id } of batch) this.#leaving.delete(id)
    }
  }

  // The node at which a client resumes

  async whenArrived(id: string): Promise<void> {
    await this.#arriving.get(id)?.catch(() => undefined)
  }

  async takeUp(id: string, identity: Identity, isWaiting: () => boolean): Promise<Session | undefined> {
    const begunAt = performance.now()
    for (;;) {
      const session = await this.#join(id, identity)
      if (session || !isWaiting() || performance.now() - begunAt >= ASKED_MS) return session
      // The session went on while it was asked for, because the client had lost a connection to another node too.
      if (!(await this.#isElsewhere(id, identity))) return this.#gateway.sessions.get(id)
    }
  }

  #join(id: string, identity: Identity): Promise<Session | undefined> {
    // A client that lost its connection while its session was on the way tries again.
    const key = `${id} ${identity.tokenHash}`
    const known = this.#takingUp.get(key)
    if (known) return known
    const taking = this.#counted(this.#takeUp(id, identity)).finally(() => this.#takingUp.delete(key))
    this.#takingUp.set(key, taking)
    return taking
  }

  async #counted(taking: Promise<Session | undefined>): Promise<Session | undefined> {
    const session = await taking
    this.#gateway.parts.metrics.nodes.sessionMoves.add(session ? 'moved' : 'refused')
    return session
  }

  async #takeUp(id: string, identity: Identity): Promise<Session | undefined> {
    const gateway = this.#gateway
    // Another node asked for it, and the client is back here before it waits in the store.
    await this.#leaving.get(id)?.catch(() => undefined)
    let kept = await this.#take(id, identity)
    if (!kept) {
      await this.#fetch(id, identity)
      kept = await this.#take(id, identity)
    }
    if (!kept) return gateway.sessions.get(id)
    const arrival = continueKept(gateway, this.#shared, kept)
    this.#arriving.set(id, arrival)
    try {
      return await arrival
    } finally {
      this.#arriving.delete(id)
      if (this.#wanted.has(id)) this.wanted(id)
      // Its row belongs to this node, which has no session of it: the next sweep ends what it had joined.
      if (!gateway.sessions.has(id)) await gateway.parts.units.write(SYSTEM_ACTOR, (work) => leaveNode(work, [id]))
    }
  }

  async #take(id: string, identity: Identity) {
    const { authenticator, units } = this.#gateway.parts
    return takeSession(units, { id, node: this.#node, known: this.#known }, async (tokenHash) => {
      const former = await authenticator.identityByHash(tokenHash)
      return former !== null && mayResume(former, identity)
    })
  }

  /**
   * Asks the node that has a session to keep it. Resolves when it waits in the store, or cannot be had. Nobody is asked
   * for sessions without a row, or of another user, kind or application.
   */
  async #fetch(id: string, identity: Identity): Promise<void> {
    const found = await this.#gateway.parts.units.read(SYSTEM_ACTOR, (work) => findNodeSession(work, id))
    if (!found?.isLive || found.node.epoch === this.#node.epoch || !mayResumeRow(found, identity)) return
    await this.#inTurn(() => this.#ask(id, found))
  }

  /** Returns whether another node or the store has a session that a client may resume. */
  async #isElsewhere(id: string, identity: Identity): Promise<boolean> {
    return this.#gateway.parts.units.read(SYSTEM_ACTOR, async (work) => {
      const found = await findNodeSession(work, id)
      if (!found || !mayResumeRow(found, identity)) return false
      return (found.isLive && found.node.epoch !== this.#node.epoch) || (await findPlace(work, id)) === 'kept'
    })
  }

  /** Bounds the sessions that are asked for at once. Clients beyond the bound are refused. */
  async #inTurn(task: () => Promise<void>): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) return
    if (this.#asking >= ASKED_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#asking += 1
    try {
      await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#asking -= 1
    }
  }

  async #ask(id: string, { userId, node }: { userId: Snowflake; node: NodeLife }): Promise<void> {
    const { units } = this.#gateway.parts
    const { notices } = this.#shared
    const begunAt = performance.now()
    const elapsed = () => performance.now() - begunAt
    const isByLog = !notices.connected
    let isRepeated = false
    const kept = this.#keptNotice(id)
    try {
      this.#send(id)
      while (elapsed() < (isByLog ? ASKED_BY_LOG_MS : ASKED_MS)) {
        if (!isRepeated && (isByLog || elapsed() >= REPEATED_MS)) {
          isRepeated = true
          // An event of the log reaches nodes that NATS does not.
          await units.write(SYSTEM_ACTOR, async (work) =>
            work.emit(sessionWanted, userTopic(userId), { sessionId: id }),
          )
        }
        if (await Promise.race([kept.heard, pause(LOOKED_MS, false, { ref: false })])) return
        const place = await units.read(SYSTEM_ACTOR, (work) => findPlace(work, id))
        if (place === 'kept' || place?.epoch !== node.epoch) return
      }
    } finally {
      kept.forget()
    }
  }

  #keptNotice(id: string) {
    const { promise: heard, resolve } = Promise.withResolvers<true>()
    const listener = () => resolve(true)
    this.#asked.set(id, [...(this.#asked.get(id) ?? []), listener])
    const forget = () => {
      const others = (this.#asked.get(id) ?? []).filter((other) => other !== listener)
      if (others.length > 0) this.#asked.set(id, others)
      else this.#asked.delete(id)
    }
    return { heard, forget }
  }

  /** Names a session in the message of this tick. */
  #send(id: string): void {
    this.#unsent.add(id)
    if (this.#unsent.size > 1) return
    setImmediate(() => {
      const sessionIds = [...this.#unsent]
      this.#unsent.clear()
      this.#shared.notices.send({ kind: 'wanted', sessionIds })
    })
  }
}

/** Returns whether a client may resume a session, by what its row says. Its token decides once the session is here. */
function mayResumeRow({ userId, kind, applicationId, scopes }: FoundSession, identity: Identity): boolean {
  if (userId !== identity.userId || applicationId !== (identity.application?.id ?? null)) return false
  if ((kind === 'game') !== (identity.kind === 'bearer')) return false
  return kind !== 'game' || [...scopes].every((scope) => identity.scopes.has(scope))
}
