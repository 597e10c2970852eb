import { RE2JS } from 're2js'

/**
 * Compiled regular expression of Rust's dialect. Rust's engine takes time linear in the text. So does RE2, which has
 * nearly the same syntax; this file rewrites the differences. JavaScript's engine could run for hours on a pattern.
 */
export interface Pattern {
  readonly source: string
  /** Number of instructions: matching takes at most this many steps for each character. */
  readonly size: number
  /** Returns the first non-empty match, as offsets in code units, or null. */
  find(text: string): { start: number; end: number } | null
}

/** Maximum size of a pattern. 300 steps for each of 2,000 characters take about ten milliseconds. */
const PATTERN_SIZE_MAX = 300

/**
 * Compiles a pattern.
 * @throws Error for an invalid or too large pattern; its message is part of the API's response
 */
export function compilePattern(source: string): Pattern {
  const compiled = RE2JS.compile(translated(source))
  const size = compiled.programSize()
  if (size > PATTERN_SIZE_MAX) throw new Error(`The pattern must have a size of at most ${PATTERN_SIZE_MAX}.`)
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

/** Classes outside and inside brackets. Rust's classes contain all scripts, RE2's only ASCII. */
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
    if (bracket) rejectSetOperation(source, at)
    // A `]` directly after `[` or `[^` is a literal.
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

/** Translates the escape sequence after a backslash. `length` is its length in the source. */
function escaped(rest: string, bracket: boolean): { text: string; length: number } {
  const point = CODE_POINT.exec(rest)
  if (point) return { text: `\\x{${point[1] ?? point[2] ?? point[3]}}`, length: point[0].length }
  const letter = rest.charAt(0)
  // Rust has no quoting and no single bytes.
  if (letter === 'Q' || letter === 'E' || letter === 'C') throw new Error(`Unknown escape \\${letter}.`)
  const known = (bracket ? INSIDE : OUTSIDE)[letter]
  return { text: known ?? `\\${letter}`, length: 1 }
}

/** Rejects unions, intersections and differences of sets. Rust has them; RE2 would read them as literals. */
function rejectSetOperation(source: string, at: number): void {
  const two = source.slice(at, at + 2)
  const nested = two.startsWith('[') && !/^\[:\^?[a-z]+:\]/.test(source.slice(at))
  if (nested || two === '&&' || two === '--' || two === '~~')
    throw new Error('Operations on character sets are not supported.')
}
