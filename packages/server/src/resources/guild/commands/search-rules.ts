import { type CommandOptionObject, CommandType, OptionType } from '@guildhall/protocol'
import type { StoredCommand } from './model.ts'
import { localized } from './present.ts'

/**
 * Returns commands of a type whose name, with its subcommands, contains the query: prefix matches first, then by name.
 * Both the default names and the names in the user's locale are searched.
 */
export function searchCommands(
  commands: readonly StoredCommand[],
  { type, query, locale }: { type: number; query: string; locale: string },
): StoredCommand[] {
  const wanted = query.trim().replace(/^\//, '').toLowerCase()
  const ranked = commands
    .filter((command) => command.type === type)
    .map((command) => ({ command, rank: Math.min(...namesOf(command, locale).map((name) => rankOf(name, wanted))) }))
    .filter(({ rank }) => rank < NOT_FOUND)
  return ranked
    .sort((one, other) => one.rank - other.rank || compare(one.command.name, other.command.name))
    .map(({ command }) => command)
}

const NOT_FOUND = 3

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : NOT_FOUND
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function namesOf(command: StoredCommand, locale: string): string[] {
  const plain = [command.name, localized(command.name_localizations, locale) ?? command.name]
  if (command.type !== CommandType.CHAT_INPUT) return plain.map((name) => name.toLowerCase())
  return plain.flatMap((name) => [name, ...fullNames(name, command.options, locale)]).map((name) => name.toLowerCase())
}

function fullNames(prefix: string, options: readonly CommandOptionObject[], locale: string): string[] {
  return options
    .filter(({ type }) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP)
    .flatMap((option) =>
      [option.name, localized(option.name_localizations, locale) ?? option.name].flatMap((name) => [
        `${prefix} ${name}`,
        ...fullNames(`${prefix} ${name}`, option.options ?? [], locale),
      ]),
    )
}
