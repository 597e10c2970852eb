import { LOCALES } from '@guildhall/protocol'
import { amountText } from '../../lib/language/formats.ts'
import { formatLocale } from '../../lib/language/language.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'

type Words = readonly (readonly [value: number, text: Message])[]

/** Seconds without a sign of the person until the platform moves them to the AFK channel. */
export const AFK_TIMEOUTS: readonly number[] = [60, 300, 900, 1800, 3600]

/** Returns a time of whole minutes or hours in words. */
export function durationText(seconds: number): string {
  return seconds < 3600 ? amountText(seconds / 60, 'minute') : amountText(seconds / 3600, 'hour')
}

export const NOTIFICATIONS: Words = [
  [0, msg('All messages')],
  [1, msg('Only mentions')],
]

export const VERIFICATION: Words = [
  [0, msg('None')],
  [1, msg('Low: a verified email address')],
  [2, msg('Medium: registered for longer than 5 minutes')],
  [3, msg('High: a member for longer than 10 minutes')],
  [4, msg('Highest: a verified phone number')],
]

export const CONTENT_FILTERS: Words = [
  [0, msg('Do not filter')],
  [1, msg('Filter media of members without a role')],
  [2, msg('Filter media of all members')],
]

/** Returns the choices of a list in the language of the app. */
export function choicesOf(words: Words): (readonly [value: number, text: string])[] {
  return words.map(([value, text]) => [value, t(text)])
}

/** Languages that a guild can have. */
export const LOCALE_CHOICES: readonly string[] = LOCALES

/** Returns the name of a language in the person's own one. */
export function localeName(locale: string): string {
  return new Intl.DisplayNames(formatLocale(), { type: 'language' }).of(locale) ?? locale
}
