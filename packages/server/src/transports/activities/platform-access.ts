import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import { activityHost } from './activity-host.ts'

/** Paths of the API in all versions. */
const API = /^\/api(?:\/|$)/
/** Seconds for which a browser remembers a preflight. */
const PREFLIGHT_SECONDS = '600'

/**
 * Returns the headers by which the page of an activity reads responses of the platform's API, which it calls without
 * the proxy; null for other requests. The API has no cookies, so a page has only the access that its tokens give.
 */
export function apiAccess({ url = '/', headers, method }: IncomingMessage, domain: string): HeaderList | null {
  const origin = headers.origin === undefined ? null : URL.parse(headers.origin)
  const isActivity = origin !== null && typeof activityHost(origin.host, domain)?.applicationId === 'bigint'
  if (!isActivity || !API.test(url.split('?')[0] ?? '')) return null
  const access: HeaderList = [
    ['Vary', 'Origin'],
    ['Access-Control-Allow-Origin', origin.origin],
  ]
  if (!isPreflight({ method, headers })) return [...access, ['Access-Control-Expose-Headers', '*']]
  return [
    ...access,
    ['Access-Control-Allow-Methods', headers['access-control-request-method'] ?? ''],
    ['Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? ''],
    ['Access-Control-Max-Age', PREFLIGHT_SECONDS],
  ]
}

/** Returns whether a browser asks for a page whether it may send another request. */
export function isPreflight({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}
