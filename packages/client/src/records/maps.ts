/** Returns a copy of a map with one entry set. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value)
}

/** Returns a copy of a map without a key, or the map itself if it has no such key. */
export function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map
  const copy = new Map(map)
  copy.delete(key)
  return copy
}

/** Returns a copy of a map without some keys, or the map itself if it has none of them. */
export function withoutKeys<K, V>(map: ReadonlyMap<K, V>, keys: readonly K[]): ReadonlyMap<K, V> {
  const found = keys.filter((key) => map.has(key))
  if (found.length === 0) return map
  const copy = new Map(map)
  for (const key of found) copy.delete(key)
  return copy
}

/** Returns a copy of a map with one entry changed, or the map itself if it has no such key. */
export function withChanged<K, V>(map: ReadonlyMap<K, V>, key: K, change: (value: V) => V): ReadonlyMap<K, V> {
  const value = map.get(key)
  if (value === undefined) return map
  const changed = change(value)
  return changed === value ? map : withEntry(map, key, changed)
}

/** Returns a map of objects by their id. */
export function byId<T extends { id: string }>(objects: readonly T[] | undefined): ReadonlyMap<string, T> {
  return new Map((objects ?? []).map((object) => [object.id, object]))
}
