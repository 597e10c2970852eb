/** Values that a parameter accepts. */
export interface Check {
  /** Completes the sentence "the value must be …". */
  readonly expects: string
  /** Returns `type` for a value of another type, `range` for a number outside of its C++ type, else undefined. */
  readonly fault: (value: unknown) => 'type' | 'range' | undefined
  /** Converts another accepted form into the value. Default: there is one form. */
  readonly read?: (value: unknown) => unknown
}

/** Type of a field: what it accepts, its default, and how it is copied. */
export interface Kind<T> extends Check {
  /** Value of a field before it is set, and of a getter of an invalid object. */
  readonly initial: T
  /** Returns a copy that shares nothing with the value. Default: values that cannot change are their own copies. */
  readonly copy?: (value: T) => T
}

/** Type of the values of a kind. */
export type ValueOf<K> = K extends Kind<infer T> ? T : never

/**
 * Checks an argument.
 * @param what names the argument, such as `Client.GetUser: userId`
 * @throws TypeError for a wrong type, RangeError for a number outside of its C++ type
 */
export function checked<T>(kind: Kind<T>, value: unknown, what: string): T {
  return check(kind, value, what) as T
}

/** Checks an argument, as `checked` does. */
export function check({ expects, fault, read }: Check, value: unknown, what: string): unknown {
  const meant = read ? read(value) : value
  const found = fault(meant)
  if (found === 'type') throw new TypeError(`${what} must be ${expects}, not ${described(value)}`)
  if (found === 'range') throw new RangeError(`${what} must be ${expects}, not ${String(value)}`)
  return meant
}

function described(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'object') return `an object of the class ${value.constructor?.name ?? 'none'}`
  return `a ${typeof value}`
}

function integer(expects: string, min: number, max: number): Kind<number> {
  return {
    expects,
    initial: 0,
    fault: (value) => {
      if (typeof value !== 'number') return 'type'
      return Number.isInteger(value) && value >= min && value <= max ? undefined : 'range'
    },
  }
}

const INT32_MAX = 2 ** 31 - 1

export const int32 = integer('an integer of 32 bits', -INT32_MAX - 1, INT32_MAX)
export const uint32 = integer('an integer from 0 to 4294967295', 0, 2 ** 32 - 1)
export const uint8 = integer('an integer from 0 to 255', 0, 255)

export const float: Kind<number> = {
  expects: 'a number',
  initial: 0,
  fault: (value) => (typeof value !== 'number' ? 'type' : Number.isFinite(value) ? undefined : 'range'),
}

/** A bigint. JSON and the public API write ids as decimal digits, so those are accepted too. */
export const uint64: Kind<bigint> = {
  expects: 'a bigint from 0 to 2 ** 64 - 1',
  read: (value) => (typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : value),
  initial: 0n,
  fault: (value) => {
    if (typeof value !== 'bigint') return 'type'
    return value >= 0n && value < 2n ** 64n ? undefined : 'range'
  },
}

export const text: Kind<string> = {
  expects: 'a string',
  initial: '',
  fault: (value) => (typeof value === 'string' ? undefined : 'type'),
}

export const flag: Kind<boolean> = {
  expects: 'a boolean',
  initial: false,
  fault: (value) => (typeof value === 'boolean' ? undefined : 'type'),
}

/** Returns the kind of an enum. Values that the enum does not list are accepted, as in C++. */
export function enumeration<T extends number>(initial: T): Kind<T> {
  return { ...(int32 as unknown as Kind<T>), initial }
}

/** Returns the kind of an optional: null when it is unset; setters accept undefined too. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  const { copy, read } = kind
  return {
    ...(read ? { read } : {}),
    expects: `${kind.expects}, or null`,
    initial: null,
    fault: (value) => (value === null || value === undefined ? undefined : kind.fault(value)),
    copy: (value) => (value === null || value === undefined ? null : copy ? copy(value) : value),
  }
}

/** Returns the kind of a string map. Maps are copied, and have no prototype whose names could be mistaken for keys. */
export const stringMap: Kind<Record<string, string>> = {
  expects: 'an object of strings',
  initial: Object.freeze({}),
  fault: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'type'
    return Object.values(value).every((entry) => typeof entry === 'string') ? undefined : 'type'
  },
  copy: (value) => ({ ...value }),
}

/** A callback that may be left out, or a handler that null removes. */
export const callback: Check = {
  expects: 'a function',
  fault: (value) => (value === null || value === undefined || typeof value === 'function' ? undefined : 'type'),
}

/** A callback without which the method has no meaning. */
export const requiredCallback: Check = {
  expects: 'a function',
  fault: (value) => (typeof value === 'function' ? undefined : 'type'),
}
