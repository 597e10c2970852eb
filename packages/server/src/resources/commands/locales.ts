import { type Faults, type FieldPath, LOCALES } from '@guildhall/protocol'
import { Nullable, Optional, Type } from '../../kernel/schema.ts'

type Wire = Record<string, unknown>
export type Localizations = Record<string, string> | null | undefined

export const LocalizationsField = Optional(
  Nullable(Type.Record(Type.String(), Type.String(), { maxProperties: LOCALES.length })),
)

/** Where a translation is missing, these others are read before the default. */
const FALLBACKS: Readonly<Record<string, string>> = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' }

/** A text in a locale; undefined where neither that nor its fallback is there. */
export function localized(translations: unknown, locale: string): string | undefined {
  const texts = translations as Localizations
  return texts?.[locale] ?? texts?.[FALLBACKS[locale] ?? '']
}

/** Translations of one field: known locales, and for each the length and pattern of the field itself. */
export function checkLocalizations(
  given: Localizations,
  { max, invalid }: { max: number; invalid?: ((text: string) => boolean) | undefined },
  faults: Faults,
  path: FieldPath,
): void {
  for (const [locale, text] of Object.entries(given ?? {})) {
    const at = [...path, locale]
    if (!(LOCALES as readonly string[]).includes(locale)) faults.add(at, 'BASE_TYPE_CHOICES', 'Unknown locale.')
    const length = [...text].length
    if (length < 1 || length > max) faults.add(at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)
    else if (invalid?.(text)) faults.add(at, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
}

/**
 * In each locale a translated name must differ from the default names of its neighbours and from their translations, or
 * a person could not tell which option they are filling in.
 */
export function checkDistinctNames(
  options: readonly { name: string; name_localizations?: Localizations }[],
  faults: Faults,
  path: FieldPath,
): void {
  for (const [index, option] of options.entries()) {
    for (const [locale, text] of Object.entries(option.name_localizations ?? {})) {
      const taken = options.some(
        (other, position) =>
          position !== index &&
          (other.name === text || (position < index && other.name_localizations?.[locale] === text)),
      )
      if (taken)
        faults.add(
          [...path, index, 'name_localizations', locale],
          'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
          'Option names must be unique',
        )
    }
  }
}

/** Names and descriptions of a command and all below it in one locale, in place of the dictionaries. */
export function inLocale(wire: Wire, locale: string): Wire {
  const { name_localizations, description_localizations, ...rest } = wire
  const name = localized(name_localizations, locale)
  const description = localized(description_localizations, locale)
  if (name !== undefined) rest.name_localized = name
  if (description !== undefined) rest.description_localized = description
  for (const key of ['options', 'choices'])
    if (Array.isArray(rest[key])) rest[key] = (rest[key] as Wire[]).map((entry) => inLocale(entry, locale))
  return rest
}
