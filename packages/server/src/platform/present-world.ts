import type { Units } from '../kernel/units.ts'
import { type Kernel, openKernel } from './open-kernel.ts'
import { type LastingParts, type OpenWorld, openWorld } from './open-world.ts'

type KernelParts = Parameters<typeof openKernel>[0]

/** The world that a platform serves at present, for parts that outlive it. */
export class PresentWorld {
  readonly #lasting: LastingParts & KernelParts
  readonly #clear: () => void
  #world: OpenWorld
  #count = 0
  readonly units: Units = {
    write: (actor, run) => this.#world.kernel.units.write(actor, run),
    read: (actor, run) => this.#world.kernel.units.read(actor, run),
  }

  /** @param clear forgets what lasting parts remember of a world: faults, and requests counted for limits */
  constructor(lasting: LastingParts & KernelParts, kernel: Kernel, clear: () => void) {
    this.#lasting = lasting
    this.#clear = clear
    this.#world = openWorld(lasting, kernel)
  }

  get world(): OpenWorld {
    return this.#world
  }

  /** Opens the next world, over rows that were replaced. The former one must have been left. */
  async reopen(): Promise<OpenWorld> {
    this.#clear()
    this.#count += 1
    this.#world = openWorld(this.#lasting, await openKernel(this.#lasting, this.#count))
    return this.#world
  }
}
