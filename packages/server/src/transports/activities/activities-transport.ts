import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Application } from '../../kernel/model.ts'
import type { OutgoingStreams } from '../../kernel/outgoing-streams.ts'
import type { ProxyTickets } from '../../kernel/proxy-tickets.ts'
import { Shares } from '../../kernel/shares.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { findApplication } from '../../resources/accounts/applications/index.ts'
import { activityConfigOf, hasActivity } from '../../resources/apps/activities/index.ts'
import { VIA } from '../raw-response.ts'
import { type ActivityHost, ActivityHosts, activityHost } from './activity-host.ts'
import { activityPolicy, isInRelay } from './content-policy.ts'
import { type BodyLimits, type ForwardParts, forward } from './forward.ts'
import { type PageRefusal, refuseRequest } from './pages.ts'
import { apiAccess, isPreflight } from './platform-access.ts'
import { ownOrigin, preflightHeaders } from './preflight.ts'
import { signedHeaders } from './proxy-signature.ts'
import { sharedWith } from './response-headers.ts'
import type { Route } from './route.ts'
import { resolveTarget } from './target.ts'
import { withoutTicketQuery } from './ticket-place.ts'
import { useTicket } from './ticket-use.ts'
import { forwardWebSocket, upgradeFault } from './web-socket.ts'

/** Limits of the proxy. */
export interface ProxyLimits extends BodyLimits {
  /** Maximum concurrent requests and WebSockets of one activity. */
  readonly requestsPerActivity: number
  /** Maximum concurrent requests and WebSockets of all activities. */
  readonly requests: number
}

const LIMITS: ProxyLimits = {
  requestBytesMax: 100 * 1024 * 1024,
  responseBytesMax: 1024 * 1024 * 1024,
  requestsPerActivity: 2_000,
  requests: 10_000,
}
/** Methods that are not forwarded. TRACE would return headers that the proxy added. */
const REFUSED_METHODS = ['CONNECT', 'TRACE']

export interface ActivitiesParts {
  /** Host under which each activity has its own name: `NAME` or `NAME:PORT`. */
  readonly domain: string
  /** Hosts and ports of the web app, which embeds activities. */
  readonly webHosts: readonly string[]
  /** Host and port of the API and CDN. */
  readonly platformHost: string
  readonly units: Units
  readonly proxyTickets: ProxyTickets
  readonly streams: OutgoingStreams
  readonly limits?: Partial<ProxyLimits> | undefined
  readonly log: Logger
}

export interface ActivitiesTransport {
  /** Returns a listener that serves activities, and passes requests for other hosts on. */
  before(others: RequestListener): RequestListener
  /** Returns whether an upgrade is for the host of an activity, or refused because the proxy itself sent it. */
  takesUpgrade(request: IncomingMessage): boolean
  /** Serves WebSockets of activities. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

function forwardingOf({ streams, log }: ActivitiesParts, bodies: ProxyLimits, via: string): ForwardParts {
  return {
    streams,
    bodies,
    via,
    failed: ({ activity, target }, err) =>
      log.warn(
        { err, application: activity.applicationId?.toString(), target: target.origin.host },
        'a target of an activity did not respond',
      ),
  }
}

/** Passes a request for another host on, with the headers that let activities read the API. */
function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { others, access }: { others: RequestListener; access: ReturnType<typeof apiAccess> },
): void {
  if (access && isPreflight(request)) return void response.writeHead(204, access.flat()).end()
  for (const [name, value] of access ?? []) response.setHeader(name, value)
  others(request, response)
}

/** Serves each activity under its own host, by forwarding requests to the targets of its URL mappings. */
export function activitiesTransport(parts: ActivitiesParts): ActivitiesTransport {
  const limits = { ...LIMITS, ...parts.limits }
  const shares = new Shares({ perHolder: limits.requestsPerActivity, total: limits.requests })
  // The same at all nodes: a target may lead back to another one.
  const via = `1.1 guildhall-activities-${parts.proxyTickets.platformName}`
  const forwarding = forwardingOf(parts, limits, via)
  const policyOf = ({ headers }: IncomingMessage, { host }: ActivityHost) =>
    activityPolicy({ ...parts, host, inRelay: isInRelay(headers, host) })

  /** Forwards a request within the limits of its activity, or refuses it. */
  async function admit(
    request: IncomingMessage,
    response: ServerResponse,
    activity: ActivityHost,
    forwardTo: (route: Route) => Promise<void>,
  ): Promise<void> {
    const shared = sharedWith(ownOrigin(request.headers.origin, activity.host))
    const refuse = (refusal: PageRefusal) =>
      refuseRequest(response, refusal, { policy: policyOf(request, activity), shared })
    const holder = String(activity.applicationId)
    if (!shares.take(holder, 1)) return refuse('BUSY')
    try {
      const route = await routeOf(request, activity, policyOf(request, activity), parts)
      if (typeof route === 'string') return refuse(route)
      await forwardTo(route)
    } catch (err) {
      parts.log.error({ err, application: holder }, 'a request of an activity failed')
      refuse('FAILED')
    } finally {
      shares.give(holder, 1)
    }
  }

  function serve(request: IncomingMessage, response: ServerResponse, activity: ActivityHost): void {
    const preflight = preflightHeaders(request, activity.host)
    if (preflight) return void response.writeHead(204, preflight.flat()).end()
    if (REFUSED_METHODS.includes(request.method ?? '')) return refuseRequest(response, 'METHOD')
    void admit(request, response, activity, (route) => forward(request, response, route, forwarding))
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const response = responseOn(socket as Socket, request)
    const activity = activityHost(request.headers.host, parts.domain)
    const fault = comesBack(request) ? 'LOOP' : activity ? upgradeFault(request, activity.host) : 'UNKNOWN'
    if (!activity || fault) return refuseRequest(response, fault ?? 'UNKNOWN')
    void admit(request, response, activity, (route) =>
      forwardWebSocket(request, { socket, head, response }, route, forwarding),
    )
  }

  const hosts = new ActivityHosts(parts.domain)
  // A request that the proxy sent would have the trust that this machine has.
  const comesBack = ({ headers }: IncomingMessage) => headers.via?.includes(via) ?? false

  return {
    takesUpgrade: (request) => comesBack(request) || activityHost(request.headers.host, parts.domain) !== null,
    upgrade,
    before: (others) => (request, response) => {
      if (comesBack(request)) return refuseRequest(response, 'LOOP')
      const activity = hosts.of(request.headers.host)
      if (activity) return serve(request, response, activity)
      passOn(request, response, { others, access: apiAccess(request, parts.domain) })
    },
  }
}

/** Returns where a request goes, or why it is refused. */
async function routeOf(
  request: IncomingMessage,
  activity: ActivityHost,
  policy: string,
  parts: ActivitiesParts,
): Promise<Route | PageRefusal> {
  const application = await findActivity(parts.units, activity.applicationId)
  if (!application) return 'UNKNOWN'
  const target = resolveTarget(application.url_map, request.url ?? '/')
  if (target === 'invalid') return 'BAD_PATH'
  if (target === null) return 'NO_MAPPING'
  const used = await useTicket(request, application.id, parts)
  if (!used && activityConfigOf(application).requires_proxy_ticket) return 'TICKET_NEEDED'
  return {
    activity,
    target,
    path: withoutTicketQuery(target.path),
    policy,
    added: used ? signedHeaders(used.ticket, application.signing_key) : [],
    cookies: used?.cookies ?? [],
  }
}

/** Returns a response for a socket that the HTTP server gave up. It closes the socket. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request)
  response.setHeader('Via', VIA)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on('finish', () => {
    response.detachSocket(socket)
    // A browser that never closes its half must not keep the handle.
    socket.end(() => socket.destroy())
  })
  return response
}

async function findActivity(units: Units, id: Snowflake | null): Promise<Application | null> {
  if (id === null) return null
  const application = await units.read(SYSTEM_ACTOR, (work) => findApplication(work, id))
  return application && hasActivity(application) ? application : null
}
