/** A platform with activities, the servers that they map to, and raw requests through the proxy. */
import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { startPlatform } from './platform.ts'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** Responds to one request of a target. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Server of an activity's developer. It records requests. Handlers respond to URLs that begin with their path. */
export async function startTarget(handlers: Readonly<Record<string, Handler>> = {}) {
  const received: Received[] = []
  const server = http.createServer(async (request, response) => {
    const path = Object.keys(handlers).find((prefix) => request.url?.startsWith(prefix))
    if (path !== undefined) return handlers[path]?.(request, response)
    let body = ''
    try {
      for await (const chunk of request) body += chunk
    } catch {
      // The proxy broke the request off.
      return
    }
    const { method = '', url = '', headers, rawHeaders } = request
    received.push({ method, url, headers, rawHeaders, body })
    response.setHeader('content-type', 'text/html')
    response.end('<title>Target</title>')
  })
  // Upgraded sockets no longer belong to the HTTP server, which waits for their end all the same.
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    received,
    port,
    host: `127.0.0.1:${port}`,
    /** The request that came last. */
    last: () => received.at(-1) as Received,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

export interface Sent {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders | readonly string[]
  readonly body?: string | Buffer | Readable
  /** Host name before the domain of activities. Default: the application. */
  readonly label?: string
}

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Reads a response to its end. */
export async function readReply(response: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('latin1') }
}

type PlatformOptions = NonNullable<Parameters<typeof startPlatform>[0]>

/** Starts a platform whose applications have URL mappings. All belong to `ann`. */
export async function startActivities(
  applications: Readonly<Record<string, readonly { prefix: string; target: string }[]>>,
  options: PlatformOptions = {},
) {
  const platform = await startPlatform({
    logLevel: 'silent',
    ...options,
    world: {
      users: { ann: {}, bob: {}, eve: {} },
      applications: Object.fromEntries(
        Object.entries(applications).map(([name, mappings]) => [
          name,
          { owner: 'ann', bot: {}, ...(mappings.length > 0 && { url_mappings: [...mappings] }) },
        ]),
      ),
      guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
    },
  })
  const { port } = new URL(platform.url)
  const idOf = (name: string) => platform.world?.applications[name]?.id ?? ''
  const hostOf = (name: string) => `${idOf(name)}.activities.localhost:${port}`

  /** Sends a request and returns the response before its body. The path is sent as it is. */
  async function open(name: string, path: string, sent: Sent = {}): Promise<IncomingMessage> {
    const host = sent.label === undefined ? hostOf(name) : `${sent.label}.activities.localhost:${port}`
    const headers = Array.isArray(sent.headers) ? ['Host', host, ...sent.headers] : { host, ...sent.headers }
    const request = http.request({
      host: '127.0.0.1',
      port,
      path,
      method: sent.method ?? 'GET',
      headers: headers as OutgoingHttpHeaders,
      agent: false,
    })
    if (sent.body !== undefined && typeof sent.body !== 'string' && !Buffer.isBuffer(sent.body)) sent.body.pipe(request)
    else request.end(sent.body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }

  return {
    platform,
    port: Number(port),
    idOf,
    hostOf,
    userId: (name: string) => platform.world?.users[name]?.id ?? '',
    tokenOf: (name: string) => platform.world?.users[name]?.token ?? '',
    open,
    send: async (name: string, path: string, sent?: Sent) => readReply(await open(name, path, sent)),
  }
}
