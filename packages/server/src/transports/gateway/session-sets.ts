import type { Snowflake } from '@guildhall/protocol'
import type { Session } from './session.ts'

/** Sessions by the id of something that they have in common. */
type SessionSets = Map<Snowflake, Set<Session>>

/** Returns the ids of the user and the application of a session. */
export function idsOf({ userId, identity }: Session): Set<Snowflake> {
  return new Set(identity.application ? [userId, identity.application.id] : [userId])
}

/** Adds a session to those of an id. */
export function addTo(map: SessionSets, key: Snowflake, session: Session): void {
  const sessions = map.get(key)
  if (sessions) sessions.add(session)
  else map.set(key, new Set([session]))
}

/** Removes a session from those of an id. */
export function removeFrom(map: SessionSets, key: Snowflake, session: Session): void {
  const sessions = map.get(key)
  sessions?.delete(session)
  if (sessions?.size === 0) map.delete(key)
}

/** Returns the sessions of some ids; null for none, as for most events. */
export function sessionsOfAny(map: SessionSets, ids: Iterable<Snowflake> | undefined): Set<Session> | null {
  let sessions: Set<Session> | null = null
  for (const id of ids ?? []) {
    for (const session of map.get(id) ?? []) {
      sessions ??= new Set()
      sessions.add(session)
    }
  }
  return sessions
}
