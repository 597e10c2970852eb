import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { OutgoingStreams, StreamLimits } from '../kernel/outgoing-streams.ts'
import type { Addresses } from '../kernel/platform.ts'
import { ProxyTickets } from '../kernel/proxy-tickets.ts'
import type { Store } from '../kernel/store/store.ts'
import type { Units } from '../kernel/units.ts'
import {
  type ActivitiesTransport,
  activitiesTransport,
  type ProxyLimits,
} from '../transports/activities/activities-transport.ts'
import { ownHosts } from '../transports/http/own-hosts.ts'
import { metaSecret, TICKET_KEY } from './meta-secret.ts'

/** Limits of the proxy of activities, which tests replace. */
export type ActivityLimits = Partial<StreamLimits & ProxyLimits>

const STREAM_LIMITS: StreamLimits = {
  connectMs: 10_000,
  responseMs: 60_000,
  idleMs: 600_000,
  headerBytesMax: 64 * 1024,
}

interface ActivityConfig {
  host: string
  outgoing: 'anywhere' | 'public'
  limits?: { activities?: ActivityLimits }
}

interface ActivityParts {
  units: Units
  proxyTickets: ProxyTickets
  wallClock: Clock
  log: Logger
  addresses: Addresses
  /** Makes the seam to the targets; only main.ts knows its adapter. */
  streamsWith(limits: StreamLimits): OutgoingStreams
}

/** Returns the proxy tickets of a store. */
export async function proxyTicketsOf(store: Store, wallClock: Clock): Promise<ProxyTickets> {
  return new ProxyTickets({ key: await metaSecret(store, TICKET_KEY), now: () => wallClock.now() })
}

/** Opens the proxy of activities. `endRequests` aborts its requests to targets. */
export function openActivities(
  { host, limits }: ActivityConfig,
  { addresses, streamsWith, ...parts }: ActivityParts,
): { activities: ActivitiesTransport; endRequests: () => Promise<void> } {
  const streams = streamsWith({ ...STREAM_LIMITS, ...limits?.activities })
  const platform = new URL(addresses.url)
  const listening = new URL(addresses.listen)
  const activities = activitiesTransport({
    ...parts,
    streams,
    domain: addresses.activities,
    webHosts: [...new Set([platform.host, ...webHosts(host, listening.port, addresses.activities)])],
    platformHost: platform.host,
    limits: limits?.activities,
  })
  return { activities, endRequests: streams.close }
}

/**
 * Returns the hosts at which people open the web app: the names of this machine, and the host above the domain of
 * activities, where a proxy in front of the platform has its own name.
 */
function webHosts(host: string, port: string, domain: string): string[] {
  const { dns, ips } = ownHosts(host)
  const own = [...dns.filter((name) => !name.includes('*')), ...ips.map((ip) => (ip.includes(':') ? `[${ip}]` : ip))]
  const above = domain.split('.').slice(1).join('.')
  const isName = above.replace(/:\d+$/, '').includes('.')
  return [...new Set([...own.map((name) => `${name}:${port}`), ...(isName ? [above] : [])])]
}
