import { numberFormat } from '../../lib/language/formats.ts'

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}
const WORDS: Readonly<Record<string, string>> = { sec: 's', min: 'm', hr: 'h' }
const PART = /(\d+(?:\.\d+)?)\s*(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|hrs?|h|days?|d|weeks?|w)/gi

/** Returns the milliseconds of a text such as `15 minutes` or `1h 30m`; null for another text. */
export function parseDuration(text: string): number | null {
  const left = text.replace(PART, '').replaceAll(/\band\b|[\s,]/gi, '')
  const parts = [...text.matchAll(PART)]
  if (parts.length === 0 || left !== '') return null
  return Math.round(parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * unitOf(unit), 0))
}

function unitOf(unit: string): number {
  const word = unit.toLowerCase()
  if (word === 'ms' || word.startsWith('milli')) return 1
  const short = WORDS[word.replace(/s$/, '')] ?? word[0] ?? ''
  return UNITS_MS[short] ?? 0
}

/** Returns how long something took, such as `12 ms` or `3.4 s`. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms'
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return `${rounded(ms / 1_000, ms < 10_000 ? 1 : 0)} s`
}

/** Returns a number of bytes, such as `640 B` or `3.1 kB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000, 1)} kB`
  return `${rounded(bytes / 1_000_000, 1)} MB`
}

function rounded(value: number, digits: number): string {
  return numberFormat({ minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }).format(
    value,
  )
}
