import type { IncomingMessage, RequestListener } from 'node:http'

/** Paths of the API in all versions; the rest of the path is captured. */
const API = /^\/api(?:\/v\d+)?(\/[^?]*)/
/** Requests by which a game without a token of its own signs its player in. */
const SIGN_IN_PATHS: readonly string[] = [
  '/gateway',
  '/oauth2/device/authorize',
  '/oauth2/token',
  '/oauth2/token/revoke',
  '/partner-sdk/child-token',
  '/partner-sdk/provisional-accounts/unmerge',
  '/partner-sdk/token',
]
const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const REQUEST_HEADERS = 'authorization, content-type'
/** Headers by which clients keep to rate limits. */
const EXPOSED =
  'Retry-After, X-RateLimit-Bucket, X-RateLimit-Global, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-RateLimit-Reset-After, X-RateLimit-Scope'
/** Seconds for which a browser remembers a preflight. */
const PREFLIGHT_SECONDS = '600'

/**
 * Lets the pages of games at some origins read the API: responses to OAuth2 tokens of players, and those by which a
 * player signs in. Cookies are never allowed, and neither are tokens of people and bots.
 */
export function beforeGamePages(origins: readonly string[], others: RequestListener): RequestListener {
  if (origins.length === 0) return others
  return (request, response) => {
    const { origin } = request.headers
    const [, path] = API.exec(request.url ?? '') ?? []
    if (path === undefined) return others(request, response)
    response.setHeader('vary', 'Origin')
    if (origin === undefined || !origins.includes(origin)) return others(request, response)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return void response
        .writeHead(204, {
          'access-control-allow-origin': origin,
          'access-control-allow-methods': METHODS,
          'access-control-allow-headers': REQUEST_HEADERS,
          'access-control-max-age': PREFLIGHT_SECONDS,
        })
        .end()
    if (isOfPlayer(request, path)) {
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-expose-headers', EXPOSED)
    }
    others(request, response)
  }
}

function isOfPlayer({ headers }: IncomingMessage, path: string): boolean {
  const { authorization } = headers
  return authorization === undefined ? SIGN_IN_PATHS.includes(path) : authorization.startsWith('Bearer ')
}
