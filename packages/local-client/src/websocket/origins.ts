import type { IncomingHttpHeaders } from 'node:http'
import type { RpcApplication } from '../rpc/host.ts'
import { PseudoScope } from '../rpc/scopes.ts'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Returns whether a page belongs to the platform itself: it has the platform's host and port. Subdomains do not,
 * because activities live there. Names of this computer are equal.
 */
export function isOwnOrigin(origin: string, server: string): boolean {
  if (!URL.canParse(origin)) return false
  const [page, own] = [new URL(origin), new URL(server)]
  if (!/^https?:$/.test(page.protocol)) return false
  const sameHost = page.hostname === own.hostname || (LOOPBACK.has(page.hostname) && LOOPBACK.has(own.hostname))
  return sameHost && portOf(page) === portOf(own)
}

/** The platform serves both schemes on one port. */
function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}

/** Origin of pages without one: sandboxed frames, files and `data:` addresses. */
const OPAQUE = 'null'

/** Returns whether pages of an origin may use an application's RPC. The registered origin may have a path or slash. */
export function isRegisteredOrigin(origin: string, { rpc_origins = [] }: RpcApplication): boolean {
  // Addresses like `game://` have no origin either: any sandboxed frame would match them.
  if (origin === OPAQUE) return false
  return rpc_origins.some((registered) => URL.canParse(registered) && new URL(registered).origin === origin)
}

/** Returns the pseudo-scopes of a connection by its Origin header. */
export function scopesOf(origin: string | undefined, server: string): string[] {
  if (origin === undefined) return [PseudoScope.LOCAL]
  return isOwnOrigin(origin, server) ? [PseudoScope.PRIVATE, PseudoScope.PRIVATE_LIMITED] : []
}

/** Values of Sec-Fetch-Site for requests of pages on another origin. */
const OTHER_ORIGINS: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

/**
 * Returns whether a page of another origin sends a request without the Origin header, as script and image elements do.
 * Browsers set Sec-Fetch-Site on every request, and pages cannot change it.
 */
export function isConcealedPage(headers: Pick<IncomingHttpHeaders, 'origin' | 'sec-fetch-site'>): boolean {
  return headers.origin === undefined && OTHER_ORIGINS.has(String(headers['sec-fetch-site']))
}
