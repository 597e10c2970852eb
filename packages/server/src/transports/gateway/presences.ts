import { isDeepStrictEqual } from 'node:util'
import type { Snowflake } from '@guildhall/protocol'
import { type Bus, guildTopic } from '../../kernel/event.ts'
import type { Presence } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { merged, presenceIn, presenceUpdate, type SessionPresence } from '../../resources/presences/index.ts'
import type { Session } from './session.ts'

/** What the sessions of each user say, merged and told to the user's guilds. Nothing of it is stored. */
export class Presences {
  readonly #bus: Bus
  readonly #units: Units
  readonly #said = new Map<Session, SessionPresence>()
  /** What the sessions of a user come to, all together; a bot may have hundreds of them. */
  readonly #merged = new Map<Snowflake, Presence>()
  readonly #sessionsOf: (userId: Snowflake) => Iterable<Session>

  constructor(bus: Bus, units: Units, sessionsOf: (userId: Snowflake) => Iterable<Session>) {
    this.#bus = bus
    this.#units = units
    this.#sessionsOf = sessionsOf
  }

  /** What the session says from its start on, before it is in any guild. */
  begin(session: Session, presence: SessionPresence): void {
    this.#said.set(session, presence)
    this.#merge(session.userId)
  }

  say(session: Session, presence: SessionPresence): Promise<void> {
    this.begin(session, presence)
    return this.#announce(session, session.guilds)
  }

  /** What the session said last. */
  saidBy(session: Session): SessionPresence | undefined {
    return this.#said.get(session)
  }

  /** The session ended: without another one its user is offline. */
  async leave(session: Session, guilds: Iterable<Snowflake>): Promise<void> {
    this.#said.delete(session)
    this.#merge(session.userId)
    await this.#announce(session, guilds)
    if (![...this.#sessionsOf(session.userId)].length) this.#merged.delete(session.userId)
  }

  /** A guild came into the session's view. */
  entered(session: Session, guildId: Snowflake): Promise<void> {
    return this.#announce(session, [guildId])
  }

  #merge(userId: Snowflake): void {
    const said = [...this.#sessionsOf(userId)].flatMap((session) => this.#said.get(session) ?? [])
    this.#merged.set(userId, merged(userId, said))
  }

  async #announce(session: Session, guilds: Iterable<Snowflake>): Promise<void> {
    const { userId, identity } = session
    for (const guildId of [...guilds]) {
      const view = await this.#units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
      const presence = this.#merged.get(userId)
      if (!view || !presence) continue
      const shown = presenceIn(presence, identity.user.profile_visibility, view.memberCount)
      if (same(shown, view.presences.get(userId))) continue
      const topic = guildTopic(guildId)
      this.#bus.publish([
        { type: presenceUpdate as never, topic, payload: { guildId, presence: shown }, version: 0, guildId },
      ])
    }
  }
}

function same(presence: Presence, known: Presence | undefined): boolean {
  if (!known) return presence.status === 'offline'
  return presence === known || (presence.status === known.status && isDeepStrictEqual(presence, known))
}
