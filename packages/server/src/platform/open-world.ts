import { VoiceCloseCode } from '@guildhall/protocol'
import { faultyOutgoing } from '../adapters/outgoing-http/faulty-outgoing.ts'
import { outgoingHttp } from '../adapters/outgoing-http/outgoing-http.ts'
import { tapedOutgoing } from '../adapters/outgoing-http/taped-outgoing.ts'
import { background } from '../kernel/background.ts'
import { type Clock, clockUntil } from '../kernel/clock.ts'
import { settledSoon } from '../kernel/gate.ts'
import type { Outgoing } from '../kernel/outgoing.ts'
import type { Platform } from '../kernel/platform.ts'
import { tracedOutgoing } from '../kernel/traced.ts'
import type { ReplaceOptions } from '../kernel/worlds.ts'
import { recoverFiles } from '../resources/accounts/files/index.ts'
import { boundedPasswords } from '../resources/accounts/users/index.ts'
import { ParticipantChecks } from '../resources/apps/activities/index.ts'
import { type Authenticator, authenticator } from '../transports/authenticate.ts'
import type { LeftSession } from '../transports/gateway/left-sessions.ts'
import type { ExternalPicture } from '../transports/link-previews/external-pictures.ts'
import { LinkPreviewer } from '../transports/link-previews/link-previews.ts'
import { MailDelivery } from '../transports/mail/mail-delivery.ts'
import { PushDelivery } from '../transports/push/push-delivery.ts'
import { WebhookEventDelivery } from '../transports/webhook-events/delivery.ts'
import { BackupRunner } from './backups/backup-runner.ts'
import { DiskWatch } from './disk-watch.ts'
import type { Lasting } from './lasting.ts'
import type { Kernel } from './open-kernel.ts'
import { VERSION } from './package-folder.ts'

/** Options of requests to servers of applications. */
export interface OutgoingOptions {
  readonly reach: 'anywhere' | 'public'
  readonly userAgent: string
  readonly databaseUrl: string | null
  readonly filesUrl: string | null
}

/** Everything that depends on the rows of one world. A replacement of the rows ends it, and opens another. */
export interface OpenWorld {
  readonly kernel: Kernel
  readonly authenticator: Authenticator
  readonly platform: Platform
  /** Returns a picture of another server, for the CDN; null without one. */
  readonly externalPicture: (url: string) => Promise<ExternalPicture | null>
  /** Takes up sessions, deferred work and deliveries. */
  start(left: readonly LeftSession[], options: ReplaceOptions): Promise<void>
  /** Aborts requests to servers of applications, which others may wait for. */
  endRequests(): Promise<void>
  /** Finishes tasks, before the process ends. */
  close(): Promise<void>
  /** Ends at once, without effects on the rows, which are replaced. Returns the sessions. */
  leave(): Promise<LeftSession[]>
}

/** Opens the parts of a world over a kernel. */
export function openWorld(lasting: Lasting, options: OutgoingOptions, kernel: Kernel): OpenWorld {
  const { attachmentUrls, gateway: transport, platformControl } = lasting
  const { clock, log, metrics, storage } = lasting.foundation
  const { files } = storage
  const { units, bus, jobs, views, questions } = kernel
  const wallClock = clockUntil(lasting.foundation.wallClock, kernel.isOver)
  const later = background((err) => {
    if (!kernel.isOver()) log.error({ err }, 'a background task failed')
  })
  const callers = authenticator({ ...lasting, units, bus, clock, background: later })
  const voice = lasting.voice.begin({ units, bus, wallClock })
  const outgoing = openOutgoing(lasting, options, wallClock)
  const linkPreviews = new LinkPreviewer({ units, outgoing, urls: lasting.externalUrls, log })
  const { mails, pushes, webhookEvents } = openQueues(lasting, { units, bus, wallClock, outgoing })
  const backups = openBackups(lasting, options, kernel)
  const disk = new DiskWatch({ units, bus, files, metrics, url: lasting.addresses.url, log })
  const parts = [later, linkPreviews, mails, jobs, kernel.harvests, disk, backups]
  const world = { units, bus, views, questions, wallClock, authenticator: callers, voiceServer: voice.server }
  const gateway = transport.begin(world)
  kernel.lateParts.start({ players: gateway.players, attachmentUrls, linkPreviews })
  const platform: Platform = {
    ...keptParts(lasting),
    ...{ units, wallClock, outgoing, backups, linkPreviews },
    ...{ background: later, identifyCounts: gateway.identifyLimits, players: gateway.players },
    ...{ calls: gateway.calls, streams: gateway.streams.pictures },
    passwords: boundedPasswords(lasting.foundation.passwordCost),
    control: platformControl,
  }
  return {
    kernel,
    authenticator: callers,
    platform,
    externalPicture: (url) => linkPreviews.picture(url),
    async start(left, options) {
      await transport.restoreSessions(left, options)
      await ParticipantChecks.start({ units, bus, background: later, players: gateway.players })
      await Promise.all([recoverFiles(files, units), disk.start(), backups.start()])
      jobs.start(units)
      await webhookEvents.start()
      for (const part of [mails, pushes]) part.start()
    },
    async endRequests() {
      await webhookEvents.close()
      await Promise.all([pushes.close(), outgoing.close()])
    },
    async close() {
      for (const part of parts) await part.close()
    },
    async leave() {
      const closed = [...parts, pushes].map((part) => part.close())
      await settledSoon(Promise.all([transport.hold(), ...closed]))
      const left = transport.leaveWorld()
      voice.close(VoiceCloseCode.DISCONNECTED, 'The world was replaced.')
      kernel.end()
      await bus.close()
      return left
    },
  }
}

/** Opens requests to servers of applications, with the faults and records that operators ask for. */
function openOutgoing({ foundation, faults }: Lasting, options: OutgoingOptions, wallClock: Clock): Outgoing {
  const { storage, tape, metrics } = foundation
  const plain = outgoingHttp({ ...options, wallClock, uploadDir: storage.files.uploadDir })
  return tracedOutgoing(tapedOutgoing(faultyOutgoing(plain, faults.endpoints, wallClock), tape), metrics.traces)
}

/** Opens what sends the queues of the store: mails, push messages and webhook events. */
function openQueues(
  { foundation, addresses, mailer, pushKeys }: Lasting,
  parts: Pick<Kernel, 'units' | 'bus'> & Readonly<{ wallClock: Clock; outgoing: Outgoing }>,
) {
  const { clock, log, metrics, storage } = foundation
  const queue = { ...parts, clock, log, lease: storage.lease }
  return {
    mails: new MailDelivery({ ...queue, mailer }),
    pushes: new PushDelivery({ ...queue, pushKeys, url: addresses.url }),
    webhookEvents: new WebhookEventDelivery({ ...queue, metrics }),
  }
}

function openBackups(
  { foundation, addresses }: Lasting,
  { databaseUrl, filesUrl }: OutgoingOptions,
  { units, bus }: Kernel,
) {
  const { storage, clock, log, metrics } = foundation
  const { folder, files, lease } = storage
  const parts = { units, bus, clock, files, log, metrics, lease, folder }
  return new BackupRunner({ ...parts, databaseUrl, filesUrl, url: addresses.url })
}

/** Returns the parts that operations of every world use. */
function keptParts({
  foundation,
  addresses,
  attachmentUrls,
  proxyTickets,
  proofOfWork,
  signInStates,
  pushKeys,
  operatorKey,
  mailer,
}: Lasting) {
  const { storage, clock, log, demoUserIds } = foundation
  const made = {
    version: VERSION,
    addresses,
    attachmentUrls,
    proxyTickets,
    proofOfWork,
    signInStates,
    pushKeys,
    operatorKey,
    mailer,
  }
  return { clock, files: storage.files, log, demoUserIds, ...made }
}
