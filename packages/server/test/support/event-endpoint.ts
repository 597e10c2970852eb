/** A game's server for webhook events, which checks signatures as its developer would, and may misbehave. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyKey } from 'discord-interactions'

/** Body of a request for webhook events. */
export interface EventRequest {
  version: number
  application_id: string
  type: number
  event?: { type: string; timestamp: string; data: EventData }
}

/** Fields of `data` that tests read. */
export interface EventData {
  id: string
  content?: string
  user_id?: string
  sku_id?: string
  deleted?: boolean
  consumed?: boolean
}

/** Response to an event: a status, `hang` for none, or a function that chooses. */
type Behaviour = number | 'hang' | ((event: NonNullable<EventRequest['event']>) => number | 'hang')

export class EventEndpoint {
  /** Events with a valid signature that were accepted with a 2xx, oldest first. */
  readonly accepted: NonNullable<EventRequest['event']>[] = []
  /** All events with a valid signature, accepted or not, oldest first. */
  readonly requests: EventRequest[] = []
  readonly pings: { body: EventRequest; signed: boolean }[] = []
  /** Response to events; PINGs have their own. */
  behaviour: Behaviour = 204
  pong = 204
  forgedPong = 401
  publicKey: string
  readonly #server: Server
  #waiting: (() => void)[] = []

  private constructor(publicKey: string) {
    this.publicKey = publicKey
    this.#server = createServer((request, response) => void this.#take(request, response))
  }

  static async start(publicKey = '', port = 0): Promise<EventEndpoint> {
    const endpoint = new EventEndpoint(publicKey)
    endpoint.#server.listen(port, '127.0.0.1')
    await once(endpoint.#server, 'listening')
    return endpoint
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`
  }

  /** Resolves once `reached` holds, which is asked after each event. */
  async until(reached: () => boolean): Promise<void> {
    while (!reached()) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Resolves with the accepted events once there are that many. */
  async events(count: number): Promise<EventEndpoint['accepted']> {
    await this.until(() => this.accepted.length >= count)
    return this.accepted
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const signature = String(request.headers['x-signature-ed25519'])
    const timestamp = String(request.headers['x-signature-timestamp'])
    const signed = await verifyKey(raw, signature, timestamp, this.publicKey)
    const body = JSON.parse(raw.toString()) as EventRequest
    if (body.type === 0) {
      this.pings.push({ body, signed })
      response.writeHead(signed ? this.pong : this.forgedPong).end()
    } else if (signed && body.event) this.#takeEvent(body, body.event, response)
    else response.writeHead(401).end('bad request signature')
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #takeEvent(body: EventRequest, event: NonNullable<EventRequest['event']>, response: ServerResponse): void {
    this.requests.push(body)
    const status = typeof this.behaviour === 'function' ? this.behaviour(event) : this.behaviour
    if (status === 'hang') return
    if (status < 300) this.accepted.push(event)
    response.writeHead(status).end()
  }
}
