/** The usual constants of BM25: saturation of repeated words, and weight of the length of a text. */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75

/**
 * Sorts texts by relevance: more of the wanted words in a shorter text come first. Every text contains all the words,
 * so the rarity of a word does not matter. Equal texts keep their order.
 */
export function byRelevance<T>(texts: readonly { of: T; words: readonly string[] }[], wanted: readonly string[]): T[] {
  const total = texts.reduce((sum, { words }) => sum + words.length, 0)
  const average = Math.max(total / Math.max(texts.length, 1), 1)
  const scored = texts.map(({ of, words }) => ({ of, score: score(words, wanted, average) }))
  return scored.sort((a, b) => b.score - a.score).map(({ of }) => of)
}

function score(words: readonly string[], wanted: readonly string[], average: number): number {
  const length = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * (words.length / average)
  let sum = 0
  for (const word of new Set(wanted)) {
    const times = words.filter((other) => other === word).length
    sum += (times * (SATURATION + 1)) / (times + SATURATION * length)
  }
  return sum
}
