import type { Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { type Lease, type NodeLife, nodeOf } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { SessionPresence } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { LOBBY_SCOPE } from '../../resources/games/lobbies/index.ts'
import { FormerSessions } from './former-sessions.ts'
import type { EndInLobbies } from './lobbies.ts'
import { LostSessions } from './lost-sessions.ts'
import { deleteNodeSession, hasNodeSession, listOccupiedLobbyIds, moveNodeSession } from './node-session-store.ts'
import { describe, emitPresence, PresenceRows } from './presence-rows.ts'
import type { Session } from './session.ts'
import type { WhileAway } from './while-away.ts'

/** Time in which a session without connection can be resumed. [GW-13] */
export const RESUME_WINDOW_MS = 180_000
/** Pause after which what the store refused is tried again. */
const RETRIED_MS = 1_000

interface NodeSessionsParts {
  readonly units: Units
  readonly clock: Clock
  readonly wallClock: Clock
  readonly lease: Lease | null
  readonly metrics: Metrics
  readonly whileAway: WhileAway
  /** Returns the sessions of a user in this process. */
  readonly sessionsOf: (userId: Snowflake) => { readonly size: number }
  /** Returns the present presence of a session; undefined for one that has ended. */
  readonly presenceOf: (session: Session) => SessionPresence | undefined
  /** Ends voice states whose sessions nobody has. */
  readonly endVoice: () => Promise<void>
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/** End of a session, with what follows. */
interface SessionEnd {
  /** Whether its user has another session in this process. */
  readonly hasOther: () => boolean
  readonly inLobbies: EndInLobbies | null
  /** Receives whether it was the last session of its user at any node. */
  readonly follow: (work: Work, last: boolean) => Promise<void>
}

/** Rows of this node's sessions, by which other nodes know them. A process that is alone has none, and ends what the
 * sessions of the former one left. */
export class NodeSessions {
  readonly #parts: NodeSessionsParts
  readonly node: NodeLife | null
  readonly #rows: PresenceRows | null
  readonly #lost: LostSessions | null
  readonly #former: FormerSessions | null
  /** Functions that cancel what waits to be tried again. */
  readonly #retries = new Set<() => void>()
  #closed = false

  constructor(parts: NodeSessionsParts) {
    this.#parts = parts
    const { lease } = parts
    const node = nodeOf(lease)
    this.node = node
    this.#rows = node && new PresenceRows({ ...parts, node })
    const resumeWindowMs = RESUME_WINDOW_MS
    this.#lost = lease && node && new LostSessions({ ...parts, lease, node, resumeWindowMs })
    this.#former = node === null ? new FormerSessions({ ...parts, resumeWindowMs }) : null
  }

  /** Stores a session that begins. */
  async begin(session: Session): Promise<void> {
    const presence = this.#parts.presenceOf(session)
    if (presence) await this.#rows?.put(session, presence)
  }

  /** Stores the new presence of a session, again and again while the database is away. */
  changed(session: Session): void {
    const presence = this.#parts.presenceOf(session)
    if (!this.#rows || !presence || this.#closed) return
    const stored = this.#rows.put(session, presence).catch(() => this.#again(() => this.changed(session)))
    this.#parts.runInBackground(stored, 'a presence was not stored')
  }

  /**
   * Removes a session that has ended, in the unit of work of its consequences.
   *
   * @throws after which it is tried again
   */
  async end(session: Session, ended: SessionEnd): Promise<void> {
    const { units, whileAway } = this.#parts
    const { hasOther, inLobbies, follow } = ended
    const { node } = this
    if (node === null) {
      const write = () => units.write(SYSTEM_ACTOR, (work) => follow(work, !hasOther()))
      await whileAway(write, { triedForMs: Number.POSITIVE_INFINITY })
      return
    }
    await this.#rows?.forget(session)
    await inLobbies?.ready
    try {
      await units.write(
        SYSTEM_ACTOR,
        async (work) => {
          await inLobbies?.announce(work)
          await deleteNodeSession(work, session)
          emitPresence(work, node, describe(session), null)
          await follow(work, !(await hasNodeSession(work, session.userId)))
        },
        // Of two sessions that end at once, at two nodes, one is the last.
        [...(inLobbies?.holds ?? []), `sessions of ${session.userId}`],
      )
    } catch (error) {
      this.#again(() => this.#parts.runInBackground(this.end(session, ended), 'an ended session remains'))
      throw error
    }
  }

  #again(task: () => void): void {
    if (this.#closed) return
    const { wallClock } = this.#parts
    const cancel = wallClock.at(wallClock.now() + RETRIED_MS, () => {
      this.#retries.delete(cancel)
      task()
    })
    this.#retries.add(cancel)
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

  /** Takes over from nodes that were lost, now and from now on; alone from the former process. */
  async start(): Promise<void> {
    this.#former?.start()
    await this.#lost?.start()
  }

  /** Leaves what the sessions of the former process left to the next one. */
  leaveFormer(): void {
    this.#former?.close()
  }

  /** Looks for lost sessions no more, and tries nothing again. */
  close(): void {
    this.#closed = true
    this.leaveFormer()
    this.#lost?.close()
    for (const cancel of this.#retries) cancel()
  }
}
