import {
  type ApplicationCommandObject,
  type CommandOptionObject,
  type Faults,
  type FieldPath,
  LOCALES,
} from '@guildhall/protocol'
import { Nullable, Optional, Type } from '../../validation/schema.ts'

export type Localizations = Record<string, string> | null | undefined

export const LocalizationsField = Optional(
  Nullable(Type.Record(Type.String(), Type.String(), { maxProperties: LOCALES.length })),
)

/** Locale that is read when a localization is missing, before the default text. */
const FALLBACKS: Readonly<Record<string, string>> = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' }

/** Returns the text of a locale or its fallback; undefined if both are missing. */
export function localized(texts: Localizations, locale: string): string | undefined {
  return texts?.[locale] ?? texts?.[FALLBACKS[locale] ?? '']
}

/** Checks the localizations of a field: known locales, and texts that fit the field's length and pattern. */
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
 * Checks that a localized name differs from the default and localized names of its siblings. Otherwise a user could not
 * tell which option they are filling in.
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

interface Localizable {
  name_localizations?: Localizations
  description_localizations?: Localizations
}

/** Replaces the localization dictionaries of one object by the texts of a locale. */
export function textsInLocale<T extends Localizable>(object: T, locale: string) {
  const { name_localizations, description_localizations, ...rest } = object
  const name = localized(name_localizations, locale)
  const description = localized(description_localizations, locale)
  return {
    ...rest,
    ...(name !== undefined && { name_localized: name }),
    ...(description !== undefined && { description_localized: description }),
  }
}

function optionInLocale(option: CommandOptionObject, locale: string): CommandOptionObject {
  const { options, choices } = option
  return {
    ...textsInLocale(option, locale),
    ...(options && { options: options.map((inner) => optionInLocale(inner, locale)) }),
    ...(choices && { choices: choices.map((choice) => textsInLocale(choice, locale)) }),
  }
}

/** Returns a command with names and descriptions in one locale, at every level, instead of the dictionaries. */
export function inLocale(command: ApplicationCommandObject, locale: string): ApplicationCommandObject {
  const { options } = command
  return {
    ...textsInLocale(command, locale),
    ...(options && { options: options.map((option) => optionInLocale(option, locale)) }),
  }
}
