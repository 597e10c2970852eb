/** An emoji to choose from: a Unicode one by its character, or one of a guild by its id. */
export interface Emoji {
  readonly id: string | null
  /** The character of a Unicode emoji, the name of a custom one. */
  readonly name: string
  readonly animated: boolean
  /** Names to search by; the first is shown. */
  readonly names: readonly string[]
  readonly group: string
}

/** Returns the emojis whose names contain a text: equal names first, then beginnings, then the rest. */
export function searchEmojis(emojis: readonly Emoji[], text: string, max: number): Emoji[] {
  const wanted = text.trim().toLowerCase().replaceAll(/^:|:$/g, '').replaceAll(' ', '_')
  if (wanted === '') return emojis.slice(0, max)
  const ranked: [rank: number, emoji: Emoji][] = []
  for (const emoji of emojis) {
    const rank = Math.min(...emoji.names.map((name) => rankOf(name.toLowerCase(), wanted)))
    if (rank < 4) ranked.push([rank, emoji])
  }
  return ranked
    .sort(([one], [other]) => one - other)
    .slice(0, max)
    .map(([, emoji]) => emoji)
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(`_${wanted}`)) return 2
  return name.includes(wanted) ? 3 : 4
}
