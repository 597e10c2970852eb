import type { RequestListener } from 'node:http'

/** The consent page's address in the API, in all versions; the query is captured. */
const ADDRESS = /^\/api(?:\/v\d+)?\/oauth2\/authorize\/?(\?.*)?$/

/**
 * Redirects browsers from the consent page's address in the API to the page. Libraries (passport-discord, Auth.js) send
 * people there. The operation of the same path is for clients with a person's token.
 */
export function beforeConsentPage(others: RequestListener): RequestListener {
  return (request, response) => {
    const { accept, authorization } = request.headers
    const match = request.method === 'GET' && authorization === undefined ? ADDRESS.exec(request.url ?? '') : null
    if (match === null || !accept?.includes('text/html')) return others(request, response)
    response.writeHead(302, { location: `/oauth2/authorize${match[1] ?? ''}`, 'cache-control': 'no-store' }).end()
  }
}
