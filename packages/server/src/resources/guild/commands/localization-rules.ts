import { type Faults, LOCALES } from '@guildhall/protocol'

/** Texts by locale. */
export type Localizations = Record<string, string> | null | undefined

/** Checks the localizations of a field: known locales, and texts that fit the field's length and pattern. */
export function checkLocalizations(
  given: Localizations,
  { max, invalid }: { max: number; invalid?: ((text: string) => boolean) | undefined },
  faults: Faults,
): void {
  for (const [locale, text] of Object.entries(given ?? {})) {
    const at = faults.at(locale)
    if (!(LOCALES as readonly string[]).includes(locale)) at.add([], 'BASE_TYPE_CHOICES', 'Unknown locale.')
    const length = [...text].length
    if (length < 1 || length > max) at.add([], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)
    else if (invalid?.(text)) at.add([], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
}

/**
 * Checks that a localized name differs from the default and localized names of its siblings. Otherwise a user could not
 * tell which option they are filling in.
 */
export function checkDistinctNames(
  options: readonly { name: string; name_localizations?: Localizations }[],
  faults: Faults,
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
          [index, 'name_localizations', locale],
          'APPLICATION_COMMAND_OPTIONS_NAME_INVALID',
          'Option names must be unique',
        )
    }
  }
}
