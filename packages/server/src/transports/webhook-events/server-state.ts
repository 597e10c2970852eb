import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { DueLimits, WebhookDelivery } from '../../resources/accounts/webhook-events/index.ts'

/** Requests to one application at a time. */
const REQUESTS_MAX = 16
/** Failures one after another from which a server counts as failing. */
const FAILING_FROM = 3
/** Requests at a time to a server that is failing; each of them may take the whole timeout. */
const FAILING_REQUESTS_MAX = 4

/** State of the deliveries to the server of one application. It holds no events but those that are being sent. */
export class ServerState {
  readonly applicationId: Snowflake
  /** Users whose first event is being sent or settled, and whether it is a retry. */
  readonly #sending = new Map<Snowflake, { readonly retry: boolean }>()
  #failures = 0
  /** Whether the server accepted an event. Many dead servers may have their first events at the same time. */
  #proven = false
  #wake: { readonly at: Instant; readonly cancel: () => void } | null = null
  /** Whether due events are being read. */
  reading = false
  /** Whether the last read left due events in the store. */
  backlog = false
  /** Whether an event was queued or settled since the last read began. */
  stale = false

  constructor(applicationId: Snowflake) {
    this.applicationId = applicationId
  }

  /** Whether the last attempts failed one after another, or none was made yet. */
  get failing(): boolean {
    return !this.#proven || this.#failures >= FAILING_FROM
  }

  /** Requests that may start now. */
  get free(): number {
    return Math.max(this.#requestsMax - this.#sending.size, 0)
  }

  /**
   * Whether a read of due events is worth its cost now. It reads the events that are being sent as well, so with a
   * backlog it waits until some of them have ended.
   */
  get readable(): boolean {
    return this.free >= (this.backlog ? this.#requestsMax / 4 : 1)
  }

  get #requestsMax(): number {
    return this.failing ? FAILING_REQUESTS_MAX : REQUESTS_MAX
  }

  /** Whether nothing is being sent, read or awaited. */
  get idle(): boolean {
    return this.#sending.size === 0 && !this.reading && this.#wake === null
  }

  get sends(): boolean {
    return this.#sending.size > 0
  }

  /**
   * Returns how many due events to read, including those that are being sent. Retries take half of the requests, so
   * that an event that a server never accepts does not delay events about other users.
   */
  limits(free: number): DueLimits {
    const retries = [...this.#sending.values()].filter(({ retry }) => retry).length
    const forRetries = this.#requestsMax / 2
    return { fresh: free + this.#sending.size - retries, retries: Math.max(Math.min(free + retries, forRetries), 1) }
  }

  /** Returns the users whose first event is being sent or settled. */
  users(): Set<Snowflake> {
    return new Set(this.#sending.keys())
  }

  begin({ userId, retry }: WebhookDelivery): void {
    this.#sending.set(userId, { retry })
  }

  end(userId: Snowflake): void {
    this.#sending.delete(userId)
  }

  /** Counts the result of an attempt. Returns whether the server accepts events again after failures. */
  count(outcome: 'delivered' | 'failed'): boolean {
    const recovered = outcome === 'delivered' && this.failing
    this.#failures = outcome === 'delivered' ? 0 : this.#failures + 1
    if (outcome === 'delivered') this.#proven = true
    return recovered
  }

  /** Calls `wake` once the clock reaches `at`, unless an earlier call is planned. */
  wakeAt(clock: Clock, at: Instant, wake: () => void): void {
    if (this.#wake && this.#wake.at <= at) return
    this.#wake?.cancel()
    const cancel = clock.at(at, () => {
      this.#wake = null
      wake()
    })
    this.#wake = { at, cancel }
  }

  close(): void {
    this.#wake?.cancel()
    this.#wake = null
  }
}
