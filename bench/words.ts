const WORDS = Array.from({ length: 2_000 }, () =>
  Math.random()
    .toString(36)
    .slice(2, 4 + Math.floor(Math.random() * 7)),
)

/** Words in random order, so that compressing one text says little about the next. */
export function words(length: number, start = ''): string {
  let text = start
  while (text.length < length) text += `${WORDS[Math.floor(Math.random() * WORDS.length)]} `
  return text.slice(0, length)
}
