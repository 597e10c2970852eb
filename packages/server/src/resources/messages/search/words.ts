/** Words of a message that the index keeps; what is longer than any message is some application's layout. */
const WORDS_MAX = 4_000
const WORD_LENGTH_MAX = 100
/** Of what is searched for: more words than that tell no more. */
const PHRASES_MAX = 64

/** Scripts that set no spaces between words: each sign is a word, and what is written together a phrase. */
const SIGN = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`
const SPACED = String.raw`[[\p{L}\p{N}\p{M}]--[${SIGN}]]`
const SIGNS = String.raw`[[\p{L}\p{N}\p{M}]&&[${SIGN}]]`
const RUN = new RegExp(`${SIGNS}+|${SPACED}+`, 'gv')
const ONE_SIGN = new RegExp(`^${SIGNS}`, 'v')
const ASCII = /^[\0-\x7f]*$/

/** The words of a text in their order: without case, and without the accents of Latin, Greek and Cyrillic letters. */
export function wordsOf(text: string): string[] {
  return phrasesIn(text).flat().slice(0, WORDS_MAX)
}

/** What is searched for, as the text index takes it; without a gap, one phrase of it all. */
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
