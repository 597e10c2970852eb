import type { IncomingMessage } from 'node:http'
import { smtpMailer } from '../adapters/smtp/smtp-mailer.ts'
import { AttachmentUrls } from '../kernel/attachment-urls.ts'
import { type EndpointFault, InjectedFaults, type PlatformControl, type RequestFault } from '../kernel/control.ts'
import { ExternalUrls } from '../kernel/external-urls.ts'
import { Gate } from '../kernel/gate.ts'
import { nodeOf } from '../kernel/lease.ts'
import type { Mailer } from '../kernel/mailer.ts'
import type { Addresses } from '../kernel/platform.ts'
import { ProofOfWork } from '../kernel/proof-of-work.ts'
import type { ProxyTickets } from '../kernel/proxy-tickets.ts'
import { PushKeys } from '../kernel/push-keys.ts'
import { SignInStates } from '../kernel/sign-in-states.ts'
import { tracedMailer } from '../kernel/traced.ts'
import { clientAddresses } from '../transports/client-address.ts'
import { type GatewayTransport, gatewayTransport } from '../transports/gateway/gateway-transport.ts'
import { RateLimits } from '../transports/http/rate-limits.ts'
import type { Closing } from './closing.ts'
import type { PlatformConfig } from './config.ts'
import type { Foundation } from './foundation.ts'
import { knownHosts } from './known-hosts.ts'
import { type Handlers, type Listening, listen } from './listen.ts'
import { ATTACHMENT_KEY, CHALLENGE_KEY, EXTERNAL_KEY, metaSecret, PUSH_KEY, SIGN_IN_KEY } from './meta-secret.ts'
import { ProcessWorlds } from './named-worlds.ts'
import { proxyTicketsOf } from './open-activities.ts'
import { type OpenVoice, openVoice } from './open-voice.ts'
import { StoredOperatorKey } from './stored-operator-key.ts'
import { PlatformCopies } from './world-copies.ts'

/** Parts of a platform that outlive its worlds. */
export interface Lasting {
  readonly foundation: Foundation
  readonly port: Listening
  /** Serves the requests that wait at the port. */
  readonly serve: (handlers: Handlers) => void
  readonly addresses: Addresses
  /** Returns the address that limits count a request for. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly operatorKey: StoredOperatorKey
  readonly attachmentUrls: AttachmentUrls
  readonly externalUrls: ExternalUrls
  readonly proxyTickets: ProxyTickets
  readonly proofOfWork: ProofOfWork
  readonly signInStates: SignInStates
  readonly pushKeys: PushKeys
  readonly mailer: Mailer
  readonly voice: OpenVoice
  readonly gateway: GatewayTransport
  readonly gate: Gate
  readonly copies: PlatformCopies
  readonly worlds: ProcessWorlds
  readonly rateLimits: RateLimits
  readonly faults: {
    readonly requests: InjectedFaults<RequestFault>
    readonly endpoints: InjectedFaults<EndpointFault>
  }
  readonly platformControl: PlatformControl
}

/**
 * Opens the parts that outlive a world: the port first, because all others need its addresses.
 *
 * @param startBeside starts a platform beside this one, with a list of all platforms of the process
 */
export async function openLasting(
  config: PlatformConfig,
  closing: Closing,
  foundation: Foundation,
  startBeside: ConstructorParameters<typeof ProcessWorlds>[0],
): Promise<Lasting> {
  const { storage, clock, clockControl, wallClock, changes, tape, log, metrics } = foundation
  const { store, files, folder, lease } = storage
  const clients = clientAddresses(config.trustProxy)
  const { promise: handlers, resolve: serve } = Promise.withResolvers<Handlers>()
  const voiceTcp = config.voiceTcp !== 'off'
  const port = await listen({ ...config, voiceTcp, folder, clients, health: foundation.health }, handlers)
  closing.add('port', port.close)
  const { addresses } = port
  const addressOf = clients.of
  const operatorKey = await StoredOperatorKey.open(store)
  const attachmentUrls = await attachmentUrlsOf(foundation, addresses)
  const proxyTickets = await proxyTicketsOf(store, wallClock)
  const shared = { changes, clock, addresses, addressOf, log, tape, metrics, lease }
  const voice = await openVoice(config, closing, { store, ...shared })
  const gateway = gatewayTransport({
    ...shared,
    wallClock,
    attachmentUrls,
    rateLimits: config.rateLimits,
    unidentified: config.limits?.unidentified,
  })
  const gate = new Gate()
  const copies = new PlatformCopies({ store, files, folder, clock, wallClock, gate })
  const worlds = config.worlds ?? new ProcessWorlds(startBeside)
  const faults = { requests: new InjectedFaults<RequestFault>(), endpoints: new InjectedFaults<EndpointFault>() }
  closing.add('request faults', () => faults.requests.clear())
  closing.add('tape', () => tape.close())
  const nodes = async () => (nodeOf(lease) === null ? [] : ((await lease?.liveNodes()) ?? []))
  const held = { clock: clockControl, gateway: gateway.gatewayControl, voice: voice.control, nodes }
  const platformControl = { ...held, tape, copies, worlds, ...faults }
  return {
    foundation,
    port,
    serve,
    addresses,
    addressOf,
    operatorKey,
    attachmentUrls,
    proxyTickets,
    externalUrls: new ExternalUrls(await metaSecret(store, EXTERNAL_KEY), addresses.cdn),
    proofOfWork: new ProofOfWork(await metaSecret(store, CHALLENGE_KEY)),
    signInStates: new SignInStates(await metaSecret(store, SIGN_IN_KEY)),
    pushKeys: new PushKeys(await metaSecret(store, PUSH_KEY)),
    mailer: tracedMailer(smtpMailer(config.mailDir ?? null), metrics.traces),
    voice,
    gateway,
    gate,
    copies,
    worlds,
    rateLimits: new RateLimits({ mode: config.rateLimits }),
    faults,
    platformControl,
  }
}

async function attachmentUrlsOf({ storage, clock }: Foundation, addresses: Addresses): Promise<AttachmentUrls> {
  const { store } = storage
  const key = await metaSecret(store, ATTACHMENT_KEY)
  const hosts = await knownHosts(store, [addresses.url, addresses.listen])
  return new AttachmentUrls({ key, now: () => clock.now(), cdn: addresses.cdn, hosts })
}
