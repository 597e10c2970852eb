/** Mismatches between what was recorded and its description, counted by kind. */
import { acceptedFor } from './accepted.ts'
import type { Fault } from './schema-check.ts'

/** One kind of mismatch, however often it occurred. */
interface Mismatch extends Fault {
  /** An operation's id or an event's name. */
  readonly subject: string
  /** A response's status, or the kind of user that received an event. */
  readonly context: string
  count: number
}

const MESSAGES_SHOWN = 3

export class Mismatches {
  readonly #mismatches = new Map<string, Mismatch>()
  /** Number of uses of each reason in the list of accepted differences. */
  readonly #accepted = new Map<string, number>()

  get size(): number {
    return this.#mismatches.size
  }

  note(subject: string, context: string, fault: Fault): void {
    const accepted = acceptedFor(subject, fault.path)
    if (accepted) {
      this.#accepted.set(accepted.reason, (this.#accepted.get(accepted.reason) ?? 0) + 1)
      return
    }
    const key = `${subject} ${context} ${fault.path} ${fault.message}`
    const known = this.#mismatches.get(key)
    if (known) known.count += 1
    else this.#mismatches.set(key, { subject, context, count: 1, ...fault })
  }

  /** Returns mismatches by subject and path, as lines for the console. */
  lines(against: string): string[] {
    const lines = [...this.#accepted].map(([reason, count]) => `  accepted ${count}: ${reason}`)
    const grouped = Map.groupBy(this.#mismatches.values(), ({ subject, path }) => `${subject} ${path || '/'}`)
    for (const [place, group] of [...grouped].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const count = group.reduce((sum, mismatch) => sum + mismatch.count, 0)
      lines.push(`FAIL  ${place} (${count})`)
      for (const { context, message } of group.slice(0, MESSAGES_SHOWN)) lines.push(`        ${context}: ${message}`)
      if (group.length > MESSAGES_SHOWN) lines.push(`        and ${group.length - MESSAGES_SHOWN} more`)
    }
    return [...lines, `contract: ${grouped.size} mismatches with ${against}`]
  }
}
