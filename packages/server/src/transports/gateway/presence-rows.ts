import type { Clock } from '../../kernel/clock.ts'
import { userTopic } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { SessionPresence } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { sessionPresenceChanged } from '../../resources/accounts/presences/index.ts'
import { LOBBY_SCOPE } from '../../resources/games/lobbies/index.ts'
import { type PresenceRow, putNodeSessions, type StoredSession } from './node-session-store.ts'
import type { Session } from './session.ts'

/** Sessions that one unit of work stores. */
const SESSIONS_MAX = 200

interface Waiting extends PresenceRow {
  presence: SessionPresence
  readonly written: PromiseWithResolvers<void>
}

/**
 * Stores presences of this node's sessions, and tells other nodes of them. One unit of work at a time has all that have
 * changed since the last one: the first is that of a tick, and under load each is that of many.
 */
export class PresenceRows {
  readonly #parts: { readonly units: Units; readonly clock: Clock; readonly node: NodeLife }
  readonly #waiting = new Map<Session, Waiting>()
  #isWriting = false
  /** Unit of work that runs now. */
  #stored: Promise<void> = Promise.resolve()

  constructor(parts: { units: Units; clock: Clock; node: NodeLife }) {
    this.#parts = parts
  }

  /** Stores a session with its presence. A later presence replaces one that was not stored yet. */
  put(session: Session, presence: SessionPresence): Promise<void> {
    const known = this.#waiting.get(session)
    if (known) {
      known.presence = presence
      return known.written.promise
    }
    const written = Promise.withResolvers<void>()
    this.#waiting.set(session, { session, presence, at: this.#parts.clock.now(), written })
    if (!this.#isWriting) void this.#write()
    return written.promise
  }

  /** Resolves when nothing more is stored of a session, so that its row can be removed. */
  async forget(session: Session): Promise<void> {
    this.#waiting.get(session)?.written.resolve()
    this.#waiting.delete(session)
    await this.#stored
  }

  /** Stores everything that waits. The promises of `put` have its failures. */
  async #write(): Promise<void> {
    this.#isWriting = true
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting.values()].slice(0, SESSIONS_MAX)
      for (const { session } of some) this.#waiting.delete(session)
      const { units, node } = this.#parts
      const stored = units.write(SYSTEM_ACTOR, async (work) => {
        await putNodeSessions(work, node, some)
        for (const { session, presence } of some) emitPresence(work, node, describe(session), presence)
      })
      this.#stored = stored.then(
        () => {
          for (const { written } of some) written.resolve()
        },
        (error: unknown) => {
          for (const { written } of some) written.reject(error)
        },
      )
      await this.#stored
    }
    this.#isWriting = false
  }
}

/** Tells all nodes of the presence of a session; null for its end. */
export function emitPresence(
  work: Work,
  node: NodeLife,
  { userId, ...session }: StoredSession,
  presence: SessionPresence | null,
): void {
  const { secrets: _, ...shown } = presence ?? {}
  work.emit(sessionPresenceChanged, userTopic(userId), { ...session, node, presence: presence && shown })
}

/** Returns what other nodes know of a session. */
export function describe({ id, userId, kind, applicationId, shard, identity }: Session): StoredSession {
  return { sessionId: id, userId, kind, applicationId, shard, seesLobbies: identity.scopes.has(LOBBY_SCOPE) }
}
