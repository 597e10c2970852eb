import type { Session } from '../connection/session.ts'
import type { Audio } from './audio/audio.ts'
import type { Auth } from './auth/auth.ts'
import type { ClientContext } from './context.ts'
import type { Presence } from './presence/presence.ts'
import type { Relationships } from './relationships/relationships.ts'
import type { People } from './users/people.ts'

/** The parts of one Client: what all areas share, and the state of each area. */
export interface Parts {
  readonly context: ClientContext
  readonly session: Session
  readonly auth: Auth
  readonly people: People
  readonly relationships: Relationships
  readonly presence: Presence
  readonly audio: Audio
  /** Ends the Client with everything that it has opened. */
  end(): void
}
