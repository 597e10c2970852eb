import { badLength, type Check, isCleanText, shown, type Walk } from './walk.ts'

/** Returns the characters of a text as people count them: code points. */
function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

/** From this number on, JavaScript writes an exponent. */
const PLAIN_DIGITS_MAX = 1e21

/**
 * Characters that names may not contain, because nothing or an order of other characters is all that they show.
 * Joiners and tags stay: scripts and emojis need them.
 */
const HIDDEN_IN_NAMES = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Returns a text without the white space around it, and a name without that between its words but one space each. */
function cleaned(given: string, { trim, isName }: TextRule): string {
  if (isName) return given.replaceAll(HIDDEN_IN_NAMES, '').trim().replaceAll(/\s+/g, ' ')
  return trim ? given.trim() : given
}

/** Returns the digits of an integer, which the public API casts to text, and other values as they are. */
function asText(given: unknown, rule: TextRule): unknown {
  if (typeof given === 'string') return cleaned(given, rule)
  return Number.isInteger(given) && Math.abs(given as number) < PLAIN_DIGITS_MAX ? String(given) : given
}

/** Keywords of a text. */
interface TextRule {
  minLength?: number
  maxLength?: number
  pattern?: string
  trim?: boolean
  isName?: boolean
  uncast?: boolean
  /** Whether a text that is too long is reported with the minimum length too. Default: true. */
  reportsMinimum?: boolean
}

/** Returns the check of a text: trimmed if the schema says so, with length, pattern and format. */
export function textCheck(rule: TextRule): Check {
  const { minLength = 0, maxLength, uncast = false, reportsMinimum = true } = rule
  const pattern = rule.pattern === undefined ? null : new RegExp(rule.pattern, 'u')
  return (given, walk, depth) => {
    const value = uncast ? given : asText(given, rule)
    if (value === null) return walk.required(depth)
    if (typeof value !== 'string' || !isCleanText(value)) {
      return walk.fault(depth, 'STRING_TYPE_CONVERT', `Could not interpret "${shown(value)}" as string.`)
    }
    // UTF-16 units are never fewer than code points, so code points are counted only near a bound.
    const fits = value.length >= minLength * 2 && (maxLength === undefined || value.length <= maxLength)
    if (!fits) {
      // A text with more than twice the units is too long however it is counted, and may be megabytes.
      const far = maxLength !== undefined && value.length > maxLength * 2
      const length = far ? value.length : codePoints(value)
      if (length === 0 && minLength > 0) return walk.required(depth)
      if (length < minLength || (maxLength !== undefined && length > maxLength)) {
        return badLength(walk, depth, reportsMinimum ? minLength : 0, maxLength)
      }
    }
    if (pattern && !pattern.test(value)) {
      return walk.fault(depth, 'STRING_TYPE_REGEX', 'String value did not match validation regex.')
    }
    return value
  }
}

/** Integers beyond 2^53 arrive as their digits; they are then out of range instead of not a number. */
const NUMERAL = /^-?\d{1,40}(\.\d{1,17})?$/

/** Returns the check of a number or integer. Digits are accepted too. */
export function numberCheck(rule: { minimum?: number; maximum?: number }, kind: 'int' | 'float'): Check {
  const safe = kind === 'int' ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE
  const { minimum = -safe, maximum = safe } = rule
  return (value, walk, depth) => {
    if (value === null) return walk.required(depth)
    const read = typeof value === 'string' && NUMERAL.test(value) ? Number(value) : value
    if (typeof read !== 'number' || !(kind === 'int' ? Number.isInteger(read) : Number.isFinite(read))) {
      return walk.fault(depth, 'NUMBER_TYPE_COERCE', `Value "${shown(value)}" is not ${kind}.`)
    }
    if (read < minimum) return tooLow(walk, depth, kind, minimum)
    if (read > maximum) return tooHigh(walk, depth, kind, maximum)
    return read === 0 ? 0 : read // not -0
  }
}

/** Notes the fault of a number below its minimum. */
export function tooLow(walk: Walk, depth: number, kind: string, minimum: number | bigint): symbol {
  return walk.fault(depth, 'NUMBER_TYPE_MIN', `${kind} value should be greater than or equal to ${minimum}.`)
}

/** Notes the fault of a number above its maximum. */
export function tooHigh(walk: Walk, depth: number, kind: string, maximum: number | bigint): symbol {
  return walk.fault(depth, 'NUMBER_TYPE_MAX', `${kind} value should be less than or equal to ${maximum}.`)
}

/** Returns the check of a boolean; it may be text, as in query strings, or a number, as libraries (py-cord) send it. */
export const booleanCheck: Check = (value, walk, depth) => {
  if (typeof value === 'boolean') return value
  if (value === null) return walk.required(depth)
  if (value === 'true' || value === 'True' || value === '1' || value === 1) return true
  if (value === 'false' || value === 'False' || value === '0' || value === 0) return false
  return walk.fault(depth, 'BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
}

/** Returns the check of null. */
export const nullCheck: Check = (value, walk, depth) =>
  value === null ? null : walk.fault(depth, 'BASE_TYPE_CHOICES', 'Must be null.')

/** Checks fixed values; digits may be a number among them, as in query strings. */
export function choiceCheck(choices: readonly unknown[]): Check {
  const allowed = new Set(choices)
  const message = `Value must be one of ${tuple(choices)}.`
  return (value, walk, depth) => {
    if (allowed.has(value)) return value
    if (value === null) return walk.required(depth)
    if (typeof value === 'string' && NUMERAL.test(value) && allowed.has(Number(value))) return Number(value)
    return walk.fault(depth, 'BASE_TYPE_CHOICES', message)
  }
}

/** Returns choices as the protocol writes them: `('desktop', 'ios')`, `(0, 1)`. */
export function tuple(choices: readonly unknown[]): string {
  return `(${choices.map((entry) => (typeof entry === 'string' ? `'${entry}'` : String(entry))).join(', ')})`
}
