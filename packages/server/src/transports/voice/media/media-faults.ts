import type { MediaFault } from '../../../kernel/voice-control.ts'

/** Injected faults of the network of participants, which are known by identity alone, for tests of clients. */
export class MediaFaults {
  readonly #faults = new Map<object, MediaFault>()

  /** Whether there is a fault at all: without one, no packet is looked up. */
  get any(): boolean {
    return this.#faults.size > 0
  }

  of(participant: object): MediaFault | null {
    return this.#faults.get(participant) ?? null
  }

  /** Sets the fault of a participant; null ends it. */
  set(participant: object, fault: MediaFault | null): void {
    if (fault) this.#faults.set(participant, fault)
    else this.#faults.delete(participant)
  }

  /** Lets a packet of a participant, or to one, pass at once, late or never. */
  pass(participant: object | undefined, pass: () => void): void {
    const fault = participant && this.#faults.get(participant)
    if (!fault) return pass()
    if (Math.random() * 100 < fault.lossPercent) return
    if (fault.delayMs === 0) return pass()
    setTimeout(pass, fault.delayMs).unref()
  }
}
