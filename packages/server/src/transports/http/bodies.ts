import type { IncomingMessage } from 'node:http'
import { ApiError, REQUEST_MAX_BYTES } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { type ShareLimits, Shares } from '../../kernel/shares.ts'
import type { BytesInFlight } from '../../media/multipart.ts'

const MiB = 1024 * 1024

export interface BodyLimits {
  /** A body that is not multipart: room for ten images as data URIs. */
  readonly jsonBytesMax: number
  /** A whole multipart body. */
  readonly uploadBytesMax: number
  /** A body of a caller without credential, or of an operation without a body. */
  readonly smallBytesMax: number
  /** Bytes in memory of current requests. A holder is a user, or an address without a user. */
  readonly memory: ShareLimits
  /** The same for callers without credential, so that they cannot use up everything. */
  readonly anonymousMemory: ShareLimits
  /** Bytes of uploads on disk of current requests. */
  readonly disk: ShareLimits
  /** A body of which nothing arrives for this long has stalled. */
  readonly stalledMs: number
  /** From `stalledMs` on, a body must have arrived at this rate. */
  readonly bytesPerSecondMin: number
}

const BODY_LIMITS: BodyLimits = {
  jsonBytesMax: 16 * MiB,
  uploadBytesMax: REQUEST_MAX_BYTES,
  smallBytesMax: 64 * 1024,
  memory: { perHolder: 64 * MiB, total: 256 * MiB },
  anonymousMemory: { perHolder: 8 * MiB, total: 32 * MiB },
  disk: { perHolder: 1024 * MiB, total: 8 * 1024 * MiB },
  stalledMs: 15_000,
  bytesPerSecondMin: 1024,
}

/** Holder that a body counts for. */
export interface BodyHolder {
  readonly key: string
  /** Without any credential: no token, and no webhook or interaction named by its token. */
  readonly anonymous: boolean
}

/** Bodies of all current requests: limits their bytes and ends stalled ones. */
export class Bodies {
  readonly limits: BodyLimits
  readonly #memory: Shares
  readonly #anonymousMemory: Shares
  readonly #disk: Shares
  readonly #clock: Clock
  readonly #watched = new Set<Arrival>()
  #ticking = false

  /** @param clock wall-clock time, not the platform date */
  constructor(clock: Clock, limits: Partial<BodyLimits> = {}) {
    this.limits = { ...BODY_LIMITS, ...limits }
    this.#memory = new Shares(this.limits.memory)
    this.#anonymousMemory = new Shares(this.limits.anonymousMemory)
    this.#disk = new Shares(this.limits.disk)
    this.#clock = clock
  }

  /** Bytes held now, for tests and operators. */
  get held(): { memory: number; disk: number } {
    return { memory: this.#memory.total + this.#anonymousMemory.total, disk: this.#disk.total }
  }

  /** Returns the account of one request. Its `release` returns all bytes that it took. */
  account({ key, anonymous }: BodyHolder): BodyAccount {
    return new BodyAccount(key, anonymous ? this.#anonymousMemory : this.#memory, this.#disk)
  }

  /**
   * Watches a body until it has arrived. One that stalls is ended: `stalled` is called once.
   * @returns a function that ends the watch
   */
  watch(request: IncomingMessage, stalled: () => void): () => void {
    const now = this.#clock.now()
    const arrival: Arrival = { bytes: 0, since: now, seen: 0, lastAt: now, stalled }
    const arrived = (chunk: Buffer) => {
      arrival.bytes += chunk.length
    }
    request.on('data', arrived)
    this.#watched.add(arrival)
    this.#tick()
    return () => {
      request.off('data', arrived)
      this.#watched.delete(arrival)
    }
  }

  #tick(): void {
    if (this.#ticking || this.#watched.size === 0) return
    this.#ticking = true
    this.#clock.at(this.#clock.now() + this.limits.stalledMs / 4, () => {
      this.#ticking = false
      for (const arrival of this.#watched) if (this.#hasStalled(arrival)) arrival.stalled()
      this.#tick()
    })
  }

  #hasStalled(arrival: Arrival): boolean {
    const now = this.#clock.now()
    if (arrival.bytes > arrival.seen) {
      arrival.seen = arrival.bytes
      arrival.lastAt = now
    }
    const { stalledMs, bytesPerSecondMin } = this.limits
    if (now - arrival.lastAt >= stalledMs) return true
    const elapsed = now - arrival.since
    return elapsed >= stalledMs && arrival.bytes * 1_000 < bytesPerSecondMin * elapsed
  }
}

interface Arrival {
  bytes: number
  readonly since: number
  /** Bytes at the last look. */
  seen: number
  /** Time at which the last check found more bytes than the check before it. */
  lastAt: number
  readonly stalled: () => void
}

/** Bytes of memory and disk that one request holds. */
export class BodyAccount implements BytesInFlight {
  readonly #key: string
  readonly #memory: Shares
  readonly #disk: Shares
  #inMemory = 0
  #onDisk = 0
  #released = false

  constructor(key: string, memory: Shares, disk: Shares) {
    this.#key = key
    this.#memory = memory
    this.#disk = disk
  }

  /** @throws 130000 if the caller, or all callers together, hold too much */
  arrived(bytes: number): void {
    if (this.#released || !this.#memory.take(this.#key, bytes)) throw new ApiError('OVERLOADED')
    this.#inMemory += bytes
  }

  /** @throws 130000 as `arrived` */
  written(bytes: number): void {
    if (this.#released || !this.#disk.take(this.#key, bytes)) throw new ApiError('OVERLOADED')
    this.#onDisk += bytes
    const moved = Math.min(bytes, this.#inMemory)
    this.#memory.give(this.#key, moved)
    this.#inMemory -= moved
  }

  /** Returns everything. Bytes that arrive later are refused. */
  release(): void {
    this.#released = true
    if (this.#inMemory > 0) this.#memory.give(this.#key, this.#inMemory)
    if (this.#onDisk > 0) this.#disk.give(this.#key, this.#onDisk)
    this.#inMemory = 0
    this.#onDisk = 0
  }
}

const BUFFER_MIN_BYTES = 4 * 1024

/**
 * Reads a whole body into memory. The buffer grows with arriving bytes, never by a declared length. Its growth is
 * counted before it happens.
 * @throws 40005 for a body of more than `bytesMax`, 130000 over a share, 50109 if the client disconnects
 */
export function readBytes(request: IncomingMessage, bytesMax: number, account: BodyAccount): Promise<Buffer> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > bytesMax) return Promise.reject(new ApiError('REQUEST_ENTITY_TOO_LARGE'))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  let buffer: Buffer = Buffer.alloc(0)
  let size = 0
  const grow = (chunk: Buffer) => {
    if (size + chunk.length > bytesMax) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
    if (size === 0 && chunk.length === declared) {
      account.arrived(chunk.length)
      buffer = chunk
    } else {
      if (size + chunk.length > buffer.length) {
        const wanted = Math.max(buffer.length * 2, size + chunk.length, BUFFER_MIN_BYTES)
        const capacity = Math.min(wanted, declared >= size + chunk.length ? declared : bytesMax)
        account.arrived(capacity - buffer.length)
        const larger = Buffer.allocUnsafeSlow(capacity)
        buffer.copy(larger, 0, 0, size)
        buffer = larger
      }
      chunk.copy(buffer, size)
    }
    size += chunk.length
  }
  const onData = (chunk: Buffer) => {
    try {
      grow(chunk)
    } catch (error) {
      settle()
      reject(error)
    }
  }
  const onEnd = () => {
    settle()
    resolve(buffer.subarray(0, size))
  }
  const onClose = () => {
    settle()
    reject(new ApiError('INVALID_JSON', { reason: 'the client broke off' }))
  }
  const settle = () => void request.off('data', onData).off('end', onEnd).off('close', onClose)
  request.on('data', onData).on('end', onEnd).on('close', onClose)
  return promise
}
