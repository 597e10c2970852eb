/**
 * JSON with bigints, for `data` columns and job payloads: a bigint becomes `{"$n":"…"}`. An object of a user with only
 * the key `$n` or `$o` becomes `{"$o":[key, value]}`, so that it is not read as a bigint. Wire objects never pass here;
 * they spell their ids as strings themselves.
 */
export function pack(value: unknown): string {
  return JSON.stringify(value, replace)
}

/** Packs only the fields that differ from the defaults, for columns that mostly hold defaults. */
export function packBeside<T extends object>(defaults: T, value: T): string {
  const differing = Object.entries(value).filter(([key, entry]) => entry !== defaults[key as keyof T])
  return differing.length === 0 ? '{}' : pack(Object.fromEntries(differing))
}

/** Parses text made by `pack`. */
export function unpack<T>(text: string): T {
  if (text === '{}') return {} as T
  return JSON.parse(text, hasMark(text) ? revive : undefined) as T
}

function replace(_key: string, entry: unknown): unknown {
  if (typeof entry === 'bigint') return { $n: entry.toString() }
  if (typeof entry !== 'object' || entry === null || !('$n' in entry || '$o' in entry)) return entry
  const written = Object.entries(entry).filter(([, field]) => field !== undefined)
  return written.length === 1 ? { $o: written[0] } : entry
}

/** A reviver makes parsing several times slower, and most columns hold no bigint. */
function hasMark(text: string): boolean {
  return text.includes('{"$n":"') || text.includes('{"$o":["$')
}

function revive(_key: string, entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Object.keys(entry).length !== 1) return entry
  const { $n: digits, $o: field } = entry as { $n?: unknown; $o?: unknown }
  // Rows of older versions hold objects of users without the escape, with any text in `$n` and any value in `$o`.
  if (typeof digits === 'string' && /^-?\d{1,20}$/.test(digits)) return BigInt(digits)
  if (Array.isArray(field) && field.length === 2 && isMark(field[0])) return { [field[0]]: field[1] }
  return entry
}

function isMark(key: unknown): key is '$n' | '$o' {
  return key === '$n' || key === '$o'
}
