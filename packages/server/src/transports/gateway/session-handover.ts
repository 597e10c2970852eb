import { setTimeout as pause } from 'node:timers/promises'
import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { SharedTopics } from '../../kernel/shared-topics.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { permissionsOf, type StoredPermissions } from './former-permissions.ts'
import { isOfOtherRole } from './former-viewer.ts'
import type { Gateway } from './gateway.ts'
import { type KnownSession, keepForNodes, topicsOf } from './kept-sessions.ts'
import type { Session } from './session.ts'

/** Attempts to keep sessions while the database may be away, and the pause between two: a failover takes seconds. */
const ATTEMPTS_MAX = 9
const RETRIED_MS = 1_000
/** Pauses in which changes of permissions that views contain already are published, and their length. */
const SETTLED_MAX = 20
const SETTLED_MS = 5

/**
 * Ends sessions at this node and keeps them in the store, with the versions of which their clients have, or find in the
 * replay buffer, all events. No event reaches them between the two: they stop and are described in one tick.
 */
export class SessionHandover {
  readonly #gateway: Gateway
  readonly #shared: SharedTopics
  readonly #node: NodeLife
  #batch = 0

  constructor(gateway: Gateway, shared: SharedTopics, node: NodeLife) {
    this.#gateway = gateway
    this.#shared = shared
    this.#node = node
  }

  /**
   * Hands sessions over to the nodes at which their clients resume them.
   *
   * @param detached called for each session when it stops, so that its connection is closed
   */
  async handOver(sessions: readonly Session[], detached: (session: Session) => void): Promise<void> {
    const gateway = this.#gateway
    const topics = new Map(sessions.flatMap(topicsOf).map((topic) => [topic, 0]))
    await this.#shared.publishUpTo(topics)
    // Without a moment at which they are known, former permissions may refuse the session.
    for (let waits = 0; waits < SETTLED_MAX && !this.#areSettled(sessions); waits += 1) await pause(SETTLED_MS)
    gateway.fanOut.flush()
    const kept: KnownSession[] = []
    for (const session of sessions) {
      if (gateway.sessions.get(session.id) !== session) continue
      // A session without READY is unknown to its client, which identifies again.
      const known = session.seq === 0 ? null : this.#describe(session)
      detached(session)
      if (known) {
        kept.push(known)
        gateway.release(session)
      } else gateway.end(session)
    }
    if (kept.length === 0) return
    const batch = this.#batch++
    for (let attempt = 1; ; attempt += 1) {
      try {
        await keepForNodes(gateway.parts.units, kept, { node: this.#node, batch })
        return
      } catch (error) {
        if (attempt === ATTEMPTS_MAX) throw error
        await pause(RETRIED_MS)
      }
    }
  }

  #areSettled(sessions: readonly Session[]): boolean {
    return sessions.every((session) =>
      [...session.guilds].every((guildId) => {
        const viewer = this.#gateway.fanOut.viewerIn(session, guildId)
        return !viewer || this.#isSettled(guildId, session, viewer)
      }),
    )
  }

  /** Returns a session as it stands; null if it is not known what it was sent. */
  #describe(session: Session): KnownSession | null {
    const { fanOut, lobbies, addresses, presences, parts } = this.#gateway
    const keptAt = parts.wallClock.now()
    const versions: Record<string, number> = {}
    for (const topic of topicsOf(session)) {
      const standing = this.#shared.standing(topic)
      if (!standing) return null
      versions[topic] = standing.published
    }
    const permissions: Record<string, StoredPermissions | null> = {}
    const inGuilds = []
    for (const guildId of session.guilds) {
      const viewer = fanOut.viewerIn(session, guildId)
      permissions[guildId.toString()] =
        viewer && this.#isSettled(guildId, session, viewer) ? permissionsOf(viewer) : null
      const state = viewer?.view?.voiceStates.get(session.userId)
      if (state?.session_id === session.id) inGuilds.push(state)
    }
    return {
      session,
      detachedAt: session.detachedAt ?? keptAt,
      keptAt,
      presence: presences.of(session) ?? null,
      voice: [...inGuilds, ...addresses.privateStatesOf(session)],
      guilds: [...session.guilds],
      ...lobbies.keptOf(session),
      versions,
      permissions,
      starting: fanOut.heldGuilds(session),
      unsynced: [...session.unsynced],
    }
  }

  /** Returns whether no change of the session's permissions waits to be published: the view contains it already. */
  #isSettled(guildId: Snowflake, { userId }: Session, viewer: Viewer): boolean {
    return !this.#shared.unpublished(guildTopic(guildId)).some((event) => {
      const { type, payload } = event
      if ([...(type.affectedUsers?.(payload) ?? [])].includes(userId)) return true
      return type.changesPermissions === true && !isOfOtherRole(event, viewer)
    })
  }
}
