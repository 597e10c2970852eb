/**
 * JSON with bigints, for `data` columns and job payloads: a bigint becomes `{"$n":"…"}`. Wire objects never pass here;
 * they spell their ids as strings themselves.
 */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? { $n: entry.toString() } : entry))
}

/** Packs only the fields that differ from the defaults, for columns that mostly hold defaults. */
export function packBeside<T extends object>(defaults: T, value: T): string {
  const differing = Object.entries(value).filter(([key, entry]) => entry !== defaults[key as keyof T])
  return differing.length === 0 ? '{}' : pack(Object.fromEntries(differing))
}

/** Parses text made by `pack`. */
export function unpack<T>(text: string): T {
  if (text === '{}') return {} as T
  return JSON.parse(text, hasBigint(text) ? revive : undefined) as T
}

/** A reviver makes parsing several times slower, and most columns hold no bigint. */
function hasBigint(text: string): boolean {
  return text.includes('{"$n":"')
}

function revive(_key: string, entry: unknown): unknown {
  if (typeof entry === 'object' && entry !== null && '$n' in entry && Object.keys(entry).length === 1) {
    const digits = (entry as { $n: unknown }).$n
    // An object of a user with other text in `$n` stays as it is.
    if (typeof digits === 'string' && /^-?\d{1,20}$/.test(digits)) return BigInt(digits)
  }
  return entry
}
