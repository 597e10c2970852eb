import type { Session } from '../connection/session.ts'
import type { LazyLocalClient } from '../local-client/lazy-local-client.ts'
import type { Online } from '../online/online.ts'
import type { Audio } from './audio/audio.ts'
import type { LazyAuth } from './auth/lazy-auth.ts'
import type { Tokens } from './auth/tokens.ts'
import type { ClientContext } from './context.ts'
import type { RichPresence } from './presence/rich-presence.ts'

/** The parts of one Client: what all areas share, and the state of each area. */
export interface Parts {
  readonly context: ClientContext
  readonly session: Session
  readonly richPresence: RichPresence
  readonly audio: Audio
  readonly tokens: Tokens
  readonly auth: LazyAuth
  readonly localClient: LazyLocalClient
  /** Areas that need a connection; null before the first Connect, which loads their code. */
  readonly online: Online | null
  /** Ends the Client with everything that it has opened. */
  end(): void
}
