import { connect, type Socket } from 'node:net'
import { monotonicMicros } from './measure.ts'
import { clientFrame, frameHead, Opcode, upgradeRequest } from './websocket.ts'

/** What all sessions of one process count together. */
export class Tally {
  deliveries = 0
  others = 0
  closed = 0
  lastDeliveryAt = 0
  /** µs from the message's marker to its delivery; null when latencies are not asked for. */
  latencies: Float64Array | null = null
  samples = 0

  /** Reads the marker of a delivered message: `"content":"t<µs>`. */
  sample(payload: Buffer): void {
    if (!this.latencies || this.samples >= this.latencies.length) return
    const at = payload.indexOf(MARKER)
    if (at < 0) return
    const sentAt = Number.parseInt(payload.toString('latin1', at + MARKER.length, at + MARKER.length + 20), 10)
    this.latencies[this.samples] = monotonicMicros() - sentAt
    this.samples += 1
  }
}

const MARKER = '"content":"t'
/** Messages of a bench are larger, heartbeat answers and presence changes smaller: so heads alone tell them apart. */
const DELIVERY_MIN_BYTES = 700
const HEARTBEAT = clientFrame('{"op":1,"d":null}')
const INTENTS = 1 | (1 << 9) | (1 << 15) // GUILDS, GUILD_MESSAGES, MESSAGE_CONTENT

/** All sockets read into the same memory: each chunk is done with before the next is read. */
const chunkMemory = Buffer.alloc(256 * 1024)

export interface Target {
  port: number
  path: string
  /** Absent for the bare server: the session is open with the upgrade. */
  token?: string
}

/** One gateway session that reads no more than it must: all of a frame until it is identified, then heads only. */
export class Session {
  readonly #tally: Tally
  readonly #target: Target
  readonly #socket: Socket
  readonly #opened = Promise.withResolvers<void>()
  #state: 'upgrade' | 'identify' | 'count' = 'upgrade'
  #rest: Buffer = Buffer.alloc(0)
  #skip = 0

  private constructor(target: Target, tally: Tally) {
    this.#target = target
    this.#tally = tally
    this.#socket = connect({
      port: target.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: chunkMemory, callback: (length) => this.#read(length) },
    })
    this.#socket.on('error', (error) => this.#opened.reject(error))
    this.#socket.on('close', () => {
      this.#tally.closed += 1
      this.#opened.reject(new Error('the server closed'))
    })
    this.#socket.write(upgradeRequest(`127.0.0.1:${target.port}`, target.path))
  }

  /** Resolves at GUILD_CREATE, or with the upgrade where there is no token. */
  static async open(target: Target, tally: Tally): Promise<Session> {
    const session = new Session(target, tally)
    try {
      await session.#opened.promise
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  heartbeat(): void {
    this.#socket.write(HEARTBEAT)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(length: number): boolean {
    const chunk = chunkMemory.subarray(0, length)
    if (this.#state === 'count') this.#count(chunk)
    else this.#open(chunk)
    return true
  }

  #open(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    if (this.#state === 'upgrade') {
      const end = this.#rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const status = this.#rest.toString('latin1', 9, 12)
      if (status !== '101') this.#opened.reject(new Error(`the upgrade was answered with ${status}`))
      this.#rest = this.#rest.subarray(end + 4)
      this.#state = 'identify'
      if (this.#target.token === undefined) this.#finishOpening()
    }
    while (this.#state === 'identify') {
      const head = frameHead(this.#rest, 0, this.#rest.length)
      if (!head || this.#rest.length < head.headBytes + head.sizeBytes) return
      const payload = this.#rest.subarray(head.headBytes, head.headBytes + head.sizeBytes)
      this.#rest = this.#rest.subarray(head.headBytes + head.sizeBytes)
      if (head.opcode === Opcode.CLOSE) this.#opened.reject(new Error(`closed with ${payload.readUInt16BE(0)}`))
      else this.#answer(JSON.parse(payload.toString()))
    }
  }

  #answer({ op, t }: { op: number; t: string | null }): void {
    const properties = { os: 'linux', browser: 'bench', device: 'bench' }
    const identify = { op: 2, d: { token: this.#target.token, intents: INTENTS, properties } }
    if (op === 10) this.#socket.write(clientFrame(JSON.stringify(identify)))
    else if (op === 9) this.#opened.reject(new Error('invalid session'))
    else if (t === 'GUILD_CREATE') this.#finishOpening()
  }

  #finishOpening(): void {
    this.#state = 'count'
    const rest = this.#rest
    this.#rest = Buffer.alloc(0)
    this.#opened.resolve()
    this.#count(rest)
  }

  #count(chunk: Buffer): void {
    if (this.#rest.length > 0) {
      chunk = Buffer.concat([this.#rest, chunk])
      this.#rest = chunk.subarray(0, 0)
    }
    let at = Math.min(this.#skip, chunk.length)
    this.#skip -= at
    while (at < chunk.length) {
      const head = frameHead(chunk, at, chunk.length)
      if (!head) {
        this.#rest = Buffer.from(chunk.subarray(at)) // a copy: the memory is about to be read into again
        return
      }
      at += head.headBytes
      const end = at + head.sizeBytes
      if (head.sizeBytes >= DELIVERY_MIN_BYTES) {
        this.#tally.deliveries += 1
        if (this.#tally.latencies && end <= chunk.length) this.#tally.sample(chunk.subarray(at, end))
      } else this.#tally.others += 1
      at = Math.min(end, chunk.length)
      this.#skip = end - at
    }
    this.#tally.lastDeliveryAt = monotonicMicros()
  }
}
