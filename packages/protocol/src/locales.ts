/** Languages of clients and localizations. */
export const LOCALES = [
  'ar',
  'id',
  'da',
  'de',
  'en-GB',
  'en-US',
  'es-ES',
  'es-419',
  'fr',
  'hr',
  'it',
  'lt',
  'hu',
  'nl',
  'no',
  'pl',
  'pt-BR',
  'ro',
  'fi',
  'sv-SE',
  'vi',
  'tr',
  'cs',
  'el',
  'bg',
  'ru',
  'uk',
  'he',
  'hi',
  'th',
  'zh-CN',
  'ja',
  'zh-TW',
  'ko',
] as const

export type Locale = (typeof LOCALES)[number]

/** Language of a person who has chosen none, where the protocol wants one. */
export const DEFAULT_LOCALE: Locale = 'en-US'
