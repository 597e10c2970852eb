import { type Faults, instant } from '@guildhall/protocol'
import type { MetadataRecord } from './model.ts'

/** Types that compare integers; 5 and 6 compare dates, 7 and 8 booleans. */
const INTEGER = [1, 2, 3, 4]
const DATE = [5, 6]

/** Rejects repeated keys, and keys of other characters than small letters, digits and underscores. */
export function checkRecords(records: readonly MetadataRecord[], faults: Faults): void {
  const seen = new Set<string>()
  for (const [index, { key }] of records.entries()) {
    if (!/^[a-z0-9_]+$/.test(key)) {
      faults.add([index, 'key'], 'STRING_TYPE_REGEX', 'String value did not match validation regex.')
    }
    if (seen.has(key)) {
      faults.add([index, 'key'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    }
    seen.add(key)
  }
}

/**
 * Reads values as text, each as the type of its record requires. Keys without a record are dropped without a fault, as
 * the public API does: applications push values before they configure the records.
 */
export function readMetadata(
  given: Readonly<Record<string, string | number | boolean>>,
  records: readonly MetadataRecord[],
  faults: Faults,
): Record<string, string> {
  const metadata: Record<string, string> = {}
  for (const [key, value] of Object.entries(given)) {
    const record = records.find((entry) => entry.key === key)
    const text = typeof value === 'boolean' ? String(Number(value)) : String(value)
    if (!record) continue
    if (!fits(record.type, text))
      faults.add(['metadata', key], 'BASE_TYPE_BAD_TYPE', `Not a value of type ${record.type}.`)
    else metadata[key] = text
  }
  return metadata
}

function fits(type: number, text: string): boolean {
  if (INTEGER.includes(type)) return /^-?\d{1,16}$/.test(text)
  if (DATE.includes(type)) return isTime(text)
  return text === '0' || text === '1'
}

function isTime(text: string): boolean {
  try {
    instant(text)
    return true
  } catch {
    return false
  }
}
