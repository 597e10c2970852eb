import { type CommandOptionObject, CommandType, OptionType } from '@guildhall/protocol'

/** Kinds of commands in words. */
export const COMMAND_TYPES: Readonly<Record<number, string>> = {
  [CommandType.CHAT_INPUT]: 'Slash command',
  [CommandType.USER]: 'User command',
  [CommandType.MESSAGE]: 'Message command',
  [CommandType.PRIMARY_ENTRY_POINT]: 'Entry point of the activity',
}

const OPTION_TYPES: Readonly<Record<number, string>> = {
  [OptionType.SUB_COMMAND]: 'subcommand',
  [OptionType.SUB_COMMAND_GROUP]: 'group',
  [OptionType.STRING]: 'text',
  [OptionType.INTEGER]: 'whole number',
  [OptionType.BOOLEAN]: 'true or false',
  [OptionType.USER]: 'user',
  [OptionType.CHANNEL]: 'channel',
  [OptionType.ROLE]: 'role',
  [OptionType.MENTIONABLE]: 'user or role',
  [OptionType.NUMBER]: 'number',
  [OptionType.ATTACHMENT]: 'file',
}

const CONTEXTS: Readonly<Record<number, string>> = {
  0: 'guilds',
  1: 'direct messages with the bot',
  2: 'other direct messages',
}

/** Returns a command's name as people see it: with a slash if it is typed. */
export function commandTitle({ type, name }: { type: number; name: string }): string {
  return type === CommandType.CHAT_INPUT ? `/${name}` : name
}

/** Returns the places in which a command can be used, in words. */
export function placesInWords(contexts: readonly number[] | null | undefined): string {
  if (!contexts || contexts.length === 0) return 'everywhere'
  return contexts.map((context) => CONTEXTS[context] ?? String(context)).join(', ')
}

type Option = Omit<CommandOptionObject, 'options'>

/** Returns the type of an option with its limits, in words. */
export function optionInWords(option: Option): string {
  const { type, required, choices, autocomplete, min_value, max_value, min_length, max_length } = option
  const facts = [OPTION_TYPES[type] ?? `type ${type}`]
  if (required) facts.push('required')
  if (autocomplete) facts.push('autocomplete')
  if (choices && choices.length > 0) facts.push(`${choices.length} ${choices.length === 1 ? 'choice' : 'choices'}`)
  const [from, to] = [min_value ?? min_length, max_value ?? max_length]
  const unit = min_length !== undefined || max_length !== undefined ? ' characters' : ''
  if (from !== undefined && to !== undefined) facts.push(`${from} to ${to}${unit}`)
  else if (from !== undefined) facts.push(`from ${from}${unit}`)
  else if (to !== undefined) facts.push(`up to ${to}${unit}`)
  return facts.join(', ')
}

interface Localized {
  readonly name: string
  readonly description?: string
  readonly name_localizations?: Readonly<Record<string, string>> | null | undefined
  readonly description_localizations?: Readonly<Record<string, string>> | null | undefined
}

/** Returns the name and description of a command or option in a language; its own without a translation. */
export function inLanguage(one: Localized, locale: string): { name: string; description: string } {
  return {
    name: one.name_localizations?.[locale] || one.name,
    description: one.description_localizations?.[locale] || one.description || '',
  }
}

/** Returns the languages into which a command or one of its options is translated, sorted. */
export function languagesOf(
  command: Localized & { readonly options?: readonly CommandOptionObject[] | undefined },
): string[] {
  const found = new Set<string>()
  const visit = (one: Localized & { readonly options?: readonly Localized[] | undefined }) => {
    for (const texts of [one.name_localizations, one.description_localizations])
      for (const locale of Object.keys(texts ?? {})) found.add(locale)
    for (const option of one.options ?? []) visit(option)
  }
  visit(command)
  return [...found].sort()
}
