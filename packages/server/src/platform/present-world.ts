import type { Units } from '../kernel/units.ts'
import type { Lasting } from './lasting.ts'
import { type Kernel, openKernel } from './open-kernel.ts'
import { type OpenWorld, type OutgoingOptions, openWorld } from './open-world.ts'

interface PresentParts {
  readonly lasting: Lasting
  readonly outgoing: OutgoingOptions
  /** Kernel of the first world. */
  readonly kernel: Kernel
}

/** The world that a platform serves at present, for parts that outlive it. */
export class PresentWorld {
  readonly #parts: PresentParts
  #world: OpenWorld
  #count = 0
  readonly units: Units = {
    write: (actor, run) => this.#world.kernel.units.write(actor, run),
    read: (actor, run) => this.#world.kernel.units.read(actor, run),
  }

  constructor(parts: PresentParts) {
    this.#parts = parts
    this.#world = openWorld(parts.lasting, parts.outgoing, parts.kernel)
  }

  get world(): OpenWorld {
    return this.#world
  }

  /**
   * Opens the next world, over rows that were replaced. The former one must have been left. Removes faults, and the
   * requests counted for limits, which concern the former world.
   */
  async reopen(): Promise<OpenWorld> {
    const { lasting, outgoing } = this.#parts
    const { storage, ...rest } = lasting.foundation
    lasting.rateLimits.clear()
    for (const list of Object.values(lasting.faults)) list.clear()
    this.#count += 1
    const kernel = await openKernel({ ...rest, ...storage }, this.#count)
    this.#world = openWorld(lasting, outgoing, kernel)
    return this.#world
  }
}
