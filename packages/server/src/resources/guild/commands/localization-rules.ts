import { type Faults, LOCALES } from '@guildhall/protocol'

/** Texts by locale, as they are given: null is no text. */
export type Localizations = Readonly<Record<string, string | null>> | null | undefined

/** Returns the texts that are texts; null without any. */
export function textsOf(given: Localizations): Record<string, string> | null {
  const texts = Object.entries(given ?? {}).filter((entry): entry is [string, string] => entry[1] !== null)
  return given && (texts.length > 0 || Object.keys(given).length === 0) ? Object.fromEntries(texts) : null
}

/** Checks the localizations of a field: known locales, and texts that fit the field's length and pattern. */
export function checkLocalizations(
  given: Localizations,
  { max, invalid }: { max: number; invalid?: ((text: string) => boolean) | undefined },
  faults: Faults,
): void {
  for (const [locale, text] of Object.entries(given ?? {})) {
    const at = faults.at(locale)
    if (!(LOCALES as readonly string[]).includes(locale)) at.add([], 'BASE_TYPE_CHOICES', 'Unknown locale.')
    if (text === null) continue
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
    for (const [locale, text] of Object.entries(textsOf(option.name_localizations) ?? {})) {
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
