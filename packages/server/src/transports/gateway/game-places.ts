import { GAME_SESSIONS_MAX } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { pack, unpack } from '../../kernel/json.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { NodeQuestions } from '../../kernel/node-questions.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { deleteKeptSession, findKeptOf } from './kept-session-store.ts'
import { deleteReservedSession, insertReservedSession, listGameSessions, type Player } from './node-session-store.ts'

/** Kind of the question by which a node ends a session of another one. */
const END_IDLE = 'end-idle-session'

/** Places for the sessions of players over all nodes, by rows. */
export class GamePlaces {
  readonly #units: Units
  readonly #clock: Clock
  readonly #node: NodeLife
  readonly #questions: NodeQuestions | null

  constructor(parts: { units: Units; clock: Clock; questions: NodeQuestions | null }, node: NodeLife) {
    this.#units = parts.units
    this.#clock = parts.clock
    this.#questions = parts.questions
    this.#node = node
  }

  /** Lets other nodes end sessions here by a function, which returns the id of the session. */
  answer(endIdle: (player: Player) => string | null): void {
    this.#questions?.answer(END_IDLE, (body) => {
      const { node, userId, applicationId } = unpack<Player & { node: string }>(String(body))
      return node === this.#node.name ? endIdle({ userId, applicationId }) : null
    })
  }

  /**
   * Gives a place to a session that begins, as a row without a presence. Returns false if its player has too many
   * sessions in the game, besides those that were ended just now.
   */
  reserve(id: string, identity: Identity, ended: ReadonlySet<string>): Promise<boolean> {
    const player = playerOf(identity)
    return this.#units.write(
      SYSTEM_ACTOR,
      async (work) => {
        const others = (await listGameSessions(work, player)).filter((other) => !ended.has(other.id))
        if (others.length >= GAME_SESSIONS_MAX) return false
        await insertReservedSession(work, this.#node, { id, ...player, scopes: identity.scopes, at: this.#clock.now() })
        return true
      },
      [`game sessions of ${player.userId} ${player.applicationId}`],
    )
  }

  /** Gives the place of a session back that did not begin. */
  release(id: string): Promise<void> {
    return this.#units.write(SYSTEM_ACTOR, (work) => deleteReservedSession(work, id))
  }

  /** Removes one session of the player that waits in the store. The search for lost sessions ends the rest of it. */
  endKept(identity: Identity): Promise<string | null> {
    return this.#units.write(SYSTEM_ACTOR, async (work) => {
      const sessions = await listGameSessions(work, playerOf(identity))
      const id = await findKeptOf(
        work,
        sessions.map((session) => session.id),
      )
      return id !== null && (await deleteKeptSession(work, id)) ? id : null
    })
  }

  /** Ends one session of the player that has no connection, at another node. Returns its id; null for none. */
  async endElsewhere(identity: Identity): Promise<string | null> {
    const player = playerOf(identity)
    const sessions = await this.#units.read(SYSTEM_ACTOR, (work) => listGameSessions(work, player))
    for (const node of new Set(sessions.map((session) => session.node))) {
      if (node === '' || node === this.#node.name) continue
      const answers = await this.#questions?.ask(END_IDLE, pack({ node, ...player }), { of: [node] })
      const id = answers?.of.get(node)
      if (typeof id === 'string') return id
    }
    return null
  }
}

/**
 * Returns the user and game of a token.
 *
 * @throws TypeError for a token that is not of a game
 */
export function playerOf({ userId, application }: Identity): Player {
  if (application === null) throw new TypeError('tokens of games have an application')
  return { userId, applicationId: application.id }
}
