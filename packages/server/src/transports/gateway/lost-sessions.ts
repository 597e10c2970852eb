import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { Lease, NodeLife } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { lastSessionsLost, sessionsRestored } from '../../kernel/session-points.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { announceConnection, LOBBY_SCOPE, noteUnoccupied } from '../../resources/games/lobbies/index.ts'
import { deleteExpiredKeptSessions } from './kept-session-store.ts'
import {
  deleteLostSessions,
  listLostInLobbies,
  listLostLives,
  listOccupiedLobbyIds,
  listSessionIds,
  listUsersWithoutSession,
  lobbyConnectionsOf,
  noteInLobbies,
  type StoredSession,
} from './node-session-store.ts'
import { emitPresence } from './presence-rows.ts'

/** Pause after which a node looks for sessions that nobody has any more. */
const SWEEP_MS = 5_000
/** Time in which clients of a lost node can come back before their users are seen to go offline. */
const GRACE_MS = 5_000
/**
 * Sessions that end in one unit of work, and the pause after it: 500 a second at most. The end of each is an event for
 * all friends and guilds of its user, and other sessions are not to wait for a storm of them.
 */
const ENDED_TOGETHER = 100
const ENDED_PER_MS = 200

interface LostSessionsParts {
  readonly units: Units
  readonly wallClock: Clock
  readonly lease: Lease
  readonly metrics: Metrics
  readonly node: NodeLife
  readonly resumeWindowMs: number
  /** Ends voice states whose sessions nobody has. */
  readonly endVoice: () => Promise<void>
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/**
 * Ends the sessions that were lost with their nodes, and those that nobody resumed. The node that declares a loss does
 * it, or the first of the live nodes.
 */
export class LostSessions {
  readonly #parts: LostSessionsParts
  /** Time at which this node saw first that the sessions of a life were lost. */
  readonly #lostSince = new Map<string, Instant>()
  readonly #cancels = new Set<() => void>()
  readonly #end = new AbortController()
  #forget: () => void = () => undefined
  #declared = false
  #running = false

  constructor(parts: LostSessionsParts) {
    this.#parts = parts
  }

  /** Begins to look for lost sessions. */
  async start(): Promise<void> {
    this.#forget = this.#parts.lease.onLoss(() => {
      this.#declared = true
      this.#run()
    })
    await this.#takeOver()
    this.#sweepLater()
  }

  /** Looks for lost sessions no more. */
  close(): void {
    this.#end.abort()
    this.#forget()
    for (const cancel of this.#cancels) cancel()
  }

  #sweepLater(): void {
    this.#later(SWEEP_MS, () => {
      this.#sweepLater()
      this.#run()
    })
  }

  #later(ms: number, task: () => void): void {
    const { wallClock } = this.#parts
    const cancel = wallClock.at(wallClock.now() + ms, () => {
      this.#cancels.delete(cancel)
      task()
    })
    this.#cancels.add(cancel)
  }

  #run(): void {
    if (this.#end.signal.aborted) return
    this.#parts.runInBackground(this.#takeOver(), 'lost sessions remain')
  }

  async #takeOver(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      const { units, wallClock, resumeWindowMs } = this.#parts
      const expired = wallClock.now() - resumeWindowMs
      await units.write(SYSTEM_ACTOR, (work) => deleteExpiredKeptSessions(work, expired))
      const lives = await units.read(SYSTEM_ACTOR, listLostLives)
      // Of sessions that ended while the database was away.
      if (lives.length === 0) await this.#parts.endVoice()
      const due = this.#due(lives)
      if (due.length === 0 || !(this.#declared || (await this.#isFirst()))) return
      await this.#endSessionsOf(due)
    } finally {
      this.#running = false
    }
  }

  /** Returns those of the lost lives whose grace is over. */
  #due(lives: readonly NodeLife[]): NodeLife[] {
    const now = this.#parts.wallClock.now()
    const keys = new Set(lives.map(keyOf))
    for (const key of this.#lostSince.keys()) if (!keys.has(key)) this.#lostSince.delete(key)
    if (lives.length === 0) this.#declared = false
    for (const key of keys) {
      if (this.#lostSince.has(key)) continue
      this.#lostSince.set(key, now)
      this.#later(GRACE_MS, () => this.#run())
    }
    return lives.filter((life) => now - (this.#lostSince.get(keyOf(life)) ?? now) >= GRACE_MS)
  }

  async #isFirst(): Promise<boolean> {
    const [first] = await this.#parts.lease.liveNodes()
    return first?.name === this.#parts.node.name
  }

  /** Tells the lobbies of a player that a lost session is gone, unless another one is connected. */
  async #leaveLobbies({ sessionId, userId, applicationId }: StoredSession): Promise<void> {
    if (applicationId === null) return
    const player = { userId, applicationId }
    await this.#parts.units.write(
      SYSTEM_ACTOR,
      async (work) => {
        if (await noteInLobbies(work, player, { sessionId, inLobbies: false }))
          await announceConnection(work, { ...player, connected: false })
      },
      [lobbyConnectionsOf(player)],
    )
  }

  /** Ends what sessions had joined, and then the sessions, some at a time. */
  async #endSessionsOf(lives: readonly NodeLife[]): Promise<void> {
    const { units, node, metrics } = this.#parts
    await units.write(SYSTEM_ACTOR, async (work) => {
      const alive = await listSessionIds(work, lives)
      await work.follow(sessionsRestored, { isAlive: (id) => alive.has(id) })
    })
    // Before their rows are gone, so that another node goes on with it if this one ends.
    await this.#inParts(async () => {
      const sessions = await units.read(SYSTEM_ACTOR, (session) => listLostInLobbies(session, lives, ENDED_TOGETHER))
      for (const session of sessions) await this.#leaveLobbies(session)
      return sessions.length
    })
    await this.#inParts(async () => {
      const sessions = await units.write(SYSTEM_ACTOR, async (work) => {
        const deleted = await deleteLostSessions(work, lives, ENDED_TOGETHER)
        for (const session of deleted) emitPresence(work, node, session, null)
        const people = deleted.filter(({ kind }) => kind !== 'bot').map(({ userId }) => userId)
        const userIds = await listUsersWithoutSession(work, people)
        if (userIds.length > 0) await work.follow(lastSessionsLost, { userIds })
        return deleted
      })
      metrics.nodes.sessionsLost += sessions.length
      return sessions.length
    })
    await this.#parts.endVoice()
    await units.write(SYSTEM_ACTOR, async (work) => {
      const occupied = await listOccupiedLobbyIds(work, { scope: LOBBY_SCOPE })
      await noteUnoccupied(work, (lobbyId) => occupied.has(lobbyId))
    })
  }

  /** Repeats a step, with pauses, until it handles fewer sessions than it may. */
  async #inParts(step: () => Promise<number>): Promise<void> {
    const { signal } = this.#end
    while (!signal.aborted && (await step()) === ENDED_TOGETHER)
      await pause(ENDED_PER_MS, undefined, { ref: false, signal }).catch(() => undefined)
  }
}

const keyOf = ({ name, epoch }: NodeLife) => `${name} ${epoch}`
