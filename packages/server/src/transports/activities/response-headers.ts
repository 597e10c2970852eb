import type { HeaderList } from '../../kernel/outgoing-streams.ts'
import { activityCookie } from './cookies.ts'
import { hopByHop } from './request-headers.ts'

/** Cookies of one response. */
const COOKIES_MAX = 50
/** Headers of a target that would affect more than its own response, or that the proxy decides. */
const DROPPED = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-allow-private-network',
  'access-control-expose-headers',
  'access-control-max-age',
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'nel',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'strict-transport-security',
  'via',
  'x-discord-proxy-payload',
  'x-frame-options',
]
/** Policies for referrers under which no address leaves the activity. */
const NARROW_REFERRERS = ['no-referrer', 'same-origin']

export interface ResponseFacts {
  readonly headers: HeaderList
  /** Host name of the activity, for its cookies. */
  readonly hostName: string
  /** Content security policy of the activity. */
  readonly policy: string
  /** Value of `Location` for the browser; null leaves it out. */
  readonly location: string | null
  /** Origin of the request, if it is the activity's own. */
  readonly ownOrigin: string | null
  /** `Set-Cookie` of the proxy itself. */
  readonly cookies: readonly string[]
}

/** Returns the headers of a response to the browser. */
export function presentedHeaders(facts: ResponseFacts): HeaderList {
  const { headers, hostName, policy, location, ownOrigin, cookies } = facts
  const isHopByHop = hopByHop(headers)
  let cookiesLeft = COOKIES_MAX
  const kept = headers.flatMap(([name, value]): HeaderList => {
    const lower = name.toLowerCase()
    if (isHopByHop(lower) || DROPPED.includes(lower) || lower === 'location') return []
    if (lower === 'referrer-policy') return NARROW_REFERRERS.includes(value.trim().toLowerCase()) ? [[name, value]] : []
    if (lower !== 'set-cookie') return [[name, value]]
    const cookie = cookiesLeft > 0 ? activityCookie(value, hostName) : null
    cookiesLeft -= 1
    return cookie === null ? [] : [[name, cookie]]
  })
  return [
    ...kept,
    ...(location === null ? [] : [['Location', location] as const]),
    ...cookies.map((cookie) => ['Set-Cookie', cookie] as const),
    ['Content-Security-Policy', policy],
    ...(kept.some(([name]) => name.toLowerCase() === 'referrer-policy')
      ? []
      : [['Referrer-Policy', 'same-origin'] as const]),
    ...sharedWith(ownOrigin),
  ]
}

/** Returns the headers by which a page reads responses of its own host in the other scheme. */
export function sharedWith(ownOrigin: string | null): HeaderList {
  if (ownOrigin === null) return [['Vary', 'Origin']]
  return [
    ['Vary', 'Origin'],
    ['Access-Control-Allow-Origin', ownOrigin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Access-Control-Expose-Headers', '*'],
  ]
}
