/** An application on HTTP: a server that verifies its callers, as its developer would write it, and may misbehave. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { multipart } from '@guildhall/testing'
import { verifyKey } from 'discord-interactions'
import type { Wire } from './interactions.ts'

export type Reply = (interaction: Wire, response: ServerResponse, request: IncomingMessage) => unknown

/** A JSON response. */
export const json =
  (body: unknown, status = 200): Reply =>
  (_interaction, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** A response sent unchanged. */
export const raw =
  (status: number, headers: Record<string, string> = {}, body?: string | Uint8Array): Reply =>
  (_interaction, response) =>
    response.writeHead(status, headers).end(body)

/** Payload and files as one multipart response. */
export const withFiles =
  (...given: Parameters<typeof multipart>): Reply =>
  async (_interaction, response) => {
    const form = new Response(multipart(...given))
    response.writeHead(200, { 'content-type': form.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await form.arrayBuffer()))
  }

export class EndpointApp {
  /** All requests with a valid signature, PINGs too, oldest first. */
  readonly asked: { interaction: Wire; headers: IncomingMessage['headers'] }[] = []
  /** Number of requests with an invalid signature. */
  refused = 0
  requests = 0
  connections = 0
  /** Sets the response to the next request. PINGs receive PONG unless `pong` says otherwise. */
  reply: Reply = json({ type: 4, data: { content: 'pong' } })
  pong: Reply = json({ type: 1 })
  checksSignatures = true
  publicKey: string
  readonly #server: Server
  #waiting: ((interaction: Wire) => void) | undefined

  private constructor(publicKey: string) {
    this.publicKey = publicKey
    this.#server = createServer((request, response) => void this.#take(request, response))
    this.#server.on('connection', () => {
      this.connections += 1
    })
  }

  static async start(publicKey?: string): Promise<EndpointApp> {
    const app = new EndpointApp(publicKey ?? '')
    app.#server.listen(0, '127.0.0.1')
    await once(app.#server, 'listening')
    return app
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/interactions?key=secret`
  }

  /** Resolves with the next interaction. */
  next(): Promise<Wire> {
    return new Promise((resolve) => {
      this.#waiting = resolve
    })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const { headers } = request
    const signature = String(headers['x-signature-ed25519'])
    const good = await verifyKey(body, signature, String(headers['x-signature-timestamp']), this.publicKey)
    if (!good) this.refused += 1
    if (!good && this.checksSignatures) {
      response.writeHead(401).end('bad request signature')
      return
    }
    const interaction = JSON.parse(body.toString()) as Wire
    this.asked.push({ interaction, headers })
    await (interaction.type === 1 ? this.pong : this.reply)(interaction, response, request)
    this.#waiting?.(interaction)
  }
}
