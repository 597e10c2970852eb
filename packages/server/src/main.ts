import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { datedChanges, type Instant } from '@guildhall/protocol'
import { type Logger, pino } from 'pino'
import { loadGuildView } from './access/load-guild-view.ts'
import { accountMoves } from './account-moves.ts'
import { memoryBus } from './adapters/memory-bus/memory-bus.ts'
import { faultyOutgoing } from './adapters/outgoing-http/faulty-outgoing.ts'
import { outgoingHttp } from './adapters/outgoing-http/outgoing-http.ts'
import { outgoingStreams } from './adapters/outgoing-http/outgoing-streams.ts'
import { applicationPurges } from './application-purges.ts'
import { Closing } from './closing.ts'
import { DataFolderError } from './data-folder.ts'
import { AttachmentUrls } from './kernel/attachment-urls.ts'
import { background } from './kernel/background.ts'
import { type Clock, runningClock } from './kernel/clock.ts'
import { type EndpointFault, Faults, type RequestFault } from './kernel/control.ts'
import type { FileStore } from './kernel/files.ts'
import { GuildViews } from './kernel/guild-views.ts'
import { snowflakeSource } from './kernel/ids.ts'
import { runJobs } from './kernel/jobs.ts'
import type { StreamLimits } from './kernel/outgoing-streams.ts'
import type { Addresses } from './kernel/platform.ts'
import { Services } from './kernel/services.ts'
import type { ShareLimits } from './kernel/shares.ts'
import { newestId } from './kernel/store/newest-id.ts'
import type { Store } from './kernel/store/store.ts'
import { Tape } from './kernel/tape/tape.ts'
import { type Units, unitsOfWork } from './kernel/units.ts'
import { type Handlers, type ListenOptions, listen } from './listen.ts'
import { ATTACHMENT_KEY, CONTROL_KEY, metaSecret } from './meta-secret.ts'
import { migrations } from './migrations/index.ts'
import { type ActivityLimits, openActivities, proxyTicketsOf } from './open-activities.ts'
import { openStorage, type StorageConfig } from './open-storage.ts'
import { type HostAndPort, openVoice } from './open-voice.ts'
import { jobHandlers, operations } from './operations.ts'
import { ParticipantChecks } from './resources/activities/index.ts'
import { controlOperations } from './resources/control/index.ts'
import {
  type CensusOptions,
  type FileCensus,
  REMOVE_FILES,
  recoverFiles,
  removeFilesJob,
  takeCensus,
} from './resources/files/index.ts'
import { recordFilesOfMessages } from './resources/messages/index.ts'
import { sessionHooks } from './session-hooks.ts'
import { authenticator } from './transports/authenticate.ts'
import { cdnTransport } from './transports/cdn/cdn-transport.ts'
import { clientAddresses } from './transports/client-address.ts'
import { gatewayTransport } from './transports/gateway/gateway-transport.ts'
import { Bodies, type BodyLimits } from './transports/http/bodies.ts'
import type { ExchangeObserver } from './transports/http/exchange.ts'
import { httpTransport } from './transports/http/http-transport.ts'
import { RateLimits } from './transports/http/rate-limits.ts'
import { type WebParts, webTransport } from './transports/web/web-transport.ts'
import { WebhookEventDelivery } from './transports/webhook-events/delivery.ts'
import { isLoopbackHost } from './validation/loopback-host.ts'
import { applyWorld } from './world/apply-world.ts'
import { type FilledWorld, findWorld, forgetWorldSecrets, type World, type WorldDirectory } from './world/index.ts'

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
  /** Whether the control API is served. Default: only if the listen address is this machine's own. */
  control?: boolean | undefined
  /** Whether the tape records from the start. */
  tape?: boolean | undefined
  /** Open connections per address. Default: unlimited without rate limits. */
  connectionsPerAddress?: number | undefined
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
  /** Removes the secrets of the first start's world from the store. Called after they were printed. */
  forgetWorldSecrets(): Promise<void>
  /** Tells clients to reconnect, finishes queued tasks, and closes everything. */
  close(): Promise<void>
}

/** Access of the operator: `Authorization: Bearer <key>`, the same at every start on one store. */
export interface Control {
  readonly url: string
  readonly key: string
}

/** Version of this program, from its manifest. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string }

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

/** Opens what needs no transport and no world: storage, time and units of work. */
async function openUnits(config: PlatformConfig, closing: Closing, log: Logger) {
  const changes = datedChanges(config.pinSplitDate ? { pin_split_date: config.pinSplitDate } : {})
  const { folder, files, store } = await openStorage(config, closing)
  const clock = runningClock(config.date)
  closing.add(() => clock.close())
  const bus = memoryBus()
  const views = new GuildViews(store, loadGuildView)
  // Events with a version reached the views at the commit of their unit of work.
  bus.listen((event) => {
    if (event.version === 0) views.apply(event)
  })
  const ids = snowflakeSource(0)
  ids.raiseAbove(await newestId(store, migrations))
  const jobs = runJobs({
    clock,
    handlers: new Map([...jobHandlers, [REMOVE_FILES, removeFilesJob(files)]]),
    failed: (kind, err) => log.error({ err, kind }, 'job failed'),
  })
  const services = new Services()
  const units = unitsOfWork({ store, ids, clock, changes, views, bus, services, jobStored: jobs.stored })
  await recordFilesOfMessages(units)
  return { folder, files, store, ids, clock, changes, bus, units, services, jobs }
}

async function foundation(config: PlatformConfig, closing: Closing, log: Logger) {
  const { ids, ...opened } = await openUnits(config, closing, log)
  const { units, store, clock } = opened
  await applyWorld({ units, store, ids, clock, world: config.world ?? null })
  const { isDemo, ...kept } = await store.read(findWorld)
  const world = { ...kept, forgetWorldSecrets: () => store.transaction(forgetWorldSecrets) }
  const wallClock = wallClockOf(config, closing)
  const tape = new Tape({ clock, wallClock })
  tape.recording = config.tape === true
  return { ...opened, wallClock, tape, world, demoUserIds: isDemo ? demoUserIds(config, kept.directory) : [] }
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
    return await takeCensus(await openUnits(config, closing, log), options)
  } finally {
    await closing.run()
  }
}

async function assemble(config: PlatformConfig, closing: Closing): Promise<RunningPlatform> {
  const log = pino({ level: config.logLevel ?? 'warn', redact: ['req.headers.authorization'] }, pino.destination(2))
  const parts = await foundation(config, closing, log)
  const { folder, files, store, clock, wallClock, tape, bus, units, jobs, world, demoUserIds: demo } = parts
  const clients = clientAddresses(config.trustProxy)
  const { port, handlers } = await openPort({ ...config, folder, clients }, closing)
  const { addresses } = port
  const later = background((err) => log.error({ err }, 'a background task failed'))
  const control = await controlOf(store, addresses)
  const callers = authenticator({ units, bus, clock, background: later, controlKey: control.key })
  const voice = await openVoice(config, closing, { ...parts, log, addressOf: clients.of, addresses })
  const { outgoing, webhookEvents, endRequests, faults } = requestsToServers(config, { ...parts, log })
  const attachmentUrls = await attachmentUrlsFor(store, clock, addresses)
  const proxyTickets = await proxyTicketsOf(store, wallClock)
  const shared = { clock, units, log, addresses, attachmentUrls, proxyTickets }
  const gateway = gatewayTransport({
    ...parts,
    ...shared,
    authenticator: callers,
    addressOf: clients.of,
    unidentified: config.limits?.unidentified,
    sessionHooks,
    voiceServer: voice.server,
    rateLimits: config.rateLimits,
  })
  parts.services.start({ players: gateway.players, attachmentUrls })
  closing.add(() => gateway.keepSessions())
  closing.add(() => jobs.close())
  closing.add(() => later.close())
  const http = httpTransport({
    operations,
    control: controlApi(config),
    faults: faults.requests,
    tape,
    platform: {
      ...shared,
      files,
      outgoing,
      background: later,
      identifyCounts: gateway.identifyCounts,
      demoUserIds: demo,
      players: gateway.players,
      calls: gateway.calls,
      accounts: { moves: accountMoves, purges: applicationPurges },
      control: { gateway: gateway.control, ...faults, tape },
    },
    authenticator: callers,
    rateLimits: new RateLimits({ mode: config.rateLimits }),
    bodies: new Bodies(wallClock, config.limits?.bodies),
    addressOf: clients.of,
    observe: config.observe,
    log,
    version: VERSION,
  })
  const pages = await addPages(http, closing, { ...shared, config, files, wallClock })
  // Requests end before the parts that they use are closed.
  for (const close of [port.close, voice.close, () => gateway.close()]) closing.add(close)
  // Run first: requests that wait for the server of an application would delay the rest.
  for (const end of [endRequests, pages.endRequests, () => tape.close()]) closing.add(end)
  await restore(gateway, { units, bus, background: later, files })
  handlers.resolve({ ...pages, upgrade: gateway.upgrade, upgradeVoice: voice.upgrade })
  jobs.start(units)
  await webhookEvents.start()
  return { ...addresses, ca: port.ca, ...world, control, voice, clock, units, close: () => closing.run() }
}

type RestoredParts = Omit<Parameters<typeof ParticipantChecks.start>[0], 'players'> & { files: FileStore }

/** Restores what the former process left. Runs before the first request, because files of requests are pending too. */
async function restore(
  gateway: ReturnType<typeof gatewayTransport>,
  { files, ...parts }: RestoredParts,
): Promise<void> {
  await gateway.restoreSessions()
  await ParticipantChecks.start({ ...parts, players: gateway.players })
  await recoverFiles(files, parts.units)
}

/** Opens the port first, because all parts need its addresses. Requests wait for the handlers. */
async function openPort(options: ListenOptions, closing: Closing) {
  const handlers = Promise.withResolvers<Handlers>()
  const port = await listen(options, handlers.promise)
  closing.add(port.close)
  return { port, handlers }
}

type Http = ReturnType<typeof httpTransport>
type PageParts = Parameters<typeof cdnTransport>[1] &
  Omit<Parameters<typeof openActivities>[1], 'streamsWith'> & { config: PlatformConfig }

/** Adds what is not an operation of the API: files, the web app and activities. */
async function addPages(http: Http, closing: Closing, { config, ...parts }: PageParts) {
  const { wallClock, addresses } = parts
  cdnTransport(http, parts)
  webTransport(http, { activities: addresses.activities, ...config.web })
  await http.ready()
  closing.add(() => http.close())
  const streamsWith = (limits: StreamLimits) => outgoingStreams({ wallClock, reach: config.outgoing, limits })
  const { activities, endRequests } = openActivities(config, { ...parts, streamsWith })
  return { request: activities.before(http.routing), activities, endRequests }
}

function wallClockOf(config: PlatformConfig, closing: Closing): Clock {
  const wallClock = config.wallClock ?? runningClock()
  closing.add(() => wallClock.close())
  return wallClock
}

function controlApi({ control, host }: PlatformConfig) {
  return (control ?? isLoopbackHost(host)) ? controlOperations : null
}

async function controlOf(store: Store, { url }: Addresses): Promise<Control> {
  return { url: `${url}/control`, key: (await metaSecret(store, CONTROL_KEY)).toString('base64url') }
}

async function attachmentUrlsFor(store: Store, clock: Clock, { cdn }: Addresses): Promise<AttachmentUrls> {
  return new AttachmentUrls({ key: await metaSecret(store, ATTACHMENT_KEY), now: () => clock.now(), cdn })
}

type Delivery = Omit<ConstructorParameters<typeof WebhookEventDelivery>[0], 'outgoing'>
type RequestParts = Delivery & { files: FileStore }

/** Returns the parts that send requests to servers of applications, and faults of requests. */
function requestsToServers({ outgoing: reach }: PlatformConfig, { files, ...parts }: RequestParts) {
  const faults = { requests: new Faults<RequestFault>(), endpoints: new Faults<EndpointFault>() }
  const { wallClock } = parts
  const userAgent = `Guildhall-Interactions/${VERSION}`
  const plain = outgoingHttp({ wallClock, reach, uploadDir: files.uploadDir, userAgent })
  const outgoing = faultyOutgoing(plain, faults.endpoints, wallClock)
  const webhookEvents = new WebhookEventDelivery({ ...parts, outgoing })
  const endRequests = async () => {
    await webhookEvents.close()
    await outgoing.close()
  }
  return { outgoing, webhookEvents, endRequests, faults }
}
