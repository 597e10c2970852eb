import { Readable } from 'node:stream'
import type { TapeRecord } from '../../../../kernel/tape/record.ts'
import type { Tape } from '../../../../kernel/tape/tape.ts'
import { matches, type TapeFilter } from './select.ts'

/** Bytes that wait for a slow reader. Records beyond them are lost to it. */
const WAITING_BYTES_MAX = 1024 * 1024
/** Records that wait to be rendered. */
const WAITING_RECORDS_MAX = 2_000
/** Time that rendering holds the event loop. */
const SLICE_MS = 5
/** Interval of empty lines, by which both sides notice a connection that was cut. */
const IDLE_LINE_MS = 15_000

/**
 * The tape as lines of JSON from now on. Records are rendered after what caused them, in slices. A reader that is too
 * slow loses records, and receives their number.
 */
export class TapeStream extends Readable {
  readonly #filter: TapeFilter
  readonly #render: (record: TapeRecord) => unknown
  readonly #unfollow: () => void
  readonly #idle: NodeJS.Timeout
  #waiting: TapeRecord[] = []
  #lost = 0
  #isFull = false
  #hasEnded = false

  constructor(tape: Tape, filter: TapeFilter, render: (record: TapeRecord) => unknown) {
    super({ highWaterMark: WAITING_BYTES_MAX })
    this.#filter = filter
    this.#render = render
    this.#unfollow = tape.follow({ added: (record) => this.#added(record), closed: () => this.#end() })
    this.#idle = setInterval(() => this.#isFull || this.push('\n'), IDLE_LINE_MS)
    this.#idle.unref()
    // Sent at once, so that a reader knows that the stream has begun.
    this.push('\n')
  }

  /** Ends the stream with what was rendered so far. */
  #end(): void {
    this.#unfollow()
    clearInterval(this.#idle)
    this.#waiting = []
    this.#hasEnded = true
    this.push(null)
  }

  #added(record: TapeRecord): void {
    const { kinds } = this.#filter
    if (kinds !== null && !kinds.has(record.entry.kind)) return
    if (this.#isFull || this.#waiting.length >= WAITING_RECORDS_MAX) {
      this.#lost += 1
      return
    }
    this.#waiting.push(record)
    if (this.#waiting.length === 1) setImmediate(() => this.#write())
  }

  #write(): void {
    const waiting = this.#waiting
    const sliceEnd = performance.now() + SLICE_MS
    let count = 0
    while (count < waiting.length && !this.#isFull && performance.now() < sliceEnd) {
      const record = waiting[count] as TapeRecord
      count += 1
      if (matches(record, this.#filter)) this.#line(this.#render(record))
    }
    this.#waiting = waiting.slice(count)
    if (this.destroyed || this.#isFull) return
    if (this.#waiting.length > 0) setImmediate(() => this.#write())
    else this.#reportLost()
  }

  /** Tells the reader how many records it missed, behind those that came before them. */
  #reportLost(): void {
    const lost = this.#lost
    this.#lost = 0
    if (lost > 0) this.#line({ lost })
  }

  #line(value: unknown): void {
    if (this.destroyed || this.#hasEnded) return
    this.#isFull = !this.push(`${JSON.stringify(value)}\n`)
  }

  override _read(): void {
    if (!this.#isFull) return
    this.#isFull = false
    setImmediate(() => this.#write())
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#unfollow()
    clearInterval(this.#idle)
    done(error)
  }
}
