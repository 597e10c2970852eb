import { connect, type Socket } from 'node:net'
import { createInflate, createZstdDecompress } from 'node:zlib'
import { monotonicMicros } from './measure.ts'
import { clientFrame, frameHead, Opcode, upgradeRequest } from './websocket.ts'

/** Counters that all sessions of one process share. */
export class Tally {
  deliveries = 0
  others = 0
  closed = 0
  lastDeliveryAt = 0
  heartbeats = 0
  /** Length of the last delivery's frame body. */
  deliveryBytes = 0
  /** Latencies in µs, from the message's marker to its delivery; null if they are not measured. */
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
/** Messages of a bench are larger, heartbeat responses and presence changes smaller: heads alone distinguish them. */
const DELIVERY_MIN_BYTES = { plain: 700, 'zlib-stream': 50, 'zstd-stream': 40 }
const HEARTBEAT = clientFrame('{"op":1,"d":null}')
const INTENTS = 1 | (1 << 1) | (1 << 9) | (1 << 15) // GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, MESSAGE_CONTENT

/** All sockets read into the same memory: each chunk is processed before the next is read. */
const chunkMemory = Buffer.alloc(256 * 1024)

/** Longer than any text that is searched at the end of a chunk. */
const CHUNK_END_BYTES = 60

interface Chunks {
  seen: number
  /** A copy of the last bytes: a searched text may be split over two reads. */
  tail: Buffer
  resolve(seen: number): void
}

export type Compress = 'zlib-stream' | 'zstd-stream'

export interface Target {
  port: number
  path: string
  /** Absent for the bare server: the session is open with the upgrade. */
  token?: string | undefined
  /** Compression, as the address requests it. */
  compress?: Compress
  /** Length of the smallest frame that counts as a delivery, if messages are shorter than in guilds. */
  deliveryMinBytes?: number
  /** Local address of the connection: each one has its own ports. */
  from?: string | undefined
}

/** One gateway session that reads as little as possible: whole frames until it is identified, then heads only. */
export class Session {
  readonly #tally: Tally
  readonly #target: Target
  readonly #socket: Socket
  readonly #opened = Promise.withResolvers<void>()
  #state: 'upgrade' | 'identify' | 'count' = 'upgrade'
  #rest: Buffer = Buffer.alloc(0)
  #skip = 0
  #chunks: Chunks | null = null
  readonly #deliveryMinBytes: number
  #decompress: ReturnType<typeof createInflate> | ReturnType<typeof createZstdDecompress> | null = null

  private constructor(target: Target, tally: Tally) {
    this.#target = target
    this.#tally = tally
    this.#deliveryMinBytes = target.deliveryMinBytes ?? DELIVERY_MIN_BYTES[target.compress ?? 'plain']
    if (target.compress && target.token) this.#readCompressed(target.compress)
    this.#socket = connect({
      port: target.port,
      host: '127.0.0.1',
      localAddress: target.from,
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

  /** Resolves at GUILD_CREATE (for a game at READY), or with the upgrade if there is no token. */
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

  /** Requests all members of a guild and returns the number of chunks. Nothing else may be sent meanwhile. */
  allMembers(guildId: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>()
    this.#chunks = { seen: 0, tail: Buffer.alloc(0), resolve }
    this.#socket.write(clientFrame(JSON.stringify({ op: 8, d: { guild_id: guildId, query: '', limit: 0 } })))
    return promise
  }

  /** Chunks state their number and count at their end. */
  #readChunks(chunks: Chunks, chunk: Buffer): void {
    const bytes = Buffer.concat([chunks.tail, chunk])
    chunks.tail = bytes.subarray(-CHUNK_END_BYTES)
    for (const [, index, count] of bytes.toString('latin1').matchAll(/"chunk_index":(\d+),"chunk_count":(\d+)\D/g)) {
      chunks.seen = Math.max(chunks.seen, Number(index) + 1)
      if (chunks.seen < Number(count)) continue
      this.#chunks = null
      chunks.resolve(chunks.seen)
    }
  }

  heartbeat(): void {
    this.#tally.heartbeats += 1
    this.#socket.write(HEARTBEAT)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(length: number): boolean {
    const chunk = chunkMemory.subarray(0, length)
    if (this.#chunks) this.#readChunks(this.#chunks, chunk)
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
      else if (this.#decompress) this.#decompress.write(Buffer.from(payload))
      else this.#answer(JSON.parse(payload.toString()))
    }
  }

  /** Compressed messages are read until the session is open, and only counted afterwards. */
  #readCompressed(compress: Compress): void {
    let text = ''
    this.#decompress = compress === 'zlib-stream' ? createInflate() : createZstdDecompress()
    this.#decompress.on('error', (error: Error) => this.#opened.reject(error))
    this.#decompress.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('"op":10')) this.#answer({ op: 10, t: null })
      else if (text.includes('"t":"GUILD_CREATE"')) this.#answer({ op: 0, t: 'GUILD_CREATE' })
      else return
      text = ''
    })
  }

  #answer({ op, t }: { op: number; t: string | null }): void {
    const properties = { os: 'linux', browser: 'bench', device: 'bench' }
    // A game has its own intents, and no guilds.
    const isGame = this.#target.token?.startsWith('Bearer ') ?? false
    const intents = isGame ? null : INTENTS
    const identify = { op: 2, d: { token: this.#target.token, intents, properties } }
    if (op === 10) this.#socket.write(clientFrame(JSON.stringify(identify)))
    else if (op === 9) this.#opened.reject(new Error('invalid session'))
    else if (t === (isGame ? 'READY' : 'GUILD_CREATE')) this.#finishOpening()
  }

  #finishOpening(): void {
    this.#state = 'count'
    this.#decompress?.destroy()
    this.#decompress = null
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
        this.#rest = Buffer.from(chunk.subarray(at)) // A copy: the memory is about to be read into again.
        return
      }
      at += head.headBytes
      const end = at + head.sizeBytes
      if (head.sizeBytes >= this.#deliveryMinBytes) {
        this.#tally.deliveries += 1
        this.#tally.deliveryBytes = head.sizeBytes
        if (this.#tally.latencies && end <= chunk.length) this.#tally.sample(chunk.subarray(at, end))
      } else this.#tally.others += 1
      at = Math.min(end, chunk.length)
      this.#skip = end - at
    }
    this.#tally.lastDeliveryAt = monotonicMicros()
  }
}
