import { RE2JS } from 're2js'

/**
 * Patterns are Rust's, whose engine takes time linear in the text. So does this one, which knows nearly the same syntax;
 * what differs is rewritten here. JavaScript's own engine must not see them: a pattern could hold the platform for hours.
 */
export interface Pattern {
  readonly source: string
  /** How long its program is: matching takes at most this many steps a letter. */
  readonly size: number
  /** The first place where it matches something; null for none. */
  find(text: string): { start: number; end: number } | null
}

/** Of one pattern: more than its 260 letters need. 300 steps for each of 2,000 letters are some ten milliseconds. */
const PATTERN_SIZE_MAX = 300

/** @throws Error for what is no pattern, or too large a one; the message is fit for whoever sent it. */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(translated(source))
  const size = compiled.programSize()
  if (size > PATTERN_SIZE_MAX) throw new Error('The pattern is too large.')
  return {
    source,
    size,
    find(text) {
      const matcher = compiled.matcher(text)
      while (matcher.find()) {
        const start = matcher.start()
        const end = matcher.end()
        if (end > start) return { start, end }
      }
      return null
    },
  }
}

/** Rust's classes know all scripts, the engine's only ASCII. In brackets a class cannot be negated. */
const OUTSIDE: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '[\\p{L}\\p{M}\\p{Nd}\\p{Pc}]',
  W: '[^\\p{L}\\p{M}\\p{Nd}\\p{Pc}]',
  s: '[\\s\\v\\x{85}\\p{Z}]',
  S: '[^\\s\\v\\x{85}\\p{Z}]',
}
const INSIDE: Readonly<Record<string, string>> = {
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  w: '\\p{L}\\p{M}\\p{Nd}\\p{Pc}',
  s: '\\s\\v\\x{85}\\p{Z}',
}
/** `\u{1F600}`, `\u1234`, `\U0001F600`. */
const CODE_POINT = /^(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8}))/

function translated(source: string): string {
  let output = ''
  let bracket = false
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at)
    if (letter === '\\') {
      const { text, length } = escaped(source.slice(at + 1), bracket)
      output += text
      at += length
      continue
    }
    if (bracket) refuseSetOperation(source, at)
    // Right after `[` or `[^` a `]` stands for itself.
    if (bracket && letter === '[') {
      const end = source.indexOf(':]', at)
      output += source.slice(at, end + 2)
      at = end + 1
      continue
    }
    if (letter === '[' && !bracket) {
      const opening = /^\[\^?\]?/.exec(source.slice(at))?.[0] ?? '['
      output += opening
      at += opening.length - 1
      bracket = true
      continue
    }
    if (letter === ']') bracket = false
    output += letter
  }
  return output
}

/** What follows a backslash, and how many letters of the source that took. */
function escaped(rest: string, bracket: boolean): { text: string; length: number } {
  const point = CODE_POINT.exec(rest)
  if (point) return { text: `\\x{${point[1] ?? point[2] ?? point[3]}}`, length: point[0].length }
  const letter = rest.charAt(0)
  // Not Rust's: quoting and single bytes.
  if (letter === 'Q' || letter === 'E' || letter === 'C') throw new Error(`Unknown escape \\${letter}.`)
  const known = (bracket ? INSIDE : OUTSIDE)[letter]
  return { text: known ?? `\\${letter}`, length: 1 }
}

/** Unions, intersections and differences of sets, which Rust has and the engine would take for letters. */
function refuseSetOperation(source: string, at: number): void {
  const two = source.slice(at, at + 2)
  const nested = two.startsWith('[') && !/^\[:\^?[a-z]+:\]/.test(source.slice(at))
  if (nested || two === '&&' || two === '--' || two === '~~') throw new Error('Sets of sets are not supported.')
}
