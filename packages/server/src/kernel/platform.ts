import type { Logger } from 'pino'
import type { AttachmentUrls } from './attachment-urls.ts'
import type { Background } from './background.ts'
import type { Clock } from './clock.ts'
import type { FileStore } from './files.ts'
import type { Outgoing } from './outgoing.ts'
import type { Units } from './units.ts'

/** What an operation may use besides its unit of work; made once by main.ts. */
export interface Platform {
  readonly clock: Clock
  readonly units: Units
  readonly files: FileStore
  readonly outgoing: Outgoing
  readonly background: Background
  /** For what the developer of an application should know and no caller is told. */
  readonly log: Logger
  /** Addresses as clients reach them, without a trailing slash; known once the port is open. */
  readonly addresses: Addresses
  readonly attachmentUrls: AttachmentUrls
  readonly identifyCounts: IdentifyCounts
}

export interface Addresses {
  url: string
  api: string
  gateway: string
  cdn: string
}

/** What the HTTP API tells of gateway sessions. [GW-14] */
export interface IdentifyCounts {
  /** Identifies left in this 24 h and when that window ends. */
  identifiesLeft(userId: bigint): { total: number; remaining: number; resetAfterMs: number }
}
