import { idOf, isReference } from './references.ts'

/** A field of a payload that differs from the wanted value. */
export interface Mismatch {
  readonly path: string
  readonly wanted: unknown
  readonly found: unknown
}

/** Values that represent a user, bot, channel or other object, by class. Plain objects are patterns. */
function isEntity(value: object): value is { id: string } {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype !== Object.prototype && prototype !== null && isReference(value)
}

/**
 * Returns the fields in which a value differs from a pattern. An object matches if its wanted fields do, a list if its
 * first entries do, a text also by a regular expression, and an id also by the person, channel or message itself. A
 * function is asked.
 */
export function mismatches(pattern: unknown, value: unknown, path = ''): Mismatch[] {
  const differs = [{ path, wanted: pattern, found: value }]
  // `test` begins at the last match of a pattern with the flag g.
  if (pattern instanceof RegExp) return typeof value === 'string' && value.search(pattern) >= 0 ? [] : differs
  if (typeof pattern === 'function') return (pattern as (value: unknown) => unknown)(value) ? [] : differs
  if (typeof pattern !== 'object' || pattern === null) return Object.is(pattern, value) ? [] : differs
  if (isEntity(pattern)) {
    const found = typeof value === 'object' && value !== null && isReference(value) ? idOf(value) : value
    return idOf(pattern) === found ? [] : differs
  }
  if (typeof value !== 'object' || value === null) return differs
  const fields = value as Readonly<Record<string, unknown>>
  return Object.entries(pattern).flatMap(([key, wanted]) =>
    wanted === undefined ? [] : mismatches(wanted, fields[key], path === '' ? key : `${path}.${key}`),
  )
}

/** Returns a pattern or value as one short line. */
export function shown(value: unknown): string {
  if (value instanceof RegExp) return String(value)
  if (typeof value === 'function') return value.name || 'a function'
  if (value === undefined) return 'undefined'
  if (typeof value !== 'object' || value === null) return clipped(JSON.stringify(value))
  if (isEntity(value)) return 'name' in value && typeof value.name === 'string' ? value.name : value.id
  if (Array.isArray(value)) return clipped(`[${value.map(shown).join(', ')}]`)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return fields.length === 0
    ? '{}'
    : clipped(`{ ${fields.map(([key, field]) => `${key}: ${shown(field)}`).join(', ')} }`)
}

const SHOWN_CHARS = 160

function clipped(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
