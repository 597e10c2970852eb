const WORD_MAX = 60

/** Returns the known word with the fewest edits from `word`, if they are few for its length. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > WORD_MAX) return undefined
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (edits < least) [best, least] = [candidate, edits]
  }
  return best
}

/** Returns `; did you mean owner?` for a word close to a known one, otherwise an empty text. */
export function suggestion(word: string, known: readonly string[]): string {
  const found = closestWord(word, known)
  return found === undefined ? '' : `; did you mean ${found}?`
}

/** Counts the letters added, dropped, replaced or swapped with their neighbour between two words. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
