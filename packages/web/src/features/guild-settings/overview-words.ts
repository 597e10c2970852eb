import { LOCALES } from '@guildhall/protocol'

type Words = readonly (readonly [value: number, text: string])[]

/** Seconds without a sign of the person until the platform moves them to the AFK channel. */
export const AFK_TIMEOUTS: Words = [
  [60, '1 minute'],
  [300, '5 minutes'],
  [900, '15 minutes'],
  [1800, '30 minutes'],
  [3600, '1 hour'],
]

export const NOTIFICATIONS: Words = [
  [0, 'All messages'],
  [1, 'Only mentions'],
]

export const VERIFICATION: Words = [
  [0, 'None'],
  [1, 'Low: a verified email address'],
  [2, 'Medium: registered for longer than 5 minutes'],
  [3, 'High: a member for longer than 10 minutes'],
  [4, 'Highest: a verified phone number'],
]

export const CONTENT_FILTERS: Words = [
  [0, 'Do not filter'],
  [1, 'Filter media of members without a role'],
  [2, 'Filter media of all members'],
]

/** Languages that a guild can have. */
export const LOCALE_CHOICES: readonly string[] = LOCALES

const names = new Intl.DisplayNames(undefined, { type: 'language' })

/** Returns the name of a language in the person's own one. */
export function localeName(locale: string): string {
  return names.of(locale) ?? locale
}
