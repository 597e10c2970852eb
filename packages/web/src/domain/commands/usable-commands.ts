import {
  type ApplicationCommandObject,
  type CommandOptionObject,
  type CommandParameterObject,
  CommandType,
  OptionType,
} from '@guildhall/protocol'
import type { UsedApplication } from '../interactions/start.ts'

/** Commands that a person can use in a channel, as the server lists them. */
export interface CommandIndex {
  readonly applications: readonly UsedApplication[]
  readonly application_commands: readonly ApplicationCommandObject[]
}

/** A command that is listed on its own: one without subcommands, or one subcommand of another. */
export interface UsableCommand {
  readonly command: ApplicationCommandObject
  readonly application: UsedApplication
  /** Subcommand group and subcommand, from the outermost. */
  readonly path: readonly CommandOptionObject[]
  /** Name in the person's language, with those of the path. */
  readonly name: string
  /** Name as the application wrote it. People may type either. */
  readonly plainName: string
  readonly description: string
  readonly options: readonly CommandParameterObject[]
}

/** Commands that a list shows at a time. */
const SHOWN_MAX = 50

/** Returns the name of a command, option or choice in the person's language. */
export function localName(named: { name: string; name_localized?: string | undefined }): string {
  return named.name_localized || named.name
}

function localDescription(described: { description: string; description_localized?: string | undefined }): string {
  return described.description_localized || described.description
}

/** Returns commands of a type with their applications, subcommands one by one. */
export function usableCommands({ applications, application_commands }: CommandIndex, type: number): UsableCommand[] {
  const owners = new Map(applications.map((application) => [application.id, application]))
  return application_commands
    .filter((command) => command.type === type)
    .flatMap((command) => {
      const application = owners.get(command.application_id)
      return application ? leavesOf(command, application, [], command.options ?? []) : []
    })
}

/** Returns the commands that a person types: slash commands, and entry points of activities. */
export function typedCommands(index: CommandIndex): UsableCommand[] {
  return [...usableCommands(index, CommandType.CHAT_INPUT), ...usableCommands(index, CommandType.PRIMARY_ENTRY_POINT)]
}

const isNested = ({ type }: CommandOptionObject) =>
  type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP

function leavesOf(
  command: ApplicationCommandObject,
  application: UsedApplication,
  path: readonly CommandOptionObject[],
  options: readonly CommandOptionObject[],
): UsableCommand[] {
  const nested = options.filter(isNested)
  if (nested.length > 0)
    return nested.flatMap((option) => leavesOf(command, application, [...path, option], option.options ?? []))
  const last = path.at(-1)
  // A group without subcommands cannot be used.
  if (last?.type === OptionType.SUB_COMMAND_GROUP) return []
  const parts = [command, ...path]
  return [
    {
      command,
      application,
      path,
      name: parts.map(localName).join(' '),
      plainName: parts.map(({ name }) => name).join(' '),
      description: localDescription(last ?? command),
      options,
    },
  ]
}

/**
 * Returns the commands whose name fits what a person has typed after the slash: exact names first, then beginnings. A
 * name that is typed in full still fits when more text follows it.
 */
export function searchCommands(commands: readonly UsableCommand[], typed: string): UsableCommand[] {
  const wanted = typed.toLowerCase().trimStart()
  const ranked: [rank: number, command: UsableCommand][] = []
  for (const command of commands) {
    const rank = Math.min(rankOf(command.name.toLowerCase(), wanted), rankOf(command.plainName.toLowerCase(), wanted))
    if (rank < NO_RANK) ranked.push([rank, command])
  }
  return ranked
    .sort(([one, { name }], [other, { name: otherName }]) => one - other || (name < otherName ? -1 : 1))
    .slice(0, SHOWN_MAX)
    .map(([, command]) => command)
}

const NO_RANK = 4

function rankOf(name: string, wanted: string): number {
  if (wanted === '') return 1
  if (name === wanted.trimEnd() || wanted.startsWith(`${name} `)) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(` ${wanted}`) || name.includes(`-${wanted}`) || name.includes(`_${wanted}`)) return 2
  return wanted.length > 1 && name.includes(wanted) ? 3 : NO_RANK
}

/** Returns the text that a person has typed after the name of a command. */
export function textAfterName({ name, plainName }: UsableCommand, typed: string): string {
  const text = typed.trimStart()
  const used = [name, plainName].find((known) => text.toLowerCase().startsWith(`${known.toLowerCase()} `))
  return used === undefined ? '' : text.slice(used.length).trim()
}
