import { dateFormat } from '../../lib/language/formats.ts'

const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' }
const STYLES: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: FULL,
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
}

/** Returns a time in the style that a message asks for, in the language of the app and the person's time zone. */
export function formatTimestamp(date: Date, style: string): string {
  return dateFormat(STYLES[style] ?? FULL).format(date)
}
