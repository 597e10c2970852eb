import { OutgoingError } from '../../kernel/outgoing.ts'

/** Requests of one lane at a time. */
const RUNNING_MAX = 50
/** Requests of one lane that wait for a turn; more than a server answers in the time that it has. */
const WAITING_MAX = 1_000

interface Lane {
  running: number
  readonly waiting: Set<() => void>
}

/** Bounds what is under way for one application. */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  /**
   * Resolves when it is this request's turn, with the function that ends it.
   * @throws OutgoingError when too many wait already; the signal's reason when it comes first
   */
  async enter(name: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: new Set() }
    this.#lanes.set(name, lane)
    if (lane.running >= RUNNING_MAX) await this.#turn(lane, signal)
    else lane.running += 1
    return () => this.#leave(name, lane)
  }

  /** Whoever leaves hands its place on, so that `running` stays as it is. */
  async #turn(lane: Lane, signal: AbortSignal): Promise<void> {
    if (lane.waiting.size >= WAITING_MAX) throw new OutgoingError(`more than ${WAITING_MAX} requests wait already`)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      lane.waiting.delete(resolve)
      reject(signal.reason)
    }
    lane.waiting.add(resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    await promise
    signal.removeEventListener('abort', giveUp)
  }

  #leave(name: string, lane: Lane): void {
    const [next] = lane.waiting
    if (next) {
      lane.waiting.delete(next)
      next()
      return
    }
    lane.running -= 1
    if (lane.running === 0) this.#lanes.delete(name)
  }
}
