import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../kernel/lease.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { giveUpDeliveries, takeDeliveries } from '../../resources/accounts/webhook-events/index.ts'

/** Applications whose events this process sends. Of several nodes, one at a time sends those of an application. */
export class Owners {
  readonly #units: Units
  /** Null for a process that is alone, which sends all of them. */
  readonly #node: NodeLife | null
  readonly #owned = new Set<Snowflake>()
  /** Orders claims and releases of one application. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(units: Units, node: NodeLife | null) {
    this.#units = units
    this.#node = node
  }

  /** Whether other nodes may have the events of an application. */
  get shared(): boolean {
    return this.#node !== null
  }

  /** Returns whether this process sends the events of an application from now on. */
  async claim(applicationId: Snowflake): Promise<boolean> {
    const node = this.#node
    if (node === null) return true
    return this.#queue.run(applicationId, async () => {
      if (this.#owned.has(applicationId)) return true
      if (!(await this.#units.write(SYSTEM_ACTOR, (work) => takeDeliveries(work, applicationId, node)))) return false
      this.#owned.add(applicationId)
      return true
    })
  }

  /** Gives an application up, of which no request is open. */
  async release(applicationId: Snowflake): Promise<void> {
    const node = this.#node
    if (node === null) return
    await this.#queue.run(applicationId, async () => {
      if (!this.#owned.delete(applicationId)) return
      await this.#units.write(SYSTEM_ACTOR, (work) => giveUpDeliveries(work, applicationId, node))
    })
  }

  /** Gives all applications up, at the end of the process. Others take them once its lease has ended, if it cannot. */
  async releaseAll(): Promise<void> {
    for (const applicationId of [...this.#owned]) await this.release(applicationId).catch(() => undefined)
  }
}
