import type { Changes } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { GuildViews } from '../../kernel/guild-views.ts'
import type { Lease } from '../../kernel/lease.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { NodeQuestions } from '../../kernel/node-questions.ts'
import type { Addresses } from '../../kernel/platform.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import type { Authenticator } from '../authenticate.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { Outbox } from './outbox.ts'
import type { WhileAway } from './while-away.ts'

/** Parts of the gateway of a world. */
export interface GatewayParts {
  /** Platform date, which may be moved. */
  clock: Clock
  /** Wall-clock time for heartbeats and resume windows, so that moving the platform date drops no connection. */
  wallClock: Clock
  units: Units
  bus: Bus
  views: GuildViews
  changes: Changes
  authenticator: Authenticator
  addresses: Addresses
  attachmentUrls: AttachmentUrls
  /** Those of all connections, which outlive a world. */
  outbox: Outbox
  heartbeats: Heartbeats
  whileAway: WhileAway
  voiceServer: VoiceServer
  rateLimits: 'documented' | 'off'
  log: Logger
  metrics: Metrics
  tape: Tape
  /** Right to use the database; null on the embedded store. */
  lease: Lease | null
  /** Null for a process that is alone. */
  questions: NodeQuestions | null
}
