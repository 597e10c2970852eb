import { GAME_IDENTIFIES_MAX, GAME_IDENTIFIES_PER_MS, GAME_SESSIONS_MAX, GatewayOp } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { Windows } from '../../kernel/windows.ts'
import { LOBBY_SCOPE } from '../../resources/lobbies/index.ts'
import type { Identity } from '../../resources/users/index.ts'
import type { Session } from './session.ts'

/** Opcodes that a game may send after Identify. Others are about guilds and ignored. */
const GAME_OPS: ReadonlySet<number> = new Set([
  GatewayOp.PRESENCE_UPDATE,
  GatewayOp.VOICE_STATE_UPDATE,
  GatewayOp.LOBBY_VOICE_STATES,
  GatewayOp.LOBBY_VOICE_SERVER_PING,
])

/** Scope that a command of a game needs; the session ignores the command without it. */
const SCOPE_OF_OP: ReadonlyMap<number, string> = new Map<number, string>([
  [GatewayOp.PRESENCE_UPDATE, 'activities.write'],
  [GatewayOp.VOICE_STATE_UPDATE, LOBBY_SCOPE],
  [GatewayOp.LOBBY_VOICE_STATES, LOBBY_SCOPE],
  [GatewayOp.LOBBY_VOICE_SERVER_PING, LOBBY_SCOPE],
])

/** Returns the reason for which a game's command is ignored; null for a command that the game may send. */
export function ignoredForGame(op: number, { scopes }: Pick<Identity, 'scopes'>): string | null {
  if (!GAME_OPS.has(op)) return 'games have no guilds'
  const scope = SCOPE_OF_OP.get(op)
  return scope === undefined || scopes.has(scope) ? null : `the token has no scope ${scope}`
}

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
