import type { IncomingHttpHeaders } from 'node:http'
import { LOCALES } from '@guildhall/protocol'

/** `X-Discord-Locale` goes before `Accept-Language`, and both before what the caller has set. */
export function localeOf(headers: IncomingHttpHeaders, own: string): string {
  const named = headers['x-discord-locale']
  const asked = typeof named === 'string' ? known(named) : undefined
  return asked ?? accepted(headers['accept-language'] ?? '') ?? own
}

/** The first that is known of a list such as `da, en-GB;q=0.8`, by weight. */
function accepted(header: string): string | undefined {
  const wishes = header
    .slice(0, 1_000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, weight: weight ? Number(weight.slice(2)) || 0 : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
  for (const { tag } of wishes) {
    const locale = known(tag)
    if (locale) return locale
  }
  return undefined
}

/** Locales of languages that the platform has in one country only, or under another name. */
const BY_LANGUAGE: Readonly<Record<string, string>> = { en: 'en-US', nb: 'no', nn: 'no' }

/**
 * Returns the locale of a tag in any case. A language alone means its first locale. A country that the platform does
 * not have means the language: browsers send `de-DE`.
 */
function known(tag: string): string | undefined {
  const wanted = tag.toLowerCase()
  const [language = ''] = wanted.split('-')
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ??
    (wanted.startsWith('es-') ? 'es-419' : undefined) ??
    BY_LANGUAGE[language] ??
    LOCALES.find((locale) => locale === language || locale.startsWith(`${language}-`))
  )
}
