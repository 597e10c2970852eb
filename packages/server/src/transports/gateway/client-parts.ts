import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Authenticator } from '../authenticate.ts'
import type { Encoding } from './encoding.ts'
import type { Gateway } from './gateway.ts'

/** Shared by all clients. The first two are those of the present world. */
export interface ClientParts {
  gateway: Gateway
  authenticator: Authenticator
  /** Platform date. */
  clock: Clock
  wallClock: Clock
  log: Logger
  tape: Tape
}

/** Choices of a client in its upgrade. */
export interface ClientOptions {
  encoding: Encoding | undefined
  version: number
  /** Whether the connection compresses everything it sends. */
  compressed: boolean
  /** Address that READY names for a Resume. */
  resumeUrl: string
  /** Called once the connection has a session. */
  onIdentified: () => void
}
