import { existsSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { datedChanges, type Instant } from '@guildhall/protocol'
import { type Logger, pino } from 'pino'
import { outgoingStreams } from '../adapters/outgoing-http/outgoing-streams.ts'
import { AttachmentUrls } from '../kernel/attachment-urls.ts'
import { type Clock, runningClock } from '../kernel/clock.ts'
import { type EndpointFault, Faults, type RequestFault } from '../kernel/control.ts'
import { Gate } from '../kernel/gate.ts'
import type { StreamLimits } from '../kernel/outgoing-streams.ts'
import type { Addresses } from '../kernel/platform.ts'
import type { ShareLimits } from '../kernel/shares.ts'
import type { Store } from '../kernel/store/store.ts'
import { Tape } from '../kernel/tape/tape.ts'
import type { Units } from '../kernel/units.ts'
import { controlOperations } from '../resources/control/index.ts'
import { type CensusOptions, type FileCensus, takeCensus } from '../resources/files/index.ts'
import { recordFilesOfMessages } from '../resources/messages/index.ts'
import { cdnTransport } from '../transports/cdn/cdn-transport.ts'
import { clientAddresses } from '../transports/client-address.ts'
import { gatewayTransport } from '../transports/gateway/gateway-transport.ts'
import { Bodies, type BodyLimits } from '../transports/http/bodies.ts'
import type { ExchangeObserver } from '../transports/http/exchange.ts'
import { httpTransport } from '../transports/http/http-transport.ts'
import { RateLimits } from '../transports/http/rate-limits.ts'
import { type WebParts, webTransport } from '../transports/web/web-transport.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import { applyWorld } from '../world/apply-world.ts'
import { type FilledWorld, findWorld, forgetWorldSecrets, type World, type WorldDirectory } from '../world/index.ts'
import { Closing } from './closing.ts'
import { DataFolderError } from './data-folder.ts'
import { type Handlers, type ListenOptions, listen } from './listen.ts'
import { ATTACHMENT_KEY, CONTROL_KEY, metaSecret } from './meta-secret.ts'
import { ProcessWorlds } from './named-worlds.ts'
import { type ActivityLimits, openActivities, proxyTicketsOf } from './open-activities.ts'
import { openKernel } from './open-kernel.ts'
import { openStorage, type StorageConfig } from './open-storage.ts'
import { type HostAndPort, openVoice } from './open-voice.ts'
import { operations } from './operations.ts'
import { VERSION } from './package-folder.ts'
import { PresentWorld } from './present-world.ts'
import { PlatformCopies } from './world-copies.ts'

/** Options of a platform. */
export interface PlatformConfig extends StorageConfig {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Applied when the store is empty. Default: the demo world. */
  world?: World
  /** Platform date at the start. Default: now. */
  date?: Instant
  rateLimits: 'documented' | 'off'
  /** TLS on the same port: with a local authority, with given files, or none. */
  tls: 'local' | 'off' | { cert: string; key: string }
  pinSplitDate?: string
  /** Reach of requests to servers of applications. `public` excludes this machine and its network. */
  outgoing: 'anywhere' | 'public'
  /** Wall-clock time for heartbeats, resume windows and timeouts; tests pass one that they move. */
  wallClock?: Clock
  /** Receives every request to an operation with its response, including secrets; for tests. */
  observe?: ExchangeObserver
  logLevel?: string
  /** Address of the socket for voice packets. Default: a free port of the listen address. */
  voiceUdp?: HostAndPort | null
  /** Address of voice packets as clients reach them. Default: the same. */
  voiceAnnounce?: HostAndPort | null
  /** Host under which each activity has its own name. Default: `activities.localhost` with the port. */
  activitiesDomain?: string | null
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: readonly string[]
  /** Whether the control API is served. Default: only on a loopback listen address, and not behind a proxy. */
  control?: boolean | undefined
  /** Whether the tape records from the start. */
  tape?: boolean | undefined
  /** Open connections per address. Default: unlimited without rate limits. */
  connectionsPerAddress?: number | undefined
  /** Platforms of this process. Those beside the first one are given its list. */
  worlds?: ProcessWorlds
  /** Replaces limits; for tests. */
  limits?: { unidentified?: ShareLimits; bodies?: Partial<BodyLimits>; activities?: ActivityLimits }
  /** Serves another build of the web app; for tests. */
  web?: WebParts
}

/** Configuration of a platform without options. */
export const DEFAULTS: PlatformConfig = {
  host: '127.0.0.1',
  port: 7700,
  data: './.guildhall',
  rateLimits: 'documented',
  tls: 'off',
  outgoing: 'anywhere',
  trustProxy: [],
}

/** Options in which a platform beside the first one differs from it: it has free ports, and nothing on disk. */
const BESIDE = {
  port: 0,
  data: ':memory:',
  databaseUrl: null,
  secretKey: undefined,
  voiceUdp: null,
  voiceAnnounce: null,
  activitiesDomain: null,
}

/** A running platform and its addresses. */
export interface RunningPlatform extends Addresses {
  /** Path of the local authority's certificate; null without TLS. */
  readonly ca: string | null
  /** World of the first start with every id, token and secret; null once its secrets were removed. */
  readonly world: FilledWorld | null
  /** The world without secrets; null if the store does not know its world. */
  readonly directory: WorldDirectory | null
  /** Address and key by which the operator controls the platform. */
  readonly control: Control
  /** Address of voice packets as clients are told it: `HOST:PORT`. */
  readonly voice: { readonly udp: string }
  readonly clock: Clock
  readonly units: Units
  readonly tape: Tape
  /** Removes the secrets of the first start's world from the store. Called after they were printed. */
  forgetWorldSecrets(): Promise<void>
  /** Adds a task that `close` runs before it closes anything else. Of several, the last one runs first. */
  beforeClose(task: () => Promise<void> | void): void
  /** Tells clients to reconnect, finishes queued tasks, and closes everything. */
  close(): Promise<void>
}

/** Access of the operator: `Authorization: Bearer <key>`, the same at every start on one store. */
export interface Control {
  readonly url: string
  readonly key: string
}

/** Starts a platform. It uses no global state, so several platforms run side by side in one process. */
export async function createPlatform(given: Partial<PlatformConfig> = {}): Promise<RunningPlatform> {
  const closing = new Closing()
  try {
    return await assemble({ ...DEFAULTS, ...given }, closing)
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** Opens storage, time and units of work, which need no transport. */
async function openUnits(config: PlatformConfig, closing: Closing, log: Logger) {
  const changes = datedChanges(config.pinSplitDate ? { pin_split_date: config.pinSplitDate } : {})
  const storage = await openStorage(config, closing, log)
  const clock = runningClock(config.date)
  closing.add(() => clock.close())
  const base = { ...storage, clock, changes, log }
  const kernel = await openKernel(base, 0)
  await recordFilesOfMessages(kernel.units)
  return { base, kernel }
}

async function foundation(config: PlatformConfig, closing: Closing, log: Logger) {
  const { base, kernel } = await openUnits(config, closing, log)
  const { store, clock, files } = base
  await applyWorld({ units: kernel.units, store, ids: kernel.ids, clock, files, world: config.world ?? null })
  const { isDemo, ...kept } = await store.read(findWorld)
  const world = { ...kept, forgetWorldSecrets: () => store.transaction(forgetWorldSecrets) }
  const wallClock = wallClockOf(config, closing)
  const tape = new Tape({ clock, wallClock })
  tape.recording = config.tape === true
  const demo = isDemo ? demoUserIds(config, kept.directory) : []
  return { base: { ...base, wallClock, tape, demoUserIds: demo }, kernel, world }
}

/** Returns the people of the demo world, whom a browser signs in as without a password, if only this machine can. */
function demoUserIds({ world, host, trustProxy }: PlatformConfig, directory: WorldDirectory | null): bigint[] {
  if (world !== undefined || trustProxy.length > 0 || !isLoopbackHost(host)) return []
  return Object.values(directory?.users ?? {}).map(({ id }) => BigInt(id))
}

/**
 * Calls `found` for each stored file that no row refers to, and deletes it if asked to. Nothing is started, and no
 * other process may use the data folder.
 *
 * @throws DataFolderError for a folder that is in use, or that no platform has used
 */
export async function censusOfFiles(given: Partial<PlatformConfig>, options: CensusOptions): Promise<FileCensus> {
  const config = { ...DEFAULTS, ...given }
  const used = join(config.data, config.databaseUrl ? 'files' : 'guildhall.db')
  if (!existsSync(used))
    throw new DataFolderError(`The data folder ${config.data} holds no platform: there is no ${used}.`)
  const closing = new Closing()
  try {
    const log = pino({ level: 'warn' }, pino.destination(2))
    const { base, kernel } = await openUnits(config, closing, log)
    return await takeCensus({ files: base.files, units: kernel.units }, options)
  } finally {
    await closing.run()
  }
}

async function assemble(config: PlatformConfig, closing: Closing): Promise<RunningPlatform> {
  const log = pino({ level: config.logLevel ?? 'warn', redact: ['req.headers.authorization'] }, pino.destination(2))
  const { base, kernel, world: firstWorld } = await foundation(config, closing, log)
  const lasting = await openLasting(config, closing, base)
  const { port, handlers, control, voice, gateway, faults, gate, copies, worlds, rateLimits } = lasting
  const present = new PresentWorld({ ...lasting, control: lasting.controlled }, kernel, () => {
    rateLimits.clear()
    for (const list of Object.values(faults)) list.clear()
  })
  copies.follow(present)
  closing.add(() => gateway.keepSessions())
  closing.add(() => present.world.close())
  const pages = await openPages({ config, closing, lasting, present })
  // Requests end before the parts that they use are closed.
  for (const close of [port.close, voice.close, () => gateway.close()]) closing.add(close)
  // Run first: requests that wait for the server of an application, or that a fault delays, would delay the rest.
  const endFaults = async () => faults.requests.clear()
  for (const end of [() => present.world.endRequests(), pages.endRequests, endFaults, () => lasting.tape.close()])
    closing.add(end)
  if (controlApi(config)) await copies.keepStart()
  await present.world.start([], { bots: 'stay' })
  handlers.resolve(afterReplacement(gate, { ...pages, upgrade: gateway.upgrade, upgradeVoice: voice.upgrade }))
  const { clock, addresses } = lasting
  const { units } = present
  const running = { ...addresses, ca: port.ca, ...firstWorld, control, voice, clock, units, tape: lasting.tape }
  if (!config.worlds) closing.add(() => worlds.closeAll())
  worlds.begin(running)
  return { ...running, beforeClose: (task) => closing.add(task), close: () => closing.run() }
}

type Base = Awaited<ReturnType<typeof foundation>>['base']

/** Opens the parts that outlive a world. */
async function openLasting(config: PlatformConfig, closing: Closing, base: Base) {
  const { folder, store, clock, wallClock, tape } = base
  const clients = clientAddresses(config.trustProxy)
  const { port, handlers } = await openPort({ ...config, folder, clients }, closing)
  const { addresses } = port
  const control = await controlOf(store, addresses)
  const shared = { ...base, addresses, addressOf: clients.of }
  const urls = {
    attachmentUrls: await attachmentUrlsFor(store, clock, addresses),
    proxyTickets: await proxyTicketsOf(store, wallClock),
  }
  const voice = await openVoice(config, closing, shared)
  const { rateLimits: mode, limits, outgoing: reach } = config
  const unidentified = limits?.unidentified
  const gateway = gatewayTransport({ ...shared, ...urls, rateLimits: mode, unidentified })
  const gate = new Gate()
  const copies = new PlatformCopies({ ...shared, gate })
  const worlds: ProcessWorlds =
    config.worlds ?? new ProcessWorlds((world) => createPlatform({ ...config, ...BESIDE, world, worlds }))
  return {
    ...shared,
    ...urls,
    port,
    handlers,
    control,
    voice,
    gateway,
    gate,
    copies,
    worlds,
    controlKey: control.key,
    controlled: { gateway: gateway.control, tape, copies, worlds },
    faults: { requests: new Faults<RequestFault>(), endpoints: new Faults<EndpointFault>() },
    rateLimits: new RateLimits({ mode }),
    outgoing: { reach, userAgent: `Guildhall-Interactions/${VERSION}` },
  }
}

interface PageParts {
  config: PlatformConfig
  closing: Closing
  lasting: Awaited<ReturnType<typeof openLasting>>
  present: PresentWorld
}

/** Opens what answers HTTP requests: the API, files, the web app and activities. */
async function openPages({ config, closing, lasting, present }: PageParts) {
  const { wallClock, addresses, faults } = lasting
  const { units } = present
  const http = httpTransport({
    ...lasting,
    operations,
    control: controlApi(config),
    faults: faults.requests,
    current: () => present.world,
    bodies: new Bodies(wallClock, config.limits?.bodies),
    observe: config.observe,
    version: VERSION,
  })
  cdnTransport(http.app, lasting)
  webTransport(http.app, { activities: addresses.activities, ...config.web })
  await http.app.ready()
  closing.add(() => http.app.close())
  const streamsWith = (limits: StreamLimits) => outgoingStreams({ wallClock, reach: config.outgoing, limits })
  const { activities, endRequests } = openActivities(config, { ...lasting, units, streamsWith })
  return { request: activities.before(http.request), activities, endRequests }
}

/** Opens the port first, because all parts need its addresses. Requests wait for the handlers. */
async function openPort(options: ListenOptions, closing: Closing) {
  const handlers = Promise.withResolvers<Handlers>()
  const port = await listen(options, handlers.promise)
  closing.add(port.close)
  return { port, handlers }
}

/** Lets requests wait while the world is replaced, except those of the operator, who replaces it. */
function afterReplacement(gate: Gate, handlers: Handlers): Handlers {
  const afterwards = (request: IncomingMessage, pass: () => void) => {
    if (gate.opened === null || request.url?.startsWith('/control/')) pass()
    else void gate.opened.then(() => afterwards(request, pass))
  }
  return {
    ...handlers,
    request: (request, response) => afterwards(request, () => handlers.request(request, response)),
    upgrade: (request, socket, head) => afterwards(request, () => handlers.upgrade(request, socket, head)),
    upgradeVoice: (request, socket, head) => afterwards(request, () => handlers.upgradeVoice(request, socket, head)),
  }
}

function wallClockOf(config: PlatformConfig, closing: Closing): Clock {
  const wallClock = config.wallClock ?? runningClock()
  closing.add(() => wallClock.close())
  return wallClock
}

function controlApi({ control, host, trustProxy }: PlatformConfig) {
  // A proxy on this machine makes a loopback address public.
  return (control ?? (isLoopbackHost(host) && trustProxy.length === 0)) ? controlOperations : null
}

async function controlOf(store: Store, { url }: Addresses): Promise<Control> {
  return { url: `${url}/control`, key: (await metaSecret(store, CONTROL_KEY)).toString('base64url') }
}

async function attachmentUrlsFor(store: Store, clock: Clock, { cdn }: Addresses): Promise<AttachmentUrls> {
  return new AttachmentUrls({ key: await metaSecret(store, ATTACHMENT_KEY), now: () => clock.now(), cdn })
}
