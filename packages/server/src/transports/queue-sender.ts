import type { Logger } from 'pino'
import type { Bus } from '../kernel/bus.ts'
import type { EventType } from '../kernel/event.ts'
import { type Lease, type NodeLife, nodeOf } from '../kernel/lease.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import type { Work } from '../kernel/work.ts'

export interface QueueSenderParts {
  readonly units: Units
  readonly bus: Bus
  readonly lease: Lease | null
  readonly log: Logger
}

/** A queue in the store that all nodes share, and that one of them sends. */
export interface SharedQueue {
  /** Name of its contents, for the log. */
  readonly name: string
  /** Event of something that was queued. */
  readonly queued: EventType<never>
  /** Makes a node the sender. Returns false while another node is. */
  take(work: Work, node: NodeLife | null): Promise<boolean>
  /** Leaves the queue to another node. */
  giveUp(work: Work, node: NodeLife): Promise<void>
}

/** The right of a process to send a queue of all nodes. A process that is alone has it from the beginning. */
export class QueueSender {
  readonly #parts: QueueSenderParts
  readonly #queue: SharedQueue
  readonly #node: NodeLife | null
  #isSender: boolean

  constructor(parts: QueueSenderParts, queue: SharedQueue) {
    this.#parts = parts
    this.#queue = queue
    this.#node = nodeOf(parts.lease)
    this.#isSender = this.#node === null
  }

  /** Calls `wake` when something may have to be sent. Returns a function that ends this. */
  listen(wake: () => void): () => void {
    const { bus, lease } = this.#parts
    const stopEvents = bus.listen(({ type }) => {
      if (type === this.#queue.queued) wake()
    })
    // The lost node may have been the sender.
    const stopLosses = lease?.onLoss(wake)
    return () => {
      stopEvents()
      stopLosses?.()
    }
  }

  /** Returns whether this process sends the queue from now on. */
  async become(): Promise<boolean> {
    this.#isSender ||= await this.#parts.units.write(SYSTEM_ACTOR, (work) => this.#queue.take(work, this.#node))
    return this.#isSender
  }

  /** Leaves the queue to another node. If that fails, the end of the lease leaves it. */
  async giveUp(): Promise<void> {
    const { units, lease, log } = this.#parts
    const node = this.#node
    if (node === null || !this.#isSender || !lease?.isHeld()) return
    this.#isSender = false
    try {
      await units.write(SYSTEM_ACTOR, (work) => this.#queue.giveUp(work, node))
    } catch (err) {
      log.error({ err }, `the sender of ${this.#queue.name} was not stored`)
    }
  }
}
