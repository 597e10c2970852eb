import type { ApplicationCommandObject, CommandOptionObject, CommandParameterObject } from '@guildhall/protocol'
import { CommandType, OptionType } from '@guildhall/protocol/constants'
import type { Attached } from '../http.ts'
import { idOf, idsOf, isReference, type Reference } from './references.ts'

/** Value of a command's option: a person, bot, role, channel, file, or a plain value. */
export type OptionValue = Reference | Attached | number | boolean

/** Commands that a person can use in a channel, as the server lists them. */
export interface CommandIndex {
  readonly applications: readonly { readonly id: string; readonly name: string; readonly bot_id?: string | null }[]
  readonly application_commands: readonly ApplicationCommandObject[]
}

/** A command with the subcommand that was named. */
export interface FoundCommand {
  readonly command: ApplicationCommandObject
  readonly path: readonly CommandOptionObject[]
  readonly parameters: readonly CommandParameterObject[]
}

interface SentOption {
  readonly type: number
  readonly name: string
  readonly value?: unknown
  readonly focused?: true
  readonly options?: readonly SentOption[]
}

const isNested = ({ type }: CommandOptionObject) =>
  type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP

/**
 * Finds a command by its name: `/ban`, `/config set` with a subcommand, or a context menu command without a slash.
 * Returns undefined if there is none.
 */
export function findCommand(index: CommandIndex, named: string, of: Reference | undefined): FoundCommand | undefined {
  const isSlash = named.startsWith('/')
  const [root = '', ...rest] = isSlash ? named.slice(1).trim().split(/\s+/) : [named]
  const command = index.application_commands.find(
    ({ name, type, application_id }) =>
      name === root && isSlash === isTyped(type) && (of === undefined || idsOf(of).includes(application_id)),
  )
  if (!command) return undefined
  const path: CommandOptionObject[] = []
  let options: readonly CommandOptionObject[] = command.options ?? []
  for (const name of rest) {
    const next = options.find((option) => option.name === name && isNested(option))
    if (!next) return undefined
    path.push(next)
    options = next.options ?? []
  }
  return options.some(isNested) ? undefined : { command, path, parameters: options }
}

const isTyped = (type: number) => type === CommandType.CHAT_INPUT || type === CommandType.PRIMARY_ENTRY_POINT

/** Returns the names of all commands of an index, with their subcommands, as `findCommand` takes them. */
export function namesIn({ application_commands }: CommandIndex): string[] {
  const leaves = (name: string, options: readonly CommandOptionObject[]): string[] => {
    const nested = options.filter(isNested)
    return nested.length === 0
      ? [name]
      : nested.flatMap((option) => leaves(`${name} ${option.name}`, option.options ?? []))
  }
  return application_commands.flatMap(({ type, name, options = [] }) =>
    leaves(isTyped(type) ? `/${name}` : name, options),
  )
}

/**
 * Returns the options of a request, and its files, which options name by index.
 * @param focused option that is being typed
 * @throws TypeError for an option that the command does not have
 */
export function optionsOf(
  { command, path, parameters }: FoundCommand,
  values: Readonly<Record<string, OptionValue | undefined>>,
  focused?: string,
): { options: readonly SentOption[]; files: Attached[] } {
  const files: Attached[] = []
  const given = Object.entries(values).filter(([, value]) => value !== undefined) as [string, OptionValue][]
  const sent = given.map(([name, value]): SentOption => {
    const parameter = parameters.find((option) => option.name === name)
    if (!parameter) {
      const known = parameters.map((option) => option.name).join(', ') || 'none'
      throw new TypeError(`The command ${command.name} has no option "${name}". Its options are: ${known}.`)
    }
    if (name === focused) return { type: parameter.type, name, value: String(value), focused: true }
    return { type: parameter.type, name, value: sentValue(parameter, value, files) }
  })
  return { options: within(path, sent), files }
}

function sentValue({ type, name }: CommandParameterObject, value: OptionValue, files: Attached[]): unknown {
  if (type === OptionType.ATTACHMENT) {
    if (typeof value !== 'object' || !('data' in value))
      throw new TypeError(`The option "${name}" takes a file: { name, data }.`)
    return String(files.push(value) - 1)
  }
  return typeof value === 'object' && isReference(value) ? idOf(value) : value
}

/** Returns options below the subcommand that they belong to. */
function within(path: readonly CommandOptionObject[], options: readonly SentOption[]): readonly SentOption[] {
  return path.reduceRight<readonly SentOption[]>((inner, { type, name }) => [{ type, name, options: inner }], options)
}
