import type { Faults, FieldPath } from '@guildhall/protocol'

/** Returned by a check that has noted a fault. A symbol, so that no decoded value can be mistaken for it. */
export const BAD = Symbol('bad')

/** Checks and decodes one value; `depth` is the number of keys from the start of the walk to it. */
export type Check = (value: unknown, walk: Walk, depth: number) => unknown

/** One validation under way: its position, and its faults. A path costs nothing until a fault needs it. */
export class Walk {
  /** Keys to the current value; entries from the current depth on are left over from earlier values. */
  readonly keys: (string | number)[] = []
  /** While above 0, faults are not noted: a branch of a union is being tried. */
  quiet = 0
  readonly #base: FieldPath
  readonly #faults: Faults

  constructor(faults: Faults, base: FieldPath) {
    this.#faults = faults
    this.#base = base
  }

  fault(depth: number, code: string, message: string): typeof BAD {
    if (this.quiet === 0) this.#faults.add([...this.#base, ...this.keys.slice(0, depth)], code, message)
    return BAD
  }

  required(depth: number): typeof BAD {
    return this.fault(depth, 'BASE_TYPE_REQUIRED', 'This field is required')
  }

  isRoot(depth: number): boolean {
    return depth + this.#base.length + this.#faults.depth === 0
  }
}

/** Returns the length fault of a text or list; `max` may be open. */
export function badLength(walk: Walk, depth: number, min: number, max: number | undefined): typeof BAD {
  if (max === undefined) return walk.fault(depth, 'BASE_TYPE_MIN_LENGTH', `Must be ${min} or more in length.`)
  if (min === 0) return walk.fault(depth, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
  return walk.fault(depth, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
}

const SHOWN_MAX = 100

/** Formats a value for a fault message: never long, and never by walking a structure that may be deep. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, SHOWN_MAX).toWellFormed().replaceAll('\0', '')
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]'
  if (typeof value === 'object' && value !== null) return '{…}'
  return String(value)
}

/** Whether every store and client can hold a text: no lone surrogates, no NUL. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
