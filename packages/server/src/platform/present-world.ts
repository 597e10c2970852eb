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
    write: (actor, run, holds) => this.#world.kernel.units.write(actor, run, holds),
    read: (actor, run) => this.#world.kernel.units.read(actor, run),
  }

  constructor(parts: PresentParts) {
    this.#parts = parts
    const { lasting, outgoing, kernel } = parts
    this.#world = openOver(lasting, outgoing, kernel)
  }

  get world(): OpenWorld {
    return this.#world
  }

  /**
   * Opens the next world, over rows that were replaced. The former one must have been left. Removes faults, and the
   * requests counted for limits, which concern the former world.
   */
  async reopen(): Promise<OpenWorld> {
    const { rateLimits, faults } = this.#parts.lasting
    rateLimits.clear()
    for (const list of Object.values(faults)) list.clear()
    return this.openNext()
  }

  /** Opens the next world, over the rows as they are by now. The former one must have been left. */
  async openNext(): Promise<OpenWorld> {
    const { lasting, outgoing } = this.#parts
    const { storage, ...rest } = lasting.foundation
    this.#count += 1
    const kernel = await openKernel({ ...rest, ...storage }, this.#count)
    this.#world = openOver(lasting, outgoing, kernel)
    return this.#world
  }
}

/** Opens a world over a kernel. Limits count the requests at other nodes of its messages. */
function openOver(lasting: Lasting, outgoing: OutgoingOptions, kernel: Kernel): OpenWorld {
  const { clock } = lasting.foundation
  if (kernel.messages) lasting.rateLimits.share(kernel.messages, () => clock.now())
  return openWorld(lasting, outgoing, kernel)
}
