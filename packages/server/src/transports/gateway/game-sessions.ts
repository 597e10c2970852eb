import { GAME_IDENTIFIES_MAX, GAME_IDENTIFIES_PER_MS, GAME_SESSIONS_MAX } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { Uses } from '../../kernel/uses.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { type GamePlaces, playerOf } from './game-places.ts'
import type { Player } from './node-session-store.ts'
import type { Session } from './session.ts'

/** Times that a session of a player is ended to make room. Others may identify meanwhile. */
const ENDED_MAX = 3

export interface GameSessionsParts {
  clock: Clock
  uses: Uses
  /** Null for a process that is alone. */
  places: GamePlaces | null
  rateLimits: 'documented' | 'off'
  sessionsOf: (userId: bigint) => Iterable<Session>
  /** Ends a session without a connection. */
  end: (session: Session) => void
  /** Ends a session whose token has expired. */
  expired: (session: Session) => void
}

/** Bounds the sessions of games, and ends those whose token expires. */
export class GameSessions {
  readonly #parts: GameSessionsParts
  /** Functions that cancel the timer of a session's token. */
  readonly #expiries = new Map<Session, () => void>()

  constructor(parts: GameSessionsParts) {
    this.#parts = parts
    parts.places?.answer((player) => this.#endIdle(player))
  }

  /**
   * Counts an Identify. Returns false for a player who identifies too often or has too many connected sessions in the
   * game. A session without a connection makes room.
   */
  async admit(id: string, identity: Identity): Promise<boolean> {
    const { rateLimits, places } = this.#parts
    if (rateLimits === 'documented' && !(await this.#takeIdentify(identity))) return false
    if (places === null)
      return (
        this.#sessionsOf(playerOf(identity)).length < GAME_SESSIONS_MAX || this.#endIdle(playerOf(identity)) !== null
      )
    const ended = new Set<string>()
    while (!(await places.reserve(id, identity, ended))) {
      const freed = ended.size < ENDED_MAX ? await this.#makeRoom(places, identity) : null
      if (freed === null) return false
      ended.add(freed)
    }
    return true
  }

  async #makeRoom(places: GamePlaces, identity: Identity): Promise<string | null> {
    const here = this.#endIdle(playerOf(identity))
    return here ?? (await places.endKept(identity)) ?? places.endElsewhere(identity)
  }

  /** Gives the place of a session back that did not begin. */
  async release(id: string): Promise<void> {
    await this.#parts.places?.release(id)
  }

  /** Ends a session of the player here that has no connection. Returns its id; null for none. */
  #endIdle(player: Player): string | null {
    const idle = this.#sessionsOf(player).find(({ detachedAt }) => detachedAt !== null)
    if (idle) this.#parts.end(idle)
    return idle?.id ?? null
  }

  #sessionsOf({ userId, applicationId }: Player): Session[] {
    return [...this.#parts.sessionsOf(userId)].filter(
      (session) => session.kind === 'game' && session.identity.application?.id === applicationId,
    )
  }

  async #takeIdentify({ userId, application }: Identity): Promise<boolean> {
    const key = `identify ${userId} in ${application?.id}`
    const limit = { key, limit: GAME_IDENTIFIES_MAX, windowMs: GAME_IDENTIFIES_PER_MS }
    return (await this.#parts.uses.take([limit])) === null
  }

  /** Ends the session when its token expires by the platform date. Called again after the token was replaced. */
  watchToken(session: Session): void {
    const { kind, expiresAt } = session.identity
    this.forget(session)
    if (kind !== 'bearer' || expiresAt === null) return
    const cancel = this.#parts.clock.at(expiresAt, () => {
      this.#expiries.delete(session)
      this.#parts.expired(session)
    })
    this.#expiries.set(session, cancel)
  }

  /** Stops watching the token of a session that has ended. */
  forget(session: Session): void {
    this.#expiries.get(session)?.()
    this.#expiries.delete(session)
  }
}
