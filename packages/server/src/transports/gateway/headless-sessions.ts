import type { Snowflake } from '@guildhall/protocol'
import { type Event, effectOf, type HeadlessChange } from '../../kernel/event.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { endHeadlessSessionById, headlessSessionsAtStart } from '../../resources/games/headless-sessions/index.ts'
import type { Presences, PresentSession } from './presences.ts'

const NO_GUILDS: ReadonlySet<Snowflake> = new Set()

export interface HeadlessSessionsParts {
  readonly units: Units
  readonly presences: Presences
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

interface HeadlessSession extends PresentSession {
  readonly applicationId: Snowflake
}

/** Sessions of games without a connection: the store has them, and the gateway publishes their presences. */
export class HeadlessSessions {
  readonly #parts: HeadlessSessionsParts
  readonly #sessions = new Map<Snowflake, Map<string, HeadlessSession>>()

  constructor(parts: HeadlessSessionsParts) {
    this.#parts = parts
  }

  /** Handles events that change such sessions: of themselves, of their tokens, and of guilds that their users join. */
  receive(event: Event): void {
    const effect = effectOf(event)
    if (effect?.kind === 'headless-session-changed') this.#run(this.#change(effect.change))
    if (this.#sessions.size === 0 || !event.topic.startsWith('user.')) return
    const own = this.#sessions.get(BigInt(event.topic.slice('user.'.length)))
    if (!own) return
    for (const session of [...own.values()]) {
      if (effect?.kind === 'tokens-revoked' && effect.revokes({ hash: '', grantedTo: session.applicationId }))
        this.#run(this.#end(session))
      if (effect?.kind === 'membership-changed' && effect.change === 'joined' && event.guildId !== null)
        this.#run(this.#parts.presences.guildJoined(session, event.guildId))
    }
  }

  /** Reads the sessions that the former process had, before the first request, and publishes their presences. */
  async restore(): Promise<void> {
    const changes = await this.#parts.units.read(SYSTEM_ACTOR, headlessSessionsAtStart)
    const sessions = changes.flatMap((change) => this.#begin(change) ?? [])
    this.#run(this.#publishAll(sessions))
  }

  async #publishAll(sessions: readonly HeadlessSession[]): Promise<void> {
    for (const session of sessions) await this.#parts.presences.publish(session)
  }

  async #change(change: HeadlessChange): Promise<void> {
    const begun = this.#begin(change)
    if (begun) return this.#parts.presences.publish(begun)
    const known = this.#sessions.get(change.userId)?.get(change.id)
    if (known) await this.#forget(known)
  }

  /** Notes the presence of a session; null for one that has ended. */
  #begin({ id, userId, applicationId, current }: HeadlessChange): HeadlessSession | null {
    if (!current) return null
    const { user, presence } = current
    const own = this.#sessions.get(userId) ?? new Map<string, HeadlessSession>()
    const fresh = {
      id,
      applicationId,
      kind: 'game',
      userId,
      identity: { user },
      guilds: NO_GUILDS,
      shard: [0, 1] as const,
      ownsGuild: () => true,
    } as const
    const session = own.get(id) ?? fresh
    this.#sessions.set(userId, own.set(id, session))
    this.#parts.presences.begin(session, presence)
    return session
  }

  async #forget(session: HeadlessSession): Promise<void> {
    const own = this.#sessions.get(session.userId)
    own?.delete(session.id)
    if (own?.size === 0) this.#sessions.delete(session.userId)
    await this.#parts.presences.end(session, NO_GUILDS)
  }

  async #end({ id }: HeadlessSession): Promise<void> {
    await this.#parts.units.write(SYSTEM_ACTOR, (work) => endHeadlessSessionById(work, { id }))
  }

  #run(task: Promise<void>): void {
    this.#parts.runInBackground(task, 'the presence of a session without a connection was lost')
  }
}
