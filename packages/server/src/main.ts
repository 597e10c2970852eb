import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { datedChanges, type Instant } from '@guildhall/protocol'
import { type Logger, pino } from 'pino'
import { fileSystemStore } from './adapters/files/file-system.ts'
import { memoryBus } from './adapters/memory-bus/memory-bus.ts'
import { outgoingHttp } from './adapters/outgoing-http/outgoing-http.ts'
import { attachmentKey } from './attachment-key.ts'
import { DataFolderError, openDataFolder } from './data-folder.ts'
import { AttachmentUrls } from './kernel/attachment-urls.ts'
import { background } from './kernel/background.ts'
import { type Clock, runningClock } from './kernel/clock.ts'
import type { FileStore } from './kernel/files.ts'
import { GuildViews } from './kernel/guild-views.ts'
import { snowflakeSource } from './kernel/ids.ts'
import { runJobs } from './kernel/jobs.ts'
import type { Addresses, Platform } from './kernel/platform.ts'
import type { ShareLimits } from './kernel/shares.ts'
import { migrate } from './kernel/store/migrate.ts'
import { SECRET_KEY_BYTES, type Secrets, secretsUnder } from './kernel/store/secrets.ts'
import type { Store } from './kernel/store/store.ts'
import { unitsOfWork } from './kernel/units.ts'
import { migrations } from './migrations/index.ts'
import { jobHandlers, operations } from './operations.ts'
import {
  type CensusOptions,
  type FileCensus,
  REMOVE_FILES,
  recoverFiles,
  removeFilesJob,
  takeCensus,
} from './resources/files/index.ts'
import { loadGuildView } from './resources/guilds/index.ts'
import { recordFilesOfMessages } from './resources/messages/index.ts'
import { findFolderKey, makeFolderKey } from './secret-key.ts'
import { sessionHooks } from './session-hooks.ts'
import { sealStoredSecrets } from './stored-secrets.ts'
import { authenticator } from './transports/authenticate.ts'
import { cdnTransport } from './transports/cdn/cdn-transport.ts'
import { type ClientAddresses, clientAddresses } from './transports/client-address.ts'
import { type GatewayTransport, gatewayTransport } from './transports/gateway/gateway-transport.ts'
import { Bodies, type BodyLimits } from './transports/http/bodies.ts'
import { type Certificates, givenCertificates, localCertificates } from './transports/http/certificate.ts'
import type { ExchangeObserver } from './transports/http/exchange.ts'
import { httpTransport } from './transports/http/http-transport.ts'
import { CONNECTIONS_PER_ADDRESS, openPort } from './transports/http/port.ts'
import { RateLimits } from './transports/http/rate-limits.ts'
import { endWithResponse } from './transports/raw-response.ts'
import { applyWorld } from './world/apply-world.ts'
import {
  type FilledWorld,
  findWorld,
  forgetWorldSecrets,
  takeFormerWorld,
  type World,
  type WorldDirectory,
} from './world/index.ts'

export interface PlatformConfig {
  host: string
  /** 0 picks a free one. */
  port: number
  /** A folder, or `:memory:`. */
  data: string
  /** Applied when the store is empty; the demo world when left out. */
  world?: World
  /** The platform date to start from; now when left out. */
  date?: Instant
  rateLimits: 'documented' | 'off'
  /** PostgreSQL instead of the embedded store. */
  databaseUrl?: string | null
  /** Encrypts secrets in the store, `SECRET_KEY_BYTES` long; made and kept in the data folder when left out. */
  secretKey?: Buffer
  /** TLS on the same port: by a local authority, by given files, or none. */
  tls: 'local' | 'off' | { cert: string; key: string }
  pinSplitDate?: string
  /** Where requests to applications' own servers may go: `public` keeps them off this machine and its network. */
  outgoing: 'anywhere' | 'public'
  /** Real time, by which connections live and die; tests pass one that they move. */
  wallClock?: Clock
  /** Told of every request to an operation and its answer, secrets included: for tests. */
  observe?: ExchangeObserver
  logLevel?: string
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[]
  /** Open connections of one address; without rate limits, any number. */
  connectionsPerAddress?: number | undefined
  /** Other limits than the usual ones: for tests. */
  limits?: { unidentified?: ShareLimits; bodies?: Partial<BodyLimits> }
}

export const DEFAULTS: PlatformConfig = {
  host: '127.0.0.1',
  port: 7700,
  data: './.guildhall',
  rateLimits: 'documented',
  tls: 'off',
  outgoing: 'anywhere',
  trustProxy: [],
}

export interface RunningPlatform extends Addresses {
  /** The authority's certificate as a file; null without TLS. */
  readonly ca: string | null
  /** The world of the first start with every id, token and secret; null once its secrets were forgotten. */
  readonly world: FilledWorld | null
  /** The same without secrets; null when the store does not know its world. */
  readonly directory: WorldDirectory | null
  readonly clock: Clock
  /** Removes the secrets of the first start's world from the store, once they were printed. */
  forgetWorldSecrets(): Promise<void>
  /** Tells sessions to reconnect, finishes what is queued, closes all. */
  close(): Promise<void>
}

/** The version of this program, from its manifest. */
export const { version: VERSION } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Puts a platform together of values alone: several run side by side in one process. */
export async function createPlatform(given: Partial<PlatformConfig> = {}): Promise<RunningPlatform> {
  const closing = new Closing()
  try {
    return await assemble({ ...DEFAULTS, ...given }, closing)
  } catch (error) {
    await closing.run()
    throw error
  }
}

/** What was opened is closed in the opposite order, also when the start fails half-way. */
class Closing {
  readonly #tasks: (() => Promise<void> | void)[] = []
  #done: Promise<void> | null = null

  add(task: () => Promise<void> | void): void {
    this.#tasks.push(task)
  }

  /** Closes once, however often it is asked to. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const task of this.#tasks.reverse()) await task()
    })()
    return this.#done
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
  // Events of units of work have a version, and reached the views at their commit.
  bus.listen((event) => {
    if (event.version === 0) views.apply(event)
  })
  const ids = snowflakeSource(0)
  ids.raiseAbove(await newestId(store))
  const jobs = runJobs({
    clock,
    units: () => units,
    handlers: new Map([...jobHandlers, [REMOVE_FILES, removeFilesJob(files)]]),
    failed: (kind, err) => log.error({ err, kind }, 'job failed'),
  })
  const units = unitsOfWork({ store, ids, clock, changes, views, bus, jobStored: jobs.stored })
  await recordFilesOfMessages(units)
  return { folder, files, store, ids, clock, changes, bus, units, jobs }
}

async function foundation(config: PlatformConfig, closing: Closing, log: Logger) {
  const { ids, ...opened } = await openUnits(config, closing, log)
  const { units, store, clock } = opened
  await applyWorld({ units, store, ids, clock, world: config.world ?? null })
  const kept = await store.read(findWorld)
  const world = { ...kept, forgetWorldSecrets: () => store.transaction(forgetWorldSecrets) }
  return { ...opened, world }
}

/**
 * Calls `found` for each stored file that no row refers to, and deletes it if asked to. Nothing is started, and no other
 * process may use the data folder.
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
  const { folder, files, store, clock, changes, bus, units, jobs, world } = await foundation(config, closing, log)
  const later = background((err) => log.error({ err }, 'what went on in the background failed'))
  const addresses: Addresses = { url: '', api: '', gateway: '', cdn: '' }
  const key = await attachmentKey(store)
  const attachmentUrls = new AttachmentUrls({ key, now: () => clock.now(), cdn: () => addresses.cdn })
  const callers = authenticator({ units, bus, clock, background: later })
  const wallClock = config.wallClock ?? runningClock()
  closing.add(() => wallClock.close())
  const outgoing = outgoingFor(config, wallClock, files)
  const clients = clientAddresses(config.trustProxy)
  const gateway = gatewayTransport({
    addressOf: clients.of,
    unidentified: config.limits?.unidentified,
    clock,
    wallClock,
    units,
    bus,
    changes,
    authenticator: callers,
    addresses,
    attachmentUrls,
    sessionHooks,
    rateLimits: config.rateLimits,
    log,
  })
  closing.add(() => gateway.keepSessions())
  closing.add(() => jobs.close())
  closing.add(() => later.close())
  const shared = { clock, units, files, outgoing, background: later, log, addresses, attachmentUrls }
  const platform: Platform = { ...shared, identifyCounts: gateway.identifyCounts }
  const http = httpTransport({
    operations,
    platform,
    authenticator: callers,
    rateLimits: new RateLimits({ mode: config.rateLimits }),
    bodies: new Bodies(wallClock, config.limits?.bodies),
    addressOf: clients.of,
    observe: config.observe,
    log,
    version: VERSION,
  })
  cdnTransport(http, { files, attachmentUrls })
  await http.ready()
  closing.add(() => http.close())
  const serving = Promise.withResolvers<void>()
  const doors = { http, gateway, clients, serving: serving.promise }
  const { port, ca } = await openDoors(config, folder, closing, doors)
  closing.add(() => gateway.close())
  // First of all: a request that waits for somebody's server would hold up the rest.
  closing.add(() => outgoing.close())
  setAddresses(addresses, config.host, port)
  // Restored sessions are sent addresses (VOICE_SERVER_UPDATE), so the port must be known; clients are served
  // afterwards.
  await gateway.restoreSessions()
  // Before requests are served, whose files are pending too.
  await recoverFiles(files, units)
  serving.resolve()
  jobs.start()
  return {
    ...addresses,
    ca,
    ...world,
    clock,
    close: () => closing.run(),
  }
}

function outgoingFor({ outgoing: reach }: PlatformConfig, wallClock: Clock, { uploadDir }: FileStore) {
  return outgoingHttp({ wallClock, reach, uploadDir, userAgent: `Guildhall-Interactions/${VERSION}` })
}

interface Doors {
  http: ReturnType<typeof httpTransport>
  gateway: GatewayTransport
  clients: ClientAddresses
  /** Resolves when requests may be served. */
  serving: Promise<void>
}

/** Opens one port for HTTP and gateway, with TLS if configured. Requests wait until `serving` resolves. */
async function openDoors(
  config: PlatformConfig,
  folder: string | null,
  closing: Closing,
  { http, gateway, clients, serving }: Doors,
): Promise<{ port: number; ca: string | null }> {
  const certificates = await certificatesFor(config, folder)
  closing.add(async () => certificates?.close())
  const port = await openPort({
    host: config.host,
    port: config.port,
    tls: certificates,
    isProxy: clients.isProxy,
    bounds: { connectionsPerAddress: connectionsPerAddress(config) },
    onRequestServer(server) {
      const early = (request: IncomingMessage, response: ServerResponse) => {
        void serving.then(() => http.routing(request, response))
      }
      server.on('request', early)
      server.on('upgrade', (request, socket, head) => {
        // An upgraded socket no longer belongs to the HTTP server: an unhandled reset would end the process.
        socket.on('error', () => socket.destroy())
        void serving.then(() => upgrade(gateway, request, socket, head))
      })
      void serving.then(() => server.off('request', early).on('request', http.routing))
    },
  })
  closing.add(() => port.close())
  return { port: port.port, ca: certificates?.ca ?? null }
}

function connectionsPerAddress({ connectionsPerAddress: given, rateLimits }: PlatformConfig): number {
  return given ?? (rateLimits === 'off' ? Number.POSITIVE_INFINITY : CONNECTIONS_PER_ADDRESS)
}

async function openStorage(config: PlatformConfig, closing: Closing) {
  const dataFolder = config.data === ':memory:' ? null : await openDataFolder(config.data)
  closing.add(async () => dataFolder?.close())
  const folder = dataFolder?.path ?? null
  const files = await fileSystemStore(folder)
  closing.add(() => files.close())
  const { key, former } = await secretKeys(config, folder)
  const store = await openStore(config, secretsUnder(key))
  closing.add(() => store.close())
  await migrate(store, migrations)
  await sealStoredSecrets(store, former.map(secretsUnder))
  if (folder !== null) await takeFormerWorld(store, folder)
  return { folder, files, store }
}

/** The key that secrets are stored under, and the data folder's own, which an operator's key replaces. */
async function secretKeys(config: PlatformConfig, folder: string | null): Promise<{ key: Buffer; former: Buffer[] }> {
  const kept = folder === null ? null : await findFolderKey(folder)
  if (config.secretKey) return { key: config.secretKey, former: kept ? [kept] : [] }
  const made = () => (folder === null ? randomBytes(SECRET_KEY_BYTES) : makeFolderKey(folder))
  return { key: kept ?? (await made()), former: [] }
}

async function openStore(config: PlatformConfig, secrets: Secrets): Promise<Store> {
  // Loaded when needed: each driver costs some ms of a start that uses the other.
  if (config.databaseUrl) {
    const { openPostgres } = await import('./adapters/postgres/postgres-store.ts')
    return openPostgres(config.databaseUrl, { secrets })
  }
  const { openSqlite } = await import('./adapters/sqlite/sqlite-store.ts')
  return openSqlite(config.data === ':memory:' ? ':memory:' : join(config.data, 'guildhall.db'), secrets)
}

async function certificatesFor(config: PlatformConfig, folder: string | null): Promise<Certificates | null> {
  if (config.tls === 'off') return null
  if (config.tls !== 'local') return givenCertificates(config.tls)
  return localCertificates({ folder: folder && join(folder, 'tls'), host: config.host, now: Date.now() })
}

function upgrade(gateway: GatewayTransport, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const path = request.url?.split('?')[0]
  if (path === '/gateway' || path === '/gateway/' || path === '/') return gateway.upgrade(request, socket, head)
  endWithResponse(socket, 404)
}

/** Addresses that a client on this machine can use, whatever address is listened on. */
function setAddresses(addresses: Addresses, host: string, port: number): void {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  addresses.url = `http://${name}:${port}`
  addresses.api = `${addresses.url}/api`
  addresses.gateway = `ws://${name}:${port}/gateway`
  addresses.cdn = `${addresses.url}/cdn`
}

/** The highest id that the store holds: a platform date before it must not make ids a second time. */
async function newestId(store: Store): Promise<bigint> {
  const tables = [
    'users',
    'channels',
    'messages',
    'roles',
    'audit_log',
    'interactions',
    'commands',
    'jobs',
    'skus',
    'entitlements',
    'subscriptions',
  ] as const
  return store.read(async (session) => {
    let newest = 0n
    for (const table of tables) {
      const [row] = await session.raw<{ id: bigint | number | null }>(`SELECT max(id) AS id FROM ${table}`)
      const id = BigInt(row?.id ?? 0)
      if (id > newest) newest = id
    }
    return newest
  })
}
