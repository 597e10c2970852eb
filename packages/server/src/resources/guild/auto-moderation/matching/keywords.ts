/** Occurrence of a keyword in a text, as offsets in code units. */
export interface Hit {
  readonly keyword: string
  readonly start: number
  readonly end: number
}

/** Parsed keyword. */
export interface Keyword {
  readonly keyword: string
  /** Folded text without wildcards. */
  readonly core: string
  /** Whether a wildcard allows word characters directly before and after the text. */
  readonly openStart: boolean
  readonly openEnd: boolean
}

/** Text in the form that is compared, with the mapping to the original text. */
export interface Folded {
  readonly text: string
  /** Returns the range of the original text for a range of `text`. */
  original(start: number, end: number): { start: number; end: number }
}

/** Matches invisible characters: joiners, soft hyphens and variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/u
const PLAIN = /^[\n\t -~]*$/

/**
 * Returns a text in lower case with compatibility forms normalized and invisible characters removed. Keywords match
 * letters of another width or style this way. Accents stay, because they make other words.
 */
export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), original: (start, end) => ({ start, end }) }
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const letter of text) {
    const end = at + letter.length
    if (!INVISIBLE.test(letter)) {
      const plain = letter.normalize('NFKC').toLowerCase()
      for (let unit = 0; unit < plain.length; unit += 1) {
        starts.push(at)
        ends.push(end)
      }
      folded += plain
    }
    at = end
  }
  return {
    text: folded,
    original: (start, end) => ({ start: starts[start] ?? at, end: ends[end - 1] ?? at }),
  }
}

/** Parses `cat`, `cat*`, `*cat` and `*cat*`. Returns null for wildcards alone. */
export function parseKeyword(keyword: string): Keyword | null {
  const openStart = keyword.startsWith('*')
  const openEnd = keyword.endsWith('*')
  const core = fold(keyword.slice(openStart ? 1 : 0, openEnd ? -1 : undefined)).text.trim()
  return core === '' || /^\*+$/.test(core) ? null : { keyword, core, openStart, openEnd }
}

const WORD = /[\p{L}\p{M}\p{N}_]/u

/** Returns whether the character before an offset is part of a word. */
function letterBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const low = text.charCodeAt(at - 1)
  const pair = low >= 0xdc00 && low <= 0xdfff && at > 1
  return WORD.test(pair ? text.slice(at - 2, at) : text.charAt(at - 1))
}

/** Returns whether the character at an offset is part of a word. */
function letterAt(text: string, at: number): boolean {
  const point = text.codePointAt(at)
  return point !== undefined && WORD.test(String.fromCodePoint(point))
}

/** Yields the occurrences of a keyword in a folded text that its wildcards allow. */
export function* findKeyword({ keyword, core, openStart, openEnd }: Keyword, text: string): Generator<Hit> {
  for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, at + 1)) {
    const end = at + core.length
    if (!openStart && letterBefore(text, at)) continue
    if (!openEnd && letterAt(text, end)) continue
    yield { keyword, start: at, end }
  }
}

/** Yields the ranges that an allowed keyword covers. A wildcard covers the rest of the word. */
export function* findAllowed(keyword: Keyword, text: string): Generator<Hit> {
  for (const hit of findKeyword(keyword, text)) {
    let { start, end } = hit
    if (keyword.openStart) while (letterBefore(text, start)) start -= 1
    if (keyword.openEnd) while (letterAt(text, end)) end += 1
    yield { ...hit, start, end }
  }
}
