import { setTimeout as pause } from 'node:timers/promises'
import type { Lease } from '../kernel/lease.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Lasting } from './lasting.ts'
import type { PresentWorld } from './present-world.ts'
import { SharedClock } from './shared-clock.ts'

/** Losses after which the node does not join again: something keeps it from running. */
const LOSSES_MAX = 5
const LOSSES_IN_MS = 600_000
/** Time in which a node joins again, and the pause between two tries while the database is away. */
const REJOINED_MS = 60_000
const TRIED_MS = 1_000
/** Reason that clients receive. Their sessions belong to no node. */
const CLOSED = 'Session lost.'

interface RejoiningParts {
  readonly lasting: Lasting
  readonly present: PresentWorld
  readonly lease: Lease
}

/** Joins the other nodes again after one of them has ended the lease, because this one was paused or cut off. */
export class Rejoining {
  readonly #lasting: Lasting
  readonly #present: PresentWorld
  readonly #lease: Lease
  /** Times of losses, by the monotonic clock. */
  #losses: number[] = []
  #running: Promise<void> = Promise.resolve()
  #closed = false

  /** @param end ends the process, which cannot go on */
  constructor({ lasting, present, lease }: RejoiningParts, end: (message: string) => void) {
    this.#lasting = lasting
    this.#present = present
    this.#lease = lease
    let last = 0
    lease.onLost(() => {
      last += 1
      const loss = last
      // A lease may be lost again while the node joins by it: that try fails, and the next one follows.
      this.#running = this.#running
        .then(() => this.#rejoin())
        .catch((error: Error) => {
          if (!this.#closed && loss === last) end(`the node cannot join again: ${error.message}`)
        })
    })
  }

  /** Joins no more, and waits for a try that runs. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#running
  }

  async #rejoin(): Promise<void> {
    const { log } = this.#lasting.foundation
    const { node } = this.#lease
    log.error(
      { node: node.name, epoch: `${node.epoch}` },
      'another node has ended the lease, because it was not renewed',
    )
    await this.#leave()
    if (this.#closed) return
    this.#demandFewLosses()
    await this.#take()
    if (this.#closed) return
    await this.#open()
    log.warn({ node: node.name, epoch: `${this.#lease.node.epoch}` }, 'the node has joined again')
  }

  /** Ends what was begun under the former lease: units of work fail, and sessions are closed. */
  async #leave(): Promise<void> {
    const { gate, gateway } = this.#lasting
    const { world } = this.#present
    gateway.dropClients(CLOSED)
    // Sessions may have begun until the world has ended.
    const leave = () => world.leave().finally(() => gateway.dropClients(CLOSED))
    await gate.replaceWorld(() => world.endRequests().catch(() => undefined), leave)
  }

  #demandFewLosses(): void {
    const now = performance.now()
    this.#losses = [...this.#losses.filter((at) => now - at < LOSSES_IN_MS), now]
    if (this.#losses.length > LOSSES_MAX)
      throw new UserError(`it has lost its lease ${this.#losses.length} times in ${LOSSES_IN_MS / 60_000} minutes`)
  }

  /** Takes a new lease. While the database is away, it tries again. */
  async #take(): Promise<void> {
    const begunAt = performance.now()
    while (!this.#closed) {
      try {
        return await this.#lease.rejoin()
      } catch (error) {
        if (error instanceof UserError || performance.now() - begunAt > REJOINED_MS) throw error
        await pause(TRIED_MS)
      }
    }
  }

  /** Opens the world again. Values that were made of rows are those of another time. */
  async #open(): Promise<void> {
    const { gate, operatorKey, foundation } = this.#lasting
    const { clockControl } = foundation
    foundation.storage.store.changes.noteAll()
    await operatorKey.refresh()
    await gate.replaceWorld(
      async () => undefined,
      async () => {
        const { kernel, start } = await this.#present.openNext()
        const { units, questions } = kernel
        if (clockControl instanceof SharedClock && questions !== null) await clockControl.rejoin({ units, questions })
        await start([], { bots: 'stay' })
      },
    )
  }
}
