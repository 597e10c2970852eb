import { isDeepStrictEqual } from 'node:util'
import type { Snowflake } from '@guildhall/protocol'
import { type Bus, guildTopic, unversioned } from '../../kernel/event.ts'
import type { Presence, SessionPresence } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { mergePresences, presenceForGuild, presenceUpdate } from '../../resources/presences/index.ts'
import type { Session } from './session.ts'

/**
 * Presences of connected users: merges those of a user's sessions and publishes them in the user's guilds. Not
 * stored.
 */
export class Presences {
  readonly #bus: Bus
  readonly #units: Units
  readonly #sessionPresences = new Map<Session, SessionPresence>()
  /** Merged presence by user. It is kept, because a bot may have hundreds of sessions. */
  readonly #userPresences = new Map<Snowflake, Presence>()
  readonly #sessionsOf: (userId: Snowflake) => Iterable<Session>

  constructor(bus: Bus, units: Units, sessionsOf: (userId: Snowflake) => Iterable<Session>) {
    this.#bus = bus
    this.#units = units
    this.#sessionsOf = sessionsOf
  }

  /** Notes the presence of a new session, before it watches any guild. */
  begin(session: Session, presence: SessionPresence): void {
    this.#sessionPresences.set(session, presence)
    this.#merge(session.userId)
  }

  /** Changes the presence of a session. */
  update(session: Session, presence: SessionPresence): Promise<void> {
    this.begin(session, presence)
    return this.#publish(session, session.guilds)
  }

  /** Returns the last presence of a session. */
  of(session: Session): SessionPresence | undefined {
    return this.#sessionPresences.get(session)
  }

  /** Removes the presence of a session that has ended. Without another session its user is offline. */
  async end(session: Session, guildIds: Iterable<Snowflake>): Promise<void> {
    this.#sessionPresences.delete(session)
    this.#merge(session.userId)
    await this.#publish(session, guildIds)
    if (![...this.#sessionsOf(session.userId)].length) this.#userPresences.delete(session.userId)
  }

  /** Publishes the presence in a guild that the session has begun to watch. */
  guildJoined(session: Session, guildId: Snowflake): Promise<void> {
    return this.#publish(session, [guildId])
  }

  #merge(userId: Snowflake): void {
    const presences = [...this.#sessionsOf(userId)].flatMap((session) => this.#sessionPresences.get(session) ?? [])
    this.#userPresences.set(userId, mergePresences(userId, presences))
  }

  async #publish(session: Session, guildIds: Iterable<Snowflake>): Promise<void> {
    const { userId, identity } = session
    for (const guildId of [...guildIds]) {
      const view = await this.#units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
      const own = this.#userPresences.get(userId)
      if (!view || !own) continue
      const presence = presenceForGuild(own, identity.user.profile_visibility, view.memberCount)
      if (isUnchanged(presence, view.presences.get(userId))) continue
      this.#bus.publish([unversioned(presenceUpdate, guildTopic(guildId), { guildId, presence }, guildId)])
    }
  }
}

function isUnchanged(presence: Presence, known: Presence | undefined): boolean {
  if (!known) return presence.status === 'offline'
  return presence === known || (presence.status === known.status && isDeepStrictEqual(presence, known))
}
