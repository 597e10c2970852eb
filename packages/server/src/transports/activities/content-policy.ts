import type { IncomingHttpHeaders } from 'node:http'

/** Addresses that the policy of an activity's page names. */
export interface PolicyFacts {
  /** Host and port of the activity. */
  readonly host: string
  /** Hosts and ports of the web app. */
  readonly webHosts: readonly string[]
  /** Host and port of the API and CDN. */
  readonly platformHost: string
  /** Whether the web app's relay may embed the response; see `isInRelay`. */
  readonly inRelay: boolean
}

/** Paths of the platform that pages load without the proxy. */
const PLATFORM_PATHS = ['/api/', '/cdn/attachments/', '/cdn/avatars/', '/cdn/icons/']
const HTTP_SCHEMES = ['http', 'https']
const FETCHES = [
  'default-src',
  'connect-src',
  'script-src',
  'style-src',
  'img-src',
  'media-src',
  'font-src',
  'frame-src',
  'worker-src',
]

/**
 * Returns whether a request loads a frame that the web app's relay may hold: a frame without a referrer, or one in
 * which the activity itself leads on. The relay is a `data:` document. No `frame-ancestors` can name its origin:
 * Chromium refuses the frame for every value of the directive. Other sites send their referrer unless they hide it.
 */
export function isInRelay(headers: IncomingHttpHeaders, host: string): boolean {
  const { referer } = headers
  if (headers['sec-fetch-dest'] !== 'iframe') return false
  return referer === undefined || (URL.canParse(referer) && new URL(referer).host === host)
}

/**
 * Returns the policy of an activity's page: it loads everything through the proxy, in both schemes and with WebSockets,
 * except for the platform's own API and files. Only the web app embeds it. [VER-20]
 */
export function activityPolicy({ host, webHosts, platformHost, inRelay }: PolicyFacts): string {
  const own = ['http', 'https', 'ws', 'wss'].map((scheme) => `${scheme}://${host}`)
  const platform = HTTP_SCHEMES.flatMap((scheme) => PLATFORM_PATHS.map((path) => `${scheme}://${platformHost}${path}`))
  const sources = ["'self'", ...own, 'data:', 'blob:', "'unsafe-inline'", "'unsafe-eval'", ...platform].join(' ')
  const ancestors = HTTP_SCHEMES.flatMap((scheme) => webHosts.map((web) => `${scheme}://${web}`))
  return [
    ...FETCHES.map((directive) => `${directive} ${sources}`),
    ...(inRelay ? [] : [`frame-ancestors ${ancestors.join(' ')}`]),
  ].join('; ')
}
