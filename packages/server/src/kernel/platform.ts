import type { Logger } from 'pino'
import type { AttachmentUrls } from './attachment-urls.ts'
import type { Background } from './background.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import type { PlatformControl } from './control.ts'
import type { FileStore } from './files.ts'
import type { LinkPreviews } from './link-previews.ts'
import type { Mailer } from './mailer.ts'
import type { OperatorKey } from './operator-key.ts'
import type { Outgoing } from './outgoing.ts'
import type { Passwords } from './passwords.ts'
import type { Players } from './players.ts'
import type { PrivateCalls } from './private-calls.ts'
import type { ProofOfWork } from './proof-of-work.ts'
import type { ProxyTickets } from './proxy-tickets.ts'
import type { PushKeys } from './push-keys.ts'
import type { SignInStates } from './sign-in-states.ts'
import type { StreamPreviews } from './stream-previews.ts'
import type { Units } from './units.ts'

/** Parts that an operation may use besides its unit of work. main.ts makes them once. */
export interface Platform {
  /** Version of this program. */
  readonly version: string
  readonly clock: Clock
  /** Time of the world outside, for what other devices compute by it. */
  readonly wallClock: Clock
  readonly units: Units
  readonly files: FileStore
  readonly outgoing: Outgoing
  readonly background: Background
  /** For messages to developers of applications that no response contains. */
  readonly log: Logger
  readonly addresses: Addresses
  /** Users of the demo world that a browser on this machine signs in as without a password; empty otherwise. */
  readonly demoUserIds: readonly bigint[]
  readonly attachmentUrls: AttachmentUrls
  readonly proxyTickets: ProxyTickets
  readonly identifyCounts: IdentifyCounts
  readonly players: Players
  readonly calls: PrivateCalls
  readonly streams: StreamPreviews
  readonly linkPreviews: LinkPreviews
  readonly passwords: Passwords
  readonly proofOfWork: ProofOfWork
  readonly pushKeys: PushKeys
  readonly mailer: Mailer
  readonly signInStates: SignInStates
  readonly operatorKey: OperatorKey
  readonly backups: Backups
  /** For operations of the control API. */
  readonly control: PlatformControl
}

/** Addresses as clients reach them, without a trailing slash. */
export interface Addresses {
  /** Address of the platform as people reach it. */
  readonly url: string
  /** Address at which programs on this machine reach the process: the same, unless a proxy stands in front. */
  readonly listen: string
  readonly api: string
  readonly gateway: string
  readonly cdn: string
  /** Host under which each activity has its own name, `{application id}.{this}`; without a scheme. [VER-19] */
  readonly activities: string
}

/** Limits of Identify in the response of Get Gateway Bot. [GW-14] */
export interface IdentifyCounts {
  /** Returns the Identifies left in the window of 24 hours, and when it ends. */
  identifiesLeft(userId: bigint): Promise<{ total: number; remaining: number; resetAfterMs: number }>
}
