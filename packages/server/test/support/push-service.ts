/** A push service with its browsers: it checks tokens, and browsers decrypt what they are sent. It may misbehave. */
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from './until.ts'

/** A message that a browser has decrypted. */
export interface ReceivedPush {
  readonly device: string
  readonly payload: { title: string; body: string; tag: string; url: string }
  readonly headers: IncomingMessage['headers']
  /** Key and claims of the platform's token. */
  readonly key: string
  readonly claims: { aud: string; exp: number; sub?: string }
}

/** Handles a request in place of the service. The body has been read. */
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void

const bytesOf = (text: string | undefined) => Buffer.from(text ?? '', 'base64url')

export class PushService {
  /** Messages of all devices, oldest first. */
  readonly received: ReceivedPush[] = []
  /** Requests, also those that were refused. */
  requests = 0
  /** Requests that are not over. */
  open = 0
  openMax = 0
  behaviour: Behaviour | null = null
  readonly #devices = new Map<string, { pair: ECDH; auth: Buffer }>()
  /** Address of the service without a path. */
  origin = ''
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response))
  }

  static async start(): Promise<PushService> {
    const service = new PushService()
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    service.origin = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`
    return service
  }

  /** Subscribes a browser, and returns its `PushSubscription` as JSON. */
  subscribe(device: string): string {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    const auth = randomBytes(16)
    this.#devices.set(device, { pair, auth })
    const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
    return JSON.stringify({ endpoint: `${this.origin}/push/${device}`, expirationTime: null, keys })
  }

  /** Resolves with the messages of a device once there are that many. */
  async messagesOf(device: string, count = 1): Promise<ReceivedPush[]> {
    const own = () => this.received.filter((push) => push.device === device)
    await until(`${device} has ${count} messages`, async () => own().length >= count)
    assert.equal(own().length, count)
    return own()
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
    this.requests += 1
    this.open += 1
    this.openMax = Math.max(this.openMax, this.open)
    response.on('error', () => undefined)
    response.on('close', () => {
      this.open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (this.behaviour) return this.behaviour(response, request)
    const device = request.url?.split('/').at(-1) ?? ''
    const known = this.#devices.get(device)
    if (!known) return void response.writeHead(410).end()
    try {
      const { key, claims } = tokenOf(request.headers.authorization ?? '', this.origin)
      const payload = JSON.parse(decrypted(Buffer.concat(chunks), known).toString())
      this.received.push({ device, payload, headers: request.headers, key, claims })
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  }
}

/** Reads a token as push services do. (RFC 8292) */
function tokenOf(authorization: string, origin: string): Pick<ReceivedPush, 'key' | 'claims'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, body, signature] = token.split('.')
  assert.equal(JSON.parse(bytesOf(head).toString()).alg, 'ES256')
  const point = bytesOf(key)
  const jwk = { kty: 'EC', crv: 'P-256', x: b64(point.subarray(1, 33)), y: b64(point.subarray(33)) }
  const publicKey = createPublicKey({ format: 'jwk', key: jwk })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${head}.${body}`), signed, bytesOf(signature)), 'the token is signed')
  const claims = JSON.parse(bytesOf(body).toString())
  assert.equal(claims.aud, origin)
  return { key, claims }
}

const b64 = (bytes: Buffer) => bytes.toString('base64url')

/** Decrypts a body as browsers do. (RFC 8291, RFC 8188) */
function decrypted(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): Buffer {
  const [salt, length] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, size: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, size))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const shared = derive(pair.computeSecret(sender), auth, info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  cipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  assert.equal(text.at(-1), 2)
  return text.subarray(0, -1)
}
