/** The server of a sample activity: a page made with the unmodified embedded app SDK, and what its developer runs. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { WebSocketServer } from 'ws'

/** Result of a command of the SDK. */
export interface Outcome<T = unknown> {
  readonly data: T
  readonly error?: { readonly code: number; readonly message: string }
}

/** Responds to a request of the activity's page. */
export type SampleRoute = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>

const ENTRY = fileURLToPath(new URL('./sample-page.ts', import.meta.url))
let bundle: Promise<string> | undefined

/** Bundles the page with the SDK from npm, once for a process. */
function sampleScript(): Promise<string> {
  bundle ??= build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rollupOptions: { input: ENTRY } },
  }).then((result) => {
    const [first] = [result].flat()
    const [chunk] = first && 'output' in first ? first.output : []
    if (chunk?.type !== 'chunk') throw new Error('the sample activity was not bundled')
    return chunk.code
  })
  return bundle
}

export type SampleActivity = Awaited<ReturnType<typeof startSampleActivity>>

/** Starts the server: the page at `/`, its script, `routes` by the beginning of the path, and an echoing WebSocket. */
export async function startSampleActivity(routes: Readonly<Record<string, SampleRoute>> = {}) {
  const script = await sampleScript()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sample')
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html')
      return response.end(
        '<!doctype html><title>Sample</title><main id="out">Sample</main><script src="/sample.js"></script>',
      )
    }
    if (pathname === '/sample.js') {
      response.setHeader('content-type', 'text/javascript')
      return response.end(script)
    }
    const path = Object.keys(routes).find((prefix) => pathname.startsWith(prefix))
    let body = ''
    for await (const chunk of request) body += chunk
    if (path !== undefined) return routes[path]?.(request, response, body)
    response.statusCode = 404
    response.end()
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('message', (text) => socket.send(String(text))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
