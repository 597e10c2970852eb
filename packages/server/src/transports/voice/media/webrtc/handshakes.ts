import { Shares } from '../../../../kernel/shares.ts'
import type { Participant } from '../participant.ts'
import { TokenBucket } from '../token-bucket.ts'

/** Handshakes under way, of one IP address and in all. One that ends well takes a tenth of a second. */
const LIMITS = { perHolder: 64, total: 2_000 }
/** Handshakes that a participant may begin in a second: each costs some milliseconds of the processor. */
const PER_SECOND = 5

/**
 * Bounds handshakes: each keeps timers, keys and parts of messages. One that is refused can begin later, since browsers
 * repeat their first message.
 */
export class Handshakes {
  readonly #shares = new Shares(LIMITS)
  readonly #holders = new Map<Participant, string>()
  readonly #begun = new WeakMap<Participant, TokenBucket>()

  /** Notes a packet of a participant's handshake. Returns false if it would begin one more than is allowed. */
  take(participant: Participant, ip: string, now: number): boolean {
    if (this.#holders.has(participant)) return true
    const begun = this.#begun.get(participant) ?? new TokenBucket(PER_SECOND)
    this.#begun.set(participant, begun)
    if (!begun.take(now) || !this.#shares.take(ip, 1)) return false
    this.#holders.set(participant, ip)
    return true
  }

  /** Notes that a participant has no handshake under way any more. */
  end(participant: Participant): void {
    const ip = this.#holders.get(participant)
    if (ip === undefined) return
    this.#holders.delete(participant)
    this.#shares.give(ip, 1)
  }
}
