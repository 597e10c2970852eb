import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Listening } from './redirect.ts'

const HOST = '127.0.0.1'
const PATH = '/callback'

/**
 * Starts a server on 127.0.0.1 that takes one redirect. Other paths, methods and hosts get 404. An aborted signal
 * closes it.
 */
export async function listenForRedirect(signal: AbortSignal): Promise<Listening> {
  const { promise: redirected, resolve } = Promise.withResolvers<URLSearchParams>()
  let host = ''
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', `http://${host}`)
    if (request.method !== 'GET' || url?.pathname !== PATH || request.headers.host !== host)
      return void response.writeHead(404, { connection: 'close' }).end()
    server.close()
    sendPage(response, url.searchParams.has('error'), () => resolve(url.searchParams))
  })
  signal.addEventListener('abort', () => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  host = `${HOST}:${(server.address() as AddressInfo).port}`
  return { redirectUri: `http://${host}${PATH}`, redirected }
}

/** Sends a page without the code, which also leaves the address of the page. */
function sendPage(response: ServerResponse, isRefused: boolean, done: () => void): void {
  const nonce = randomBytes(16).toString('base64url')
  const text = isRefused ? 'The game has no access.' : 'The game has access.'
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text}</title>` +
      `<script nonce="${nonce}">history.replaceState(null, '', location.pathname)</script>` +
      `<p>${text} You can close this page and return to the game.</p></html>`,
    done,
  )
}
