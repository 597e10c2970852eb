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

/** A text in lower case with all its places kept: the few letters that would become two stay as they are. */
export function fold(text: string): string {
  let folded = ''
  for (const letter of text) {
    const lower = letter.toLowerCase()
    folded += lower.length === letter.length ? lower : letter
  }
  return folded
}

/** Reads `cat`, `cat*`, `*cat` and `*cat*`; null for wildcards alone. */
export function readKeyword(keyword: string): Keyword | null {
  const openStart = keyword.startsWith('*')
  const openEnd = keyword.endsWith('*')
  const core = fold(keyword.slice(openStart ? 1 : 0, openEnd ? -1 : undefined)).trim()
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
