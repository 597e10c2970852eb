import type { Instant } from '@guildhall/protocol'
import type { Clock } from '../kernel/clock.ts'
import type { ShareLimits } from '../kernel/shares.ts'
import type { BodyLimits } from '../transports/http/bodies.ts'
import type { ExchangeObserver } from '../transports/http/exchange.ts'
import type { WebParts } from '../transports/web/web-transport.ts'
import { isLoopbackHost } from '../validation/loopback-host.ts'
import type { World, WorldDirectory } from '../world/index.ts'
import type { ProcessWorlds } from './named-worlds.ts'
import type { ActivityLimits } from './open-activities.ts'
import type { StorageConfig } from './open-storage.ts'
import type { HostAndPort } from './open-voice.ts'

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

/** Returns the configuration of a platform beside this one. */
export function besideOf(config: PlatformConfig, world: World | undefined, worlds: ProcessWorlds): PlatformConfig {
  return { ...config, ...BESIDE, world, worlds }
}

/** Returns whether the control API is served. A proxy on this machine makes a loopback address public. */
export function servesControl({ control, host, trustProxy }: PlatformConfig): boolean {
  return control ?? (isLoopbackHost(host) && trustProxy.length === 0)
}

/** Returns the people of the demo world, whom a browser signs in as without a password, if only this machine can. */
export function demoUserIds({ world, host, trustProxy }: PlatformConfig, directory: WorldDirectory | null): bigint[] {
  if (world !== undefined || trustProxy.length > 0 || !isLoopbackHost(host)) return []
  return Object.values(directory?.users ?? {}).map(({ id }) => BigInt(id))
}
