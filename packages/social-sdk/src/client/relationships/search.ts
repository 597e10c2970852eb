/** Names that differ by more letters are not found. */
const EDITS_MAX = 2

/** Names of a user in a search. */
export interface Named {
  readonly id: bigint
  readonly names: readonly string[]
}

/**
 * Returns the users one of whose names contains a text, or differs from it by at most 2 letters, without case. The
 * nearest come first; users of the same distance keep their order.
 */
export function searchByName(users: readonly Named[], text: string): bigint[] {
  const wanted = text.toLowerCase()
  const found = users.flatMap(({ id, names }) => {
    const distances = names.flatMap((name) => distanceIfNear(name.toLowerCase(), wanted) ?? [])
    return distances.length > 0 ? [{ id, distance: Math.min(...distances) }] : []
  })
  return found.sort((one, other) => one.distance - other.distance).map(({ id }) => id)
}

/** Returns the distance of a name from a text; null for a name that is not found. */
function distanceIfNear(name: string, text: string): number | null {
  if (name.includes(text)) return name.length - text.length
  if (Math.abs(name.length - text.length) > EDITS_MAX) return null
  const distance = editDistance(name, text)
  return distance <= EDITS_MAX ? distance : null
}

/** Returns the number of letters to add, remove or replace (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
