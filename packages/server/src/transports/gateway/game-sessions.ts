import { GAME_IDENTIFIES_MAX, GAME_IDENTIFIES_PER_MS, GAME_SESSIONS_MAX } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { Windows } from '../../kernel/windows.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import type { Session } from './session.ts'

export interface GameSessionsParts {
  clock: Clock
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
  /** Identifies by user and application. */
  readonly #identifies: Windows<string>
  /** Functions that cancel the timer of a session's token. */
  readonly #expiries = new Map<Session, () => void>()

  constructor(parts: GameSessionsParts) {
    this.#parts = parts
    this.#identifies = new Windows(parts.clock, GAME_IDENTIFIES_PER_MS)
  }

  /**
   * Counts an Identify. Returns false for a player who identifies too often or has too many connected sessions in the
   * game. A session without a connection makes room.
   */
  admit(identity: Identity): boolean {
    if (this.#parts.rateLimits === 'documented' && !this.#takeIdentify(identity)) return false
    const sessions = [...this.#parts.sessionsOf(identity.userId)].filter((session) => isOfGame(session, identity))
    if (sessions.length < GAME_SESSIONS_MAX) return true
    const idle = sessions.find(({ detachedAt }) => detachedAt !== null)
    if (idle) this.#parts.end(idle)
    return idle !== undefined
  }

  #takeIdentify({ userId, application }: Identity): boolean {
    const key = `${userId} ${application?.id}`
    if (this.#identifies.used(key).count >= GAME_IDENTIFIES_MAX) return false
    this.#identifies.add(key)
    return true
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

function isOfGame({ kind, identity }: Session, { application }: Identity): boolean {
  return kind === 'game' && identity.application?.id === application?.id
}
