/**
 * JSON with bigints, for `data` columns and job payloads: a bigint becomes `{"$n":"…"}`. Wire objects never pass here;
 * they spell their ids as strings themselves.
 */
export function pack(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) => (typeof entry === 'bigint' ? { $n: entry.toString() } : entry))
}

export function unpack<T>(text: string): T {
  return JSON.parse(text, hasBigint(text) ? revive : undefined) as T
}

/** A reviver makes parsing several times slower, and most columns hold no bigint. */
function hasBigint(text: string): boolean {
  return text.includes('{"$n":"')
}

function revive(_key: string, entry: unknown): unknown {
  if (typeof entry === 'object' && entry !== null && '$n' in entry && Object.keys(entry).length === 1) {
    const digits = (entry as { $n: unknown }).$n
    // Text of a user that happens to look like this stays what it is.
    if (typeof digits === 'string' && /^-?\d{1,20}$/.test(digits)) return BigInt(digits)
  }
  return entry
}
