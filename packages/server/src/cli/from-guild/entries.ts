/** Small changes of records, for the parts of a world. */

/** Converts a list to a record keyed by world-file key. */
export function fromEntries<T extends { id: string }, U>(
  entries: readonly T[],
  keys: ReadonlyMap<string, string>,
  map: (entry: T) => U,
): Record<string, U> {
  return Object.fromEntries(entries.map((entry) => [keys.get(entry.id) ?? entry.id, map(entry)]))
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

/** Returns the fields of an object that are not undefined. */
export function defined<T extends object>(object: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
}

/** Returns the first characters of a text, as people count them. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

/** Returns the fields of an object that have entries. */
export function filled<T extends Record<string, object>>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => Object.keys(value).length > 0)) as Partial<T>
}
