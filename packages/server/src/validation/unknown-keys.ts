import type { Faults, FieldPath } from '@guildhall/protocol'
import type { TSchema } from 'typebox'
import { suggestion } from './closest-word.ts'

/** Unknown keys that are reported of one object: suggestions for a hostile one would take long. */
const REPORTED_MAX = 20

/** Returns the message for a key that is not known: `unknown key; did you mean owner?`. */
export function unknownKey(key: string, known: readonly string[]): string {
  return `unknown key${suggestion(key, known)}`
}

/** Notes each key of an object that its schema does not declare. Anything but an object has no keys. */
export function noteUnknownKeys(
  schema: TSchema | undefined,
  value: unknown,
  faults: Faults,
  path: FieldPath = [],
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
  const known = Object.keys(properties)
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key))
  for (const key of unknown.slice(0, REPORTED_MAX)) {
    faults.add([...path, key.slice(0, 100)], 'UNKNOWN_KEY', unknownKey(key, known))
  }
}
