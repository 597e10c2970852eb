/** A keyword found in a text, by places in it. */
export interface Hit {
  readonly keyword: string
  readonly start: number
  readonly end: number
}

interface Keyword {
  readonly keyword: string
  /** In lower case, without wildcards. */
  readonly core: string
  /** May letters stand right before, and right after? */
  readonly openStart: boolean
  readonly openEnd: boolean
}

/** A text as it is compared, and where each of its letters comes from. */
export interface Folded {
  readonly text: string
  /** The part of the original that a part of `text` stands for. */
  original(start: number, end: number): { start: number; end: number }
}

/** Letters that nobody sees: joiners, soft hyphens, selectors of a variant. */
const UNSEEN = /\p{Cf}|\p{Variation_Selector}/u
const PLAIN = /^[\n\t -~]*$/

/**
 * A text in lower case and in plain letters, so that a word is found however it is dressed up: with letters of another
 * width or style, or with unseen ones in between. Accents stay: they make other words.
 */
export function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase(), original: (start, end) => ({ start, end }) }
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const letter of text) {
    const end = at + letter.length
    if (!UNSEEN.test(letter)) {
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

/** Reads `cat`, `cat*`, `*cat` and `*cat*`; null for wildcards alone. */
export function readKeyword(keyword: string): Keyword | null {
  const openStart = keyword.startsWith('*')
  const openEnd = keyword.endsWith('*')
  const core = fold(keyword.slice(openStart ? 1 : 0, openEnd ? -1 : undefined)).text.trim()
  return core === '' || /^\*+$/.test(core) ? null : { keyword, core, openStart, openEnd }
}

const WORD = /[\p{L}\p{M}\p{N}_]/u

/** Is the letter that ends before, or begins at, this place part of a word? */
function letterBefore(text: string, at: number): boolean {
  if (at === 0) return false
  const low = text.charCodeAt(at - 1)
  const pair = low >= 0xdc00 && low <= 0xdfff && at > 1
  return WORD.test(pair ? text.slice(at - 2, at) : text.charAt(at - 1))
}

function letterAt(text: string, at: number): boolean {
  const point = text.codePointAt(at)
  return point !== undefined && WORD.test(String.fromCodePoint(point))
}

/** Every place where a keyword stands, as its wildcards have it. `text` is folded. */
export function* hitsOf({ keyword, core, openStart, openEnd }: Keyword, text: string): Generator<Hit> {
  for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, at + 1)) {
    const end = at + core.length
    if (!openStart && letterBefore(text, at)) continue
    if (!openEnd && letterAt(text, end)) continue
    yield { keyword, start: at, end }
  }
}

/** The same for a word that is allowed: with a wildcard it covers the rest of the word. */
export function* allowedBy(keyword: Keyword, text: string): Generator<Hit> {
  for (const hit of hitsOf(keyword, text)) {
    let { start, end } = hit
    if (keyword.openStart) while (letterBefore(text, start)) start -= 1
    if (keyword.openEnd) while (letterAt(text, end)) end += 1
    yield { ...hit, start, end }
  }
}
