import type { Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { type Lease, type NodeLife, nodeOf } from '../../kernel/lease.ts'
import { sessionsRestored } from '../../kernel/session-points.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { LOBBY_SCOPE, noteUnoccupied } from '../../resources/games/lobbies/index.ts'
import { deleteExpiredKeptSessions } from './kept-session-store.ts'
import {
  deleteLostSessions,
  deleteNodeSession,
  hasLostSessions,
  insertNodeSession,
  listOccupiedLobbyIds,
  listSessionIds,
  moveNodeSession,
} from './node-session-store.ts'
import type { Session } from './session.ts'

/** Time in which a session without connection can be resumed. [GW-13] */
export const RESUME_WINDOW_MS = 180_000
/** Pause after which a node looks for sessions that nobody has any more. */
const SWEEP_MS = 5_000

interface NodeSessionsParts {
  readonly units: Units
  readonly clock: Clock
  readonly wallClock: Clock
  readonly lease: Lease | null
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/** Rows of this node's sessions, by which other nodes know them. A process that is alone has none. */
export class NodeSessions {
  readonly #parts: NodeSessionsParts
  readonly node: NodeLife | null
  #stop: () => void = () => undefined

  constructor(parts: NodeSessionsParts) {
    this.#parts = parts
    this.node = nodeOf(parts.lease)
  }

  /** Stores a session that begins. */
  async begin(session: Session): Promise<void> {
    const { node } = this
    if (node === null) return
    const { units, clock } = this.#parts
    await units.write(SYSTEM_ACTOR, (work) => insertNodeSession(work, session, { ...node, at: clock.now() }))
  }

  /**
   * Removes a session that has ended, in the unit of work of its consequences.
   *
   * @param hasOther whether its user has another session in this process
   * @returns whether its user has another session at any node
   */
  async end(work: Work, session: Session, hasOther: boolean): Promise<boolean> {
    return this.node === null ? hasOther : await deleteNodeSession(work, session)
  }

  /** Stores that this node continues a session which another one kept. */
  async move(session: Session): Promise<void> {
    const { node } = this
    if (node !== null) await this.#parts.units.write(SYSTEM_ACTOR, (work) => moveNodeSession(work, session.id, node))
  }

  /** Returns whether a member of a lobby is connected to it at any node. */
  async isOccupied(work: Work, lobbyId: Snowflake, isOccupiedHere: boolean): Promise<boolean> {
    if (this.node === null || isOccupiedHere) return isOccupiedHere
    return (await listOccupiedLobbyIds(work, { scope: LOBBY_SCOPE, lobbyId })).size > 0
  }

  /** Takes over from nodes that were lost, now and from now on. */
  async start(): Promise<void> {
    if (this.node === null) return
    const { lease, runInBackground } = this.#parts
    lease?.onLoss(() => runInBackground(this.#takeOver(), 'sessions of a lost node remain'))
    await this.#takeOver()
    this.#sweepLater()
  }

  /** Looks for lost sessions no more. */
  close(): void {
    this.#stop()
  }

  #sweepLater(): void {
    const { wallClock, runInBackground } = this.#parts
    this.#stop = wallClock.at(wallClock.now() + SWEEP_MS, () => {
      this.#sweepLater()
      runInBackground(this.#takeOver(), 'lost sessions remain')
    })
  }

  /** Ends what lost sessions had joined. It may run at several nodes at once: rows are removed by one of them. */
  async #takeOver(): Promise<void> {
    const { units, wallClock } = this.#parts
    const expired = wallClock.now() - RESUME_WINDOW_MS
    await units.write(SYSTEM_ACTOR, (work) => deleteExpiredKeptSessions(work, expired))
    if (!(await units.read(SYSTEM_ACTOR, hasLostSessions))) return
    await units.write(SYSTEM_ACTOR, async (work) => {
      if ((await deleteLostSessions(work)) === 0) return
      const alive = await listSessionIds(work)
      await work.follow(sessionsRestored, { isAlive: (id) => alive.has(id) })
      const occupied = await listOccupiedLobbyIds(work, { scope: LOBBY_SCOPE })
      await noteUnoccupied(work, (lobbyId) => occupied.has(lobbyId))
    })
  }
}
