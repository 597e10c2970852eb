import { type CommandOptionObject, CommandType, OptionType } from '@guildhall/protocol'
import { listFormat } from '../../lib/language/formats.ts'
import { type Message, msg, t } from '../../lib/language/text.ts'

/** Kinds of commands in words. */
const COMMAND_TYPES: Readonly<Record<number, Message>> = {
  [CommandType.CHAT_INPUT]: msg('Slash command'),
  [CommandType.USER]: msg('User command'),
  [CommandType.MESSAGE]: msg('Message command'),
  [CommandType.PRIMARY_ENTRY_POINT]: msg('Entry point of the activity'),
}

/** Returns the kind of a command in words. */
export function commandType(type: number): string {
  const words = COMMAND_TYPES[type]
  return words ? t(words) : String(type)
}

const OPTION_TYPES: Readonly<Record<number, Message>> = {
  [OptionType.SUB_COMMAND]: msg('subcommand'),
  [OptionType.SUB_COMMAND_GROUP]: msg('group'),
  [OptionType.STRING]: msg('text'),
  [OptionType.INTEGER]: msg('whole number'),
  [OptionType.BOOLEAN]: msg('true or false'),
  [OptionType.USER]: msg('user'),
  [OptionType.CHANNEL]: msg('channel'),
  [OptionType.ROLE]: msg('role'),
  [OptionType.MENTIONABLE]: msg('user or role'),
  [OptionType.NUMBER]: msg('number'),
  [OptionType.ATTACHMENT]: msg('file'),
}

const CONTEXTS: Readonly<Record<number, Message>> = {
  0: msg('guilds'),
  1: msg('direct messages with the bot'),
  2: msg('other direct messages'),
}

/** Returns a command's name as people see it: with a slash if it is typed. */
export function commandTitle({ type, name }: { type: number; name: string }): string {
  return type === CommandType.CHAT_INPUT ? `/${name}` : name
}

/** Returns the places in which a command can be used, in words. */
export function placesInWords(contexts: readonly number[] | null | undefined): string {
  if (!contexts || contexts.length === 0) return t('everywhere')
  const words = (context: number) => (CONTEXTS[context] ? t(CONTEXTS[context]) : String(context))
  return listFormat().format(contexts.map(words))
}

type Option = Omit<CommandOptionObject, 'options'>

/** Returns the type of an option with its limits, in words. */
export function optionInWords(option: Option): string {
  const { type, required, choices, autocomplete, min_value, max_value, min_length, max_length } = option
  const words = OPTION_TYPES[type]
  const facts = [words ? t(words) : t('type {type}', { type })]
  if (required) facts.push(t('required'))
  if (autocomplete) facts.push(t('autocomplete'))
  if (choices && choices.length > 0)
    facts.push(t('{count, plural, one {# choice} other {# choices}}', { count: choices.length }))
  const isLength = min_length !== undefined || max_length !== undefined
  const limits = limitsInWords(min_value ?? min_length, max_value ?? max_length)
  if (limits !== null) facts.push(isLength ? t('{limits} characters', { limits }) : limits)
  return listFormat().format(facts)
}

function limitsInWords(from: number | undefined, to: number | undefined): string | null {
  if (from !== undefined && to !== undefined) return t('{from} to {to}', { from, to })
  if (from !== undefined) return t('from {from}', { from })
  return to === undefined ? null : t('up to {to}', { to })
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
