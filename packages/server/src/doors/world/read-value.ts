import { suggestion } from '../../kernel/closest-word.ts'

/** One fault of a world file: where, as in `guilds.lab.roles.mod.members[0]`, and what. */
export interface WorldFault {
  path: string
  message: string
}

/** A hostile or thoroughly broken file must not make an endless report. */
export const FAULTS_MAX = 100

/** Collects what is wrong, so that one run of the platform tells its author all of it. */
export class FaultList {
  readonly faults: WorldFault[] = []

  add(path: string, message: string): void {
    if (this.faults.length < FAULTS_MAX) this.faults.push({ path, message })
  }

  /** Is the value at this path at fault itself? What refers to it need not be reported too. */
  has(path: string): boolean {
    return this.faults.some((fault) => fault.path === path)
  }
}

/**
 * Reads a value of unknown shape; where it is at fault says so and answers undefined, or what is good of it. So the
 * checks that follow can go on and name their faults in the same report.
 */
export type Reader<T> = (value: unknown, path: string, faults: FaultList) => T | undefined

/** `lab.channels.general`, `lab.channels["my room"]`, `members[0]`. */
export function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  if (!PLAIN_KEY.test(key)) return `${path}[${JSON.stringify(key)}]`
  return path === '' ? key : `${path}.${key}`
}

const PLAIN_KEY = /^[\p{L}\p{N}_@$-]+$/u

function refuse(faults: FaultList, path: string, expected: string, value: unknown): undefined {
  faults.add(path, `must be ${expected}, not ${describe(value)}`)
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function text(options: { min?: number; max: number; pattern?: RegExp; expected?: string }): Reader<string> {
  const { min = 1, max, pattern } = options
  const expected = options.expected ?? `a text of ${min} to ${max} characters`
  return (value, path, faults) => {
    if (typeof value !== 'string') return refuse(faults, path, expected, value)
    // Characters are code points, as people count them; the first test spares counting what is far too long.
    const length = value.length > 2 * max ? value.length : [...value].length
    if (length < min || length > max || (pattern && !pattern.test(value))) return refuse(faults, path, expected, value)
    return value
  }
}

export function integer(min: number, max: number): Reader<number> {
  return (value, path, faults) => {
    if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    return refuse(faults, path, `a whole number from ${min} to ${max}`, value)
  }
}

export const flag: Reader<boolean> = (value, path, faults) =>
  typeof value === 'boolean' ? value : refuse(faults, path, 'true or false', value)

export function oneOf<const T extends string | number>(values: readonly T[]): Reader<T> {
  return (value, path, faults) =>
    values.find((entry) => entry === value) ?? refuse(faults, path, `one of ${values.join(', ')}`, value)
}

/** Digits in a string; a bare number would lose its last digits on the way. */
export function decimal(max: bigint, what: string): Reader<string> {
  return (value, path, faults) => {
    if (typeof value === 'number') {
      faults.add(path, `must be ${what}, as a string: put it in quotes`)
      return undefined
    }
    if (typeof value !== 'string' || !/^[0-9]{1,20}$/.test(value) || BigInt(value) > max) {
      return refuse(faults, path, what, value)
    }
    return value
  }
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path, faults) => (value === null ? null : reader(value, path, faults))
}

/** Faulty items are left out. */
export function list<T>(item: Reader<T>, max = Number.POSITIVE_INFINITY): Reader<T[]> {
  return (value, path, faults) => {
    if (!Array.isArray(value)) return refuse(faults, path, 'a list', value)
    if (value.length > max) faults.add(path, `holds ${value.length} entries; at most ${max} are allowed`)
    return value
      .map((entry: unknown, index) => item(entry, pathTo(path, index), faults))
      .filter((entry) => entry !== undefined)
  }
}

/**
 * Entries under names of the author's own. Null stands for an entry without keys, since YAML reads `bob:` as null. A
 * faulty entry stays as `{}`, so that references to it are not faults too.
 */
export function record<T extends object>(entry: Reader<T>, max = Number.POSITIVE_INFINITY): Reader<Record<string, T>> {
  return (value, path, faults) => {
    if (!isRecord(value)) return refuse(faults, path, 'an object', value)
    const keys = Object.keys(value)
    if (keys.length > max) faults.add(path, `holds ${keys.length} entries; at most ${max} are allowed`)
    const entries: [string, T][] = []
    for (const key of keys) {
      if (key === '' || key === '__proto__' || key.length > 100) {
        faults.add(pathTo(path, key), 'a key has 1 to 100 characters and is not __proto__')
        continue
      }
      entries.push([key, entry(value[key] ?? {}, pathTo(path, key), faults) ?? ({} as T)])
    }
    return Object.fromEntries(entries)
  }
}

/** A reader for each key that an object may have; what the types call optional may be left out. */
export type Fields<T> = { [K in keyof T]-?: Reader<Exclude<T[K], undefined>> }

/** An object with just these keys. */
export function object<T extends object>(fields: Fields<T>, required: readonly (keyof T & string)[] = []): Reader<T> {
  const readers = new Map(Object.entries(fields) as [string, Reader<unknown>][])
  return (value, path, faults) => {
    if (!isRecord(value)) return refuse(faults, path, 'an object', value)
    const result: Record<string, unknown> = {}
    for (const [key, entry] of Object.entries(value)) {
      const reader = readers.get(key)
      if (reader) {
        const read = reader(entry, pathTo(path, key), faults)
        if (read !== undefined) result[key] = read
      } else faults.add(pathTo(path, key), `unknown key${suggestion(key, [...readers.keys()])}`)
    }
    const missing = required.filter((key) => !(key in value))
    for (const key of missing) faults.add(pathTo(path, key), 'is missing')
    return required.every((key) => key in result) ? (result as T) : undefined
  }
}
