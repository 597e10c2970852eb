import {
  COMMAND_STRING_MAX,
  type CommandOptionObject,
  type Faults,
  type GivenOptionObject,
  OptionType,
} from '@guildhall/protocol'
import { noIds, type SubmittedIds } from '../../../validation/submitted-ids.ts'
import { isValueOf } from './option-rules.ts'

type Value = GivenOptionObject['value']

/** Option as a client submits it; every field is unchecked. */
interface Submitted {
  readonly name?: unknown
  readonly value?: unknown
  readonly focused?: unknown
  readonly options?: unknown
}

/** Options that a user submitted, checked against the command's definition. */
export interface Invocation {
  options: GivenOptionObject[]
  ids: SubmittedIds
  /** Definition of the option that is being completed. */
  focused: CommandOptionObject | null
}

const KINDS: Record<number, keyof SubmittedIds> = {
  [OptionType.USER]: 'users',
  [OptionType.CHANNEL]: 'channels',
  [OptionType.ROLE]: 'roles',
  [OptionType.MENTIONABLE]: 'mentionables',
  [OptionType.ATTACHMENT]: 'attachments',
}

/** Checks submitted options; with `partial` (autocomplete) missing and unfinished options are no faults. */
export function checkInvocation(
  definition: readonly CommandOptionObject[],
  submitted: unknown,
  mode: { partial: boolean },
  faults: Faults,
): Invocation {
  const invocation: Invocation = { options: [], ids: noIds(), focused: null }
  invocation.options = readOptions(definition, submitted, { ...mode, depth: 0 }, invocation, faults)
  return invocation
}

function readOptions(
  definition: readonly CommandOptionObject[],
  submitted: unknown,
  mode: { partial: boolean; depth: number },
  invocation: Invocation,
  faults: Faults,
): GivenOptionObject[] {
  const given = Array.isArray(submitted)
    ? submitted.slice(0, 25).filter((entry): entry is Submitted => typeof entry === 'object' && entry !== null)
    : []
  const options: GivenOptionObject[] = []
  for (const [index, entry] of given.entries()) {
    const at = faults.at(index)
    const known = definition.find((option) => option.name === entry.name)
    if (!known) {
      at.add(['name'], 'BASE_TYPE_CHOICES', 'Unknown option.')
      continue
    }
    if (options.some((option) => option.name === known.name)) {
      at.add(['name'], 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
      continue
    }
    if (known.type === OptionType.SUB_COMMAND || known.type === OptionType.SUB_COMMAND_GROUP) {
      if (mode.depth > 2) continue
      const inner = readOptions(
        known.options ?? [],
        entry.options,
        { ...mode, depth: mode.depth + 1 },
        invocation,
        at.at('options'),
      )
      options.push({ type: known.type, name: known.name, options: inner })
    } else options.push(readValue(known, entry, mode, invocation, at.at('value')))
  }
  if (!mode.partial) requireMissing(definition, options, faults)
  return options
}

/** Adds faults for a missing subcommand and missing required options. */
function requireMissing(
  definition: readonly CommandOptionObject[],
  options: readonly GivenOptionObject[],
  faults: Faults,
): void {
  const nested = definition.some(
    (option) => option.type === OptionType.SUB_COMMAND || option.type === OptionType.SUB_COMMAND_GROUP,
  )
  if (nested && options.length !== 1) faults.add([], 'BASE_TYPE_REQUIRED', 'This field is required')
  for (const option of definition) {
    if (option.required === true && !options.some((entry) => entry.name === option.name)) {
      faults.add([option.name], 'BASE_TYPE_REQUIRED', 'This field is required')
    }
  }
}

function readValue(
  known: CommandOptionObject,
  entry: Submitted,
  mode: { partial: boolean },
  invocation: Invocation,
  faults: Faults,
): GivenOptionObject {
  const value = scalar(entry.value)
  const option: GivenOptionObject = { type: known.type, name: known.name, ...(value !== undefined && { value }) }
  if (mode.partial && entry.focused === true) {
    takeFocus(known, value, invocation, faults)
    return { ...option, focused: true }
  }
  const kind = KINDS[known.type]
  if (kind) takeId(value, invocation.ids[kind], faults)
  else checkPlain(known, value, faults)
  return option
}

/** Returns the value if its type can be an option's; undefined fails the checks of every option type. */
function scalar(value: unknown): Value {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** Notes the option that the user is typing. Its value is unfinished, so the option's bounds do not apply yet. */
function takeFocus(known: CommandOptionObject, value: Value, invocation: Invocation, faults: Faults): void {
  if (known.autocomplete !== true || invocation.focused)
    faults.add([], 'BASE_TYPE_CHOICES', 'Only one option can be completed, and this is not it.')
  invocation.focused = known
  const text = typeof value === 'string' && value.length <= COMMAND_STRING_MAX
  if (!text && typeof value !== 'number')
    faults.add([], 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
}

function takeId(value: Value, ids: Set<bigint>, faults: Faults): void {
  if (/^\d{1,20}$/.test(String(value))) ids.add(BigInt(String(value)))
  else faults.add([], 'NUMBER_TYPE_COERCE', 'Value is not snowflake.')
}

function checkPlain(known: CommandOptionObject, value: Value, faults: Faults): void {
  const wrong = (code: string, message: string) => faults.add([], code, message)
  const { choices } = known
  if (choices?.length && !choices.some((choice) => choice.value === value))
    return wrong('BASE_TYPE_CHOICES', 'Value must be one of the choices.')
  switch (known.type) {
    case OptionType.STRING: {
      if (typeof value !== 'string') return wrong('STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
      const { min_length: min = 0, max_length: max = COMMAND_STRING_MAX } = known
      const length = [...value].length
      if (length < min || length > max) wrong('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
      return
    }
    case OptionType.BOOLEAN:
      if (typeof value !== 'boolean') wrong('BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
      return
    default: {
      if (!isValueOf(known.type, value)) return wrong('NUMBER_TYPE_COERCE', 'Value is not a number.')
      if (known.min_value !== undefined && Number(value) < known.min_value)
        wrong('NUMBER_TYPE_MIN', `Value should be greater than or equal to ${known.min_value}.`)
      if (known.max_value !== undefined && Number(value) > known.max_value)
        wrong('NUMBER_TYPE_MAX', `Value should be less than or equal to ${known.max_value}.`)
    }
  }
}
