import type { Snowflake } from '@guildhall/protocol'
import { type Bus, guildTopic } from '../../kernel/event.ts'
import { NOBODY, type Units } from '../../kernel/units.ts'
import { merged, presenceIn, presenceUpdate, type SessionPresence } from '../../resources/presences/index.ts'
import type { Session } from './session.ts'

/** What the sessions of each user say, merged and told to the user's guilds. Nothing of it is stored. */
export class Presences {
  readonly #bus: Bus
  readonly #units: Units
  readonly #said = new Map<Session, SessionPresence>()
  readonly #sessionsOf: (userId: Snowflake) => Iterable<Session>

  constructor(bus: Bus, units: Units, sessionsOf: (userId: Snowflake) => Iterable<Session>) {
    this.#bus = bus
    this.#units = units
    this.#sessionsOf = sessionsOf
  }

  say(session: Session, presence: SessionPresence): Promise<void> {
    this.#said.set(session, presence)
    return this.#announce(session, session.guilds)
  }

  /** The session ended: without another one its user is offline. */
  leave(session: Session, guilds: Iterable<Snowflake>): Promise<void> {
    this.#said.delete(session)
    return this.#announce(session, guilds)
  }

  /** A guild came into the session's view. */
  entered(session: Session, guildId: Snowflake): Promise<void> {
    return this.#announce(session, [guildId])
  }

  async #announce(session: Session, guilds: Iterable<Snowflake>): Promise<void> {
    const { userId, identity } = session
    const said = [...this.#sessionsOf(userId)].flatMap((other) => this.#said.get(other) ?? [])
    const presence = merged(userId, said)
    for (const guildId of [...guilds]) {
      const view = await this.#units.read(NOBODY, (work) => work.view(guildId))
      if (!view) continue
      const shown = presenceIn(presence, identity.user.profile_visibility, view.memberCount)
      const topic = guildTopic(guildId)
      this.#bus.publish([
        { type: presenceUpdate as never, topic, payload: { guildId, presence: shown }, version: 0, guildId },
      ])
    }
  }
}
