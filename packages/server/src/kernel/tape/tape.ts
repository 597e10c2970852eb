import type { Instant } from '@guildhall/protocol'
import type { Clock } from '../clock.ts'
import type { TapeEntry, TapeRecord } from './record.ts'

export interface TapeLimits {
  readonly records: number
  readonly bytes: number
}

const LIMITS: TapeLimits = { records: 10_000, bytes: 32 * 1024 * 1024 }
/** Memory of a record besides its contents, as measured for frames and requests. */
const RECORD_BYTES = 400

/** Someone who follows the tape. */
export interface TapeFollower {
  /** Called with each record as it is added. It must not throw and must return quickly. */
  added(record: TapeRecord): void
  /** Called when the platform closes. */
  closed(): void
}

/**
 * Ring of what went over the wire, bounded by number and bytes. While `recording` is false nothing is kept: callers
 * check it before they make an entry.
 */
export class Tape {
  recording = false
  /** Wall-clock time at which ids began with 1. A reader tells by it that the platform was started again. */
  readonly beganAt: Instant
  readonly #limits: TapeLimits
  readonly #clocks: { readonly clock: Clock; readonly wallClock: Clock }
  /** Records by id, modulo the greatest number of records. */
  readonly #slots: (TapeRecord | undefined)[] = []
  /** Bytes that were counted for each of them. */
  readonly #sizes: number[] = []
  readonly #followers = new Set<TapeFollower>()
  #firstId = 1
  #lastId = 0
  #bytes = 0

  constructor(clocks: { clock: Clock; wallClock: Clock }, limits: TapeLimits = LIMITS) {
    this.beganAt = clocks.wallClock.now()
    this.#clocks = clocks
    this.#limits = limits
  }

  /** Id of the oldest record; null for an empty tape. */
  get firstId(): number | null {
    return this.#firstId > this.#lastId ? null : this.#firstId
  }

  /** Id of the newest record; null for an empty tape. */
  get lastId(): number | null {
    return this.#firstId > this.#lastId ? null : this.#lastId
  }

  /** Adds an entry and drops the oldest ones beyond the limits. Returns null if the tape does not record. */
  add(entry: TapeEntry): TapeRecord | null {
    if (!this.recording) return null
    this.#lastId += 1
    const { clock, wallClock } = this.#clocks
    const record = { id: this.#lastId, at: wallClock.now(), date: clock.now(), entry }
    const bytes = RECORD_BYTES + entry.keptBytes
    this.#bytes += bytes
    while (this.#firstId < this.#lastId && (this.#isFull || this.#bytes > this.#limits.bytes)) this.#dropOldest()
    const slot = this.#lastId % this.#limits.records
    this.#slots[slot] = record
    this.#sizes[slot] = bytes
    for (const follower of this.#followers) follower.added(record)
    return record
  }

  get #isFull(): boolean {
    return this.#lastId - this.#firstId >= this.#limits.records
  }

  #dropOldest(): void {
    const slot = this.#firstId % this.#limits.records
    this.#bytes -= this.#sizes[slot] ?? 0
    this.#slots[slot] = undefined
    this.#firstId += 1
  }

  /** Returns a record; undefined for one that was dropped or never was. */
  get(id: number): TapeRecord | undefined {
    return id < this.#firstId || id > this.#lastId ? undefined : this.#slots[id % this.#limits.records]
  }

  /** Removes all records. Ids go on. */
  empty(): void {
    this.#slots.length = 0
    this.#sizes.length = 0
    this.#firstId = this.#lastId + 1
    this.#bytes = 0
  }

  /** Tells a follower of each record from now on. Returns a function that ends it. */
  follow(follower: TapeFollower): () => void {
    this.#followers.add(follower)
    return () => void this.#followers.delete(follower)
  }

  /** Ends all followers. */
  close(): void {
    for (const follower of [...this.#followers]) follower.closed()
  }
}
