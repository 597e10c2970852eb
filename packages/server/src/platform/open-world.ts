import { VoiceCloseCode } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { faultyOutgoing } from '../adapters/outgoing-http/faulty-outgoing.ts'
import { outgoingHttp } from '../adapters/outgoing-http/outgoing-http.ts'
import { tapedOutgoing } from '../adapters/outgoing-http/taped-outgoing.ts'
import type { AttachmentUrls } from '../kernel/attachment-urls.ts'
import { background } from '../kernel/background.ts'
import { type Clock, clockUntil } from '../kernel/clock.ts'
import type { EndpointFault, Faults, PlatformControl, RequestFault } from '../kernel/control.ts'
import type { FileStore } from '../kernel/files.ts'
import { settledSoon } from '../kernel/gate.ts'
import type { Addresses, Platform } from '../kernel/platform.ts'
import type { ProxyTickets } from '../kernel/proxy-tickets.ts'
import type { ReplaceOptions } from '../kernel/worlds.ts'
import { ParticipantChecks } from '../resources/activities/index.ts'
import { recoverFiles } from '../resources/files/index.ts'
import { boundedPasswords } from '../resources/users/index.ts'
import { type Authenticator, authenticator } from '../transports/authenticate.ts'
import type { GatewayTransport } from '../transports/gateway/gateway-transport.ts'
import type { LeftSession } from '../transports/gateway/left-sessions.ts'
import { WebhookEventDelivery } from '../transports/webhook-events/delivery.ts'
import type { Kernel } from './open-kernel.ts'
import type { OpenVoice } from './open-voice.ts'

/** Parts of a platform that outlive its worlds. */
export interface LastingParts {
  readonly clock: Clock
  readonly wallClock: Clock
  readonly files: FileStore
  readonly log: Logger
  readonly addresses: Addresses
  readonly attachmentUrls: AttachmentUrls
  readonly proxyTickets: ProxyTickets
  readonly demoUserIds: readonly bigint[]
  readonly controlKey: string
  readonly control: Omit<PlatformControl, 'requests' | 'endpoints'>
  readonly faults: { readonly requests: Faults<RequestFault>; readonly endpoints: Faults<EndpointFault> }
  readonly outgoing: { readonly reach: 'anywhere' | 'public'; readonly userAgent: string }
  readonly voice: OpenVoice
  readonly gateway: GatewayTransport
}

/** Everything that depends on the rows of one world. A replacement of the rows ends it, and opens another. */
export interface OpenWorld {
  readonly kernel: Kernel
  readonly authenticator: Authenticator
  readonly platform: Platform
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
export function openWorld(lasting: LastingParts, kernel: Kernel): OpenWorld {
  const { clock, files, log, faults, gateway: transport } = lasting
  const { units, bus, jobs } = kernel
  const wallClock = clockUntil(lasting.wallClock, kernel.isOver)
  const later = background((err) => {
    if (!kernel.isOver()) log.error({ err }, 'a background task failed')
  })
  const callers = authenticator({ units, bus, clock, background: later, controlKey: lasting.controlKey })
  const voice = lasting.voice.begin({ units, bus, wallClock })
  const plain = outgoingHttp({ ...lasting.outgoing, wallClock, uploadDir: files.uploadDir })
  const outgoing = tapedOutgoing(faultyOutgoing(plain, faults.endpoints, wallClock), lasting.control.tape)
  const webhookEvents = new WebhookEventDelivery({ ...lasting, units, bus, wallClock, outgoing })
  const gateway = transport.begin({ units, bus, authenticator: callers, voiceServer: voice.server, wallClock })
  kernel.services.start({ players: gateway.players, attachmentUrls: lasting.attachmentUrls })
  const platform: Platform = {
    ...lasting,
    control: { ...lasting.control, ...faults },
    units,
    outgoing,
    background: later,
    identifyCounts: gateway.identifyLimits,
    players: gateway.players,
    calls: gateway.calls,
    passwords: boundedPasswords(),
  }
  const endRequests = async () => {
    await webhookEvents.close()
    await outgoing.close()
  }
  return {
    kernel,
    authenticator: callers,
    platform,
    async start(left, options) {
      await transport.restoreSessions(left, options)
      await ParticipantChecks.start({ units, bus, background: later, players: gateway.players })
      await recoverFiles(files, units)
      jobs.start(units)
      await webhookEvents.start()
    },
    endRequests,
    async close() {
      await later.close()
      await jobs.close()
    },
    async leave() {
      await settledSoon(Promise.all([transport.hold(), later.close(), jobs.close()]))
      const left = transport.leaveWorld()
      voice.close(VoiceCloseCode.DISCONNECTED, 'The world was replaced.')
      kernel.end()
      await bus.close()
      return left
    },
  }
}
