import { formatLocale } from './language.ts'

const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()
const relatives = new Map<string, Intl.RelativeTimeFormat>()
const lists = new Map<string, Intl.ListFormat>()

/** Returns the format of dates and times with some options, in the language of the words. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dates, options, (locale) => new Intl.DateTimeFormat(locale, options))
}

/** Returns the format of numbers with some options, in the language of the words. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numbers, options, (locale) => new Intl.NumberFormat(locale, options))
}

/** Returns an amount with its unit as a word, such as "5 minutes". */
export function amountText(count: number, unit: string): string {
  return numberFormat({ style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Returns the format of distances in time, in the language of the words. */
export function relativeFormat(): Intl.RelativeTimeFormat {
  return kept(relatives, {}, (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

/** Returns the format of lists without a word before the last entry in English, such as "one, two, three". */
export function listFormat(): Intl.ListFormat {
  return kept(lists, {}, (locale) => new Intl.ListFormat(locale, { type: 'unit' }))
}

/** Formats are kept: making one costs more than 20 uses. */
function kept<T>(formats: Map<string, T>, options: object, make: (locale: string) => T): T {
  const locale = formatLocale()
  const key = `${locale} ${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = make(locale)
    formats.set(key, format)
  }
  return format
}
