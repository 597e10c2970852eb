import type { Locale } from '@guildhall/protocol'
import { type PackedCatalogue, unpackCatalogue } from './packed-catalogue.ts'
import { type Catalogue, setTexts } from './text.ts'

/** Languages of the app: tag, the protocol's locale, name in the language, and writing direction. */
export const LANGUAGES = [
  { tag: 'en', locale: 'en-US', name: 'English', direction: 'ltr' },
  { tag: 'de', locale: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'ar', locale: 'ar', name: 'العربية', direction: 'rtl' },
] as const

export type Language = (typeof LANGUAGES)[number]['tag']

type Loaders = Readonly<Partial<Record<Language, () => Promise<{ default: PackedCatalogue }>>>>

/** Loaders of the catalogues. Each is its own script, so that English people load none. */
const CATALOGUES: Loaders = {
  de: () => import('virtual:catalogue/de'),
  ar: () => import('virtual:catalogue/ar'),
}
/** Loaders of the texts that only pages of operators show. */
const OPERATOR_CATALOGUES: Loaders = {
  de: () => import('virtual:catalogue/de/operators'),
  ar: () => import('virtual:catalogue/ar/operators'),
}

const STORED = 'guildhall.language'

let current: Language = 'en'
let wanted: Language = 'en'
/** Whether the texts of operators' pages are loaded with the others. */
let withOperators = false
const listeners = new Set<() => void>()

/** Returns the language of the app. */
export function currentLanguage(): Language {
  return current
}

/** Returns the writing direction of the app. */
export function direction(): 'ltr' | 'rtl' {
  return entryOf(current).direction
}

/** Returns whether the app begins on the right. */
export function isMirrored(): boolean {
  return direction() === 'rtl'
}

/** Returns the protocol's locale of the app's language. */
export function protocolLocale(): Locale {
  return entryOf(current).locale
}

function entryOf(language: Language): (typeof LANGUAGES)[number] {
  return LANGUAGES.find(({ tag }) => tag === language) ?? LANGUAGES[0]
}

/** Returns the first of some locales whose language the app has; English if it has none of them. */
export function languageOf(locales: readonly (string | null | undefined)[]): Language {
  for (const locale of locales) {
    const primary = locale?.toLowerCase().split(/[-_]/)[0]
    const found = LANGUAGES.find(({ tag }) => tag === primary)
    if (found) return found.tag
  }
  return 'en'
}

/** Returns the language of this device: the last one that was applied, or one that the browser names. */
export function deviceLanguage(): Language {
  return languageOf([localStorage.getItem(STORED), ...navigator.languages])
}

/**
 * Returns the locale of dates and numbers. It has the language of the words; the region is that of the browser if it
 * names this language.
 */
export function formatLocale(): string {
  return localeFor(current, globalThis.navigator?.languages ?? [])
}

function localeFor(language: Language, locales: readonly string[]): string {
  const regional = locales.find((locale) => languageOf([locale, 'none']) === language && isLocale(locale, language))
  return regional ?? language
}

function isLocale(locale: string, language: Language): boolean {
  try {
    return new Intl.Locale(locale).language === language
  } catch {
    return false
  }
}

/** Loads a language, keeps it for the next start and shows the app in it. A later call wins over an unfinished one. */
export async function applyLanguage(language: Language): Promise<void> {
  wanted = language
  if (language !== current) {
    const catalogue = await catalogueOf(language)
    if (wanted !== language) return
    current = language
    setTexts(language, catalogue, localeFor(language, navigator.languages))
  }
  const { documentElement } = document
  documentElement.lang = language
  documentElement.dir = entryOf(language).direction
  for (const listener of listeners) listener()
}

/** Loads the texts of operators' pages, in this language and in those that are chosen later. */
export async function loadOperatorTexts(): Promise<void> {
  if (withOperators) return
  withOperators = true
  const language = current
  const catalogue = await catalogueOf(language)
  if (current === language) setTexts(language, catalogue, localeFor(language, navigator.languages))
}

async function catalogueOf(language: Language): Promise<Catalogue | undefined> {
  const loaders = withOperators ? [CATALOGUES, OPERATOR_CATALOGUES] : [CATALOGUES]
  const loaded = await Promise.all(loaders.map((loader) => loader[language]?.()))
  const catalogues = loaded.flatMap((catalogue) => (catalogue ? [...unpackCatalogue(catalogue.default)] : []))
  return catalogues.length > 0 ? new Map(catalogues) : undefined
}

/** Keeps a language for the next start on this device; null to follow the browser. */
export function storeLanguage(language: Language | null): void {
  if (language === null) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, language)
}

/** Calls back after each change of the language, until the returned function is called. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
