import { VoiceOp } from '@guildhall/protocol'
import type { DaveMessage } from './call-encryption.ts'
import type { Member } from './members.ts'

/** Time in which members report that they are ready for a transition. */
const TRANSITION_MS = 2_000
/** Transition ids are 1 to 65535. Clients do not report transition 0. */
const ID_MAX = 0xffff

/**
 * The transition that members are carrying out. There is one at a time, because some clients remember only one. It is
 * executed when all its recipients reported op 23, or after two seconds.
 */
export class Transitions {
  readonly #send: (message: DaveMessage) => void
  #id = 0
  #current: { id: number; recipients: Set<Member>; waiting: Set<Member>; until: number; done: () => void } | undefined

  constructor(send: (message: DaveMessage) => void) {
    this.#send = send
  }

  /** When the present transition ends at the latest; undefined without one. */
  get until(): number | undefined {
    return this.#current?.until
  }

  /** Begins a transition and returns its id. The caller sends the recipients what prepares them for it. */
  begin(recipients: Iterable<Member>, now: number, done: () => void): number {
    this.#id = this.#id === ID_MAX ? 1 : this.#id + 1
    const all = new Set(recipients)
    const waiting = new Set([...all].filter((member) => !member.slow))
    for (const member of all) member.awaiting = this.#id
    this.#current = { id: this.#id, recipients: all, waiting, until: now + TRANSITION_MS, done }
    return this.#id
  }

  /** Notes that a member is ready, or that it left. */
  settle(member: Member, left = false): void {
    this.#current?.waiting.delete(member)
    if (left) this.#current?.recipients.delete(member)
  }

  /** Executes the present transition if it is due, and returns the members that did not report it in time. */
  due(now: number): readonly Member[] {
    if (!this.#current || (this.#current.waiting.size > 0 && now < this.#current.until)) return []
    const late = [...this.#current.waiting]
    for (const member of late) member.slow = true
    this.execute()
    return late
  }

  /** Executes the present transition now. */
  execute(): void {
    const current = this.#current
    this.#current = undefined
    for (const { user } of current?.recipients ?? []) {
      this.#send({ to: user, op: VoiceOp.DAVE_EXECUTE_TRANSITION, data: { transition_id: current?.id ?? 0 } })
    }
    current?.done()
  }

  /** Drops the present transition. */
  forget(): void {
    this.#current = undefined
  }
}
