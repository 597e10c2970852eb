import type { IncomingMessage } from 'node:http'
import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import { isPreflight } from './platform-access.ts'
import { sharedWith } from './response-headers.ts'

/** Seconds for which a browser remembers a preflight. */
const PREFLIGHT_SECONDS = '600'

/** Returns the `Origin` of a request if it is the activity's own host, in either scheme. */
export function ownOrigin(origin: string | undefined, host: string): string | null {
  return origin === `http://${host}` || origin === `https://${host}` ? origin : null
}

/** Returns the response to a preflight from the activity's own host in the other scheme; null for other requests. */
export function preflightHeaders(request: IncomingMessage, host: string): HeaderList | null {
  const { headers } = request
  const asked = headers['access-control-request-method']
  const origin = ownOrigin(headers.origin, host)
  if (!isPreflight(request) || asked === undefined || origin === null) return null
  const names = headers['access-control-request-headers']
  return [
    ...sharedWith(origin),
    ['Access-Control-Allow-Methods', asked],
    ...(names === undefined ? [] : [['Access-Control-Allow-Headers', names] as const]),
    ['Access-Control-Max-Age', PREFLIGHT_SECONDS],
  ]
}
