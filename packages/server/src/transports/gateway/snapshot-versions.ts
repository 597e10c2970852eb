import type { Session } from './session.ts'

/**
 * Version of the snapshot that each session received when it began to watch, while events up to that version may
 * still be waiting in fan-out.
 */
export class SnapshotVersions {
  readonly #versions = new Map<Session, number>()

  /** Notes the version that a session's snapshot contains. */
  note(session: Session, version: number): void {
    this.#versions.set(session, version)
  }

  /** Forgets a session that no longer watches. */
  delete(session: Session): void {
    this.#versions.delete(session)
  }

  /** Returns the sessions whose snapshot contains this version; null for none. */
  sessionsWith(version: number): Set<Session> | null {
    if (this.#versions.size === 0 || version === 0) return null
    const sessions = new Set<Session>()
    for (const [session, snapshotVersion] of this.#versions) {
      if (snapshotVersion >= version) sessions.add(session)
      else this.#versions.delete(session) // versions only grow
    }
    return sessions.size > 0 ? sessions : null
  }
}
