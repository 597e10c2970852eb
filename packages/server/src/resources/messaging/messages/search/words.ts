/** Words indexed per message. Only layouts of components are longer than that. */
const WORDS_MAX = 4_000
const WORD_LENGTH_MAX = 100
/** Phrases of a query; further ones are ignored. */
const PHRASES_MAX = 64

/** Scripts without spaces between words: each character is a word, and adjacent characters form a phrase. */
const SIGN = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const SPACED = String.raw`[[\p{L}\p{N}\p{M}]--[${SIGN}]]`
const SIGNS = String.raw`[[\p{L}\p{N}\p{M}]&&[${SIGN}]]`
const RUN = new RegExp(`${SIGNS}+|${SPACED}+`, 'gv')
const ONE_SIGN = new RegExp(`^${SIGNS}`, 'v')
const ASCII = /^[\0-\x7f]*$/

/** Returns the words of a text in order, in lower case and without the accents of Latin, Greek and Cyrillic letters. */
export function wordsOf(text: string): string[] {
  return phrasesIn(text).flat().slice(0, WORDS_MAX)
}

/** Returns the phrases of a query for the text index. With a gap of 0 the whole query is one phrase. */
export function phrasesOf(text: string, gap: number): string[] {
  const phrases = phrasesIn(text)
    .slice(0, PHRASES_MAX)
    .map((words) => words.join(' '))
  if (gap > 0 || phrases.length === 0) return phrases
  return [phrases.join(' ')]
}

function phrasesIn(text: string): string[][] {
  const plain = folded(text)
  const phrases: string[][] = []
  for (const [run] of plain.matchAll(RUN)) {
    phrases.push(ONE_SIGN.test(run) ? [...run] : [run.slice(0, WORD_LENGTH_MAX).toWellFormed()])
  }
  return phrases
}

function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
}
