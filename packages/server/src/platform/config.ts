import type { Instant } from '@guildhall/protocol'
import type { Clock } from '../kernel/clock.ts'
import type { Event } from '../kernel/event.ts'
import type { Hosting } from '../kernel/hosting.ts'
import type { ShareLimits } from '../kernel/shares.ts'
import type { PasswordCost } from '../resources/accounts/users/index.ts'
import type { BodyLimits } from '../transports/http/bodies.ts'
import type { ExchangeObserver } from '../transports/http/exchange.ts'
import type { WebParts } from '../transports/web/web-transport.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import type { World, WorldDirectory } from '../world/index.ts'
import type { ProcessWorlds } from './named-worlds.ts'
import type { ActivityLimits } from './open-activities.ts'
import type { StorageConfig } from './open-storage.ts'
import type { HostAndPort } from './open-voice.ts'
import type { TelemetryOptions } from './telemetry/telemetry.ts'

/** Options of a platform. */
export interface PlatformConfig extends StorageConfig {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Applied when the store is empty. Default: the demo world. */
  world?: World | undefined
  /** Seconds over which one of several nodes leads its sessions to the others before it closes. Default: 20 */
  drainSeconds?: number
  /** Platform date at the start. Default: now. */
  date?: Instant
  rateLimits: 'documented' | 'off'
  /** TLS on the same port: with a local authority, with given files, or none. */
  tls: 'local' | 'off' | { cert: string; key: string }
  pinSplitDate?: string
  /** Addresses that requests to application servers may reach. `public` excludes this machine and its network. */
  outgoing: 'anywhere' | 'public'
  /** Wall-clock time for heartbeats, resume windows and timeouts; tests pass one that they move. */
  wallClock?: Clock
  /** Receives every request to an operation with its response, including secrets; for tests. */
  observe?: ExchangeObserver | undefined
  /** Receives every event that is published; for tests. */
  observeEvents?: ((event: Event) => void) | undefined
  logLevel?: string
  /** Address at which clients reach this node itself. Default: the listen address. */
  nodeUrl?: string | null
  /** Address of the socket for voice packets. Default: a free port of the listen address. */
  voiceUdp?: HostAndPort | null
  /** Address of voice packets as clients reach them. Default: the same. */
  voiceAnnounce?: HostAndPort | null
  /** Whether the port takes packets of voice by TCP too, or its address as browsers reach it. Default: it does. */
  voiceTcp?: 'on' | 'off' | HostAndPort
  /** File with the STUN and TURN servers that browsers use in calls. Default: none. */
  voiceIceServers?: string | null
  /** Host under which each activity has its own name. Default: `activities.localhost` with the port. */
  activitiesDomain?: string | null
  /** Origins of pages of games that read the API with tokens of players, such as `https://game.example`. */
  gameOrigins: readonly string[]
  /** Whether an empty store gets the demo world at a public address too. Default: only at a loopback address. */
  demo?: boolean
  /** Settings of the instance that the environment gives, checked; nobody changes them while the process runs. */
  settings?: Readonly<Record<string, unknown>>
  /** Address of a second port with metrics and health, without a key. Default: none. */
  metrics?: HostAndPort | null
  /** Collector that traces, metrics and the log are sent to by OTLP. Default: none. */
  telemetry?: TelemetryOptions | null
  /** Folder to which mails are written instead of being sent. */
  mailDir?: string | null
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
  /** Cost of password hashes; `little` is for tests. Default: `full` */
  passwordCost?: PasswordCost
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
  gameOrigins: [],
}

/** Options in which a platform beside the first one differs from it: it has free ports, and nothing on disk. */
const BESIDE = {
  port: 0,
  data: ':memory:',
  databaseUrl: null,
  node: null,
  busUrls: [],
  nodeUrl: null,
  filesUrl: null,
  secretKey: undefined,
  voiceUdp: null,
  metrics: null,
  telemetry: null,
  voiceAnnounce: null,
  activitiesDomain: null,
  publicUrl: null,
}

/** Returns the configuration of a platform beside this one. */
export function besideOf(config: PlatformConfig, world: World | undefined, worlds: ProcessWorlds): PlatformConfig {
  return { ...config, ...BESIDE, voiceTcp: config.voiceTcp === 'off' ? 'off' : 'on', world, worlds }
}

/** Options that say who reaches a platform. */
type Reach = Pick<PlatformConfig, 'host' | 'publicUrl' | 'trustProxy'>

/** Returns whether only this machine reaches the platform. A proxy on this machine makes a loopback address public. */
export function isPrivate({ host, publicUrl = null, trustProxy }: Reach): boolean {
  return isLoopbackHost(host) && trustProxy.length === 0 && !isPublicUrl(publicUrl)
}

/** Returns whether a public address names another host than this machine. */
function isPublicUrl(publicUrl: string | null): boolean {
  return publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname)
}

/** Returns what units of work know of the options. */
export function hostingOf(config: PlatformConfig): Hosting {
  const { settings = {}, mailDir = null, rateLimits } = config
  const given = { ...settings, ...limitsOf(config) }
  return { settings: given, writesMails: mailDir !== null, limitsRegistrations: rateLimits === 'documented' }
}

/** Returns the limits of files that options give. They are settings that nobody changes while the process runs. */
function limitsOf({ quotaPersonBytes, quotaGuildBytes, diskReserveBytes }: PlatformConfig) {
  return {
    ...(quotaPersonBytes !== undefined && { quota_person_bytes: quotaPersonBytes }),
    ...(quotaGuildBytes !== undefined && { quota_guild_bytes: quotaGuildBytes }),
    ...(diskReserveBytes !== undefined && { disk_reserve_bytes: diskReserveBytes }),
  }
}

/** Returns whether the control API is served. */
export function servesControl(config: Reach & Pick<PlatformConfig, 'control'>): boolean {
  return config.control ?? isPrivate(config)
}

/** Returns whether an empty store gets the demo world, whose people are examples: not on the network. */
export function offersDemoWorld({ demo, host, publicUrl = null }: Reach & Pick<PlatformConfig, 'demo'>): boolean {
  return demo ?? (isLoopbackHost(host) && publicUrl === null)
}

/** Returns the people of the demo world, whom a browser signs in as without a password, if only this machine can. */
export function demoUserIds(config: PlatformConfig, directory: WorldDirectory | null): bigint[] {
  if (config.world !== undefined || !isPrivate(config)) return []
  return Object.values(directory?.users ?? {}).map(({ id }) => BigInt(id))
}
