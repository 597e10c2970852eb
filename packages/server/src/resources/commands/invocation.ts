import { COMMAND_STRING_MAX, type Faults, type FieldPath, OptionType } from '@guildhall/protocol'
import { noIds, type SubmittedIds } from '../components/index.ts'
import { isValueOf } from './options.ts'

type Wire = Record<string, unknown>

/** What a person gave for a command's options, held against its definition. */
export interface Invocation {
  options: Wire[]
  ids: SubmittedIds
  /** The name of the option that is being completed. */
  focused: Wire | null
}

const KINDS: Record<number, keyof SubmittedIds> = {
  [OptionType.USER]: 'users',
  [OptionType.CHANNEL]: 'channels',
  [OptionType.ROLE]: 'roles',
  [OptionType.MENTIONABLE]: 'mentionables',
  [OptionType.ATTACHMENT]: 'attachments',
}

/** With `partial` (autocomplete) what is missing or half written is no fault. */
export function checkInvocation(
  definition: readonly Wire[],
  submitted: unknown,
  mode: { partial: boolean },
  faults: Faults,
  path: FieldPath,
): Invocation {
  const invocation: Invocation = { options: [], ids: noIds(), focused: null }
  invocation.options = readOptions(definition, submitted, mode, invocation, faults, path, 0)
  return invocation
}

function readOptions(
  definition: readonly Wire[],
  submitted: unknown,
  mode: { partial: boolean },
  invocation: Invocation,
  faults: Faults,
  path: FieldPath,
  depth: number,
): Wire[] {
  const given = Array.isArray(submitted)
    ? submitted.slice(0, 25).filter((entry): entry is Wire => typeof entry === 'object' && entry !== null)
    : []
  const options: Wire[] = []
  for (const [index, entry] of given.entries()) {
    const at = [...path, index]
    const known = definition.find((option) => option.name === entry.name)
    if (!known) {
      faults.add([...at, 'name'], 'BASE_TYPE_CHOICES', 'Unknown option.')
      continue
    }
    if (options.some((option) => option.name === known.name)) {
      faults.add([...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
      continue
    }
    if (known.type === OptionType.SUB_COMMAND || known.type === OptionType.SUB_COMMAND_GROUP) {
      if (depth > 2) continue
      const inner = readOptions(
        (known.options as Wire[] | undefined) ?? [],
        entry.options,
        mode,
        invocation,
        faults,
        [...at, 'options'],
        depth + 1,
      )
      options.push({ type: known.type, name: known.name, options: inner })
    } else options.push(readValue(known, entry, mode, invocation, faults, [...at, 'value']))
  }
  if (!mode.partial) requireMissing(definition, options, faults, path)
  return options
}

/** A subcommand must be chosen where there are any, and required options must be there. */
function requireMissing(definition: readonly Wire[], options: readonly Wire[], faults: Faults, path: FieldPath): void {
  const nested = definition.some(
    (option) => option.type === OptionType.SUB_COMMAND || option.type === OptionType.SUB_COMMAND_GROUP,
  )
  if (nested && options.length !== 1) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  for (const option of definition) {
    if (option.required === true && !options.some((entry) => entry.name === option.name)) {
      faults.add([...path, String(option.name)], 'BASE_TYPE_REQUIRED', 'This field is required')
    }
  }
}

function readValue(
  known: Wire,
  entry: Wire,
  mode: { partial: boolean },
  invocation: Invocation,
  faults: Faults,
  path: FieldPath,
): Wire {
  const option: Wire = { type: known.type, name: known.name, value: entry.value }
  if (mode.partial && entry.focused === true) {
    takeFocus(known, entry.value, invocation, faults, path)
    return { ...option, focused: true }
  }
  const kind = KINDS[known.type as number]
  if (kind) takeId(entry.value, invocation.ids[kind], faults, path)
  else checkPlain(known, entry.value, faults, path)
  return option
}

/** The one option that is being typed: half written, so its own bounds do not hold yet. */
function takeFocus(known: Wire, value: unknown, invocation: Invocation, faults: Faults, path: FieldPath): void {
  if (known.autocomplete !== true || invocation.focused)
    faults.add(path, 'BASE_TYPE_CHOICES', 'Only one option can be completed, and this is not it.')
  invocation.focused = known
  const text = typeof value === 'string' && value.length <= COMMAND_STRING_MAX
  if (!text && typeof value !== 'number')
    faults.add(path, 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
}

function takeId(value: unknown, ids: Set<bigint>, faults: Faults, path: FieldPath): void {
  if (/^\d{1,20}$/.test(String(value))) ids.add(BigInt(String(value)))
  else faults.add(path, 'NUMBER_TYPE_COERCE', 'Value is not snowflake.')
}

function checkPlain(known: Wire, value: unknown, faults: Faults, path: FieldPath): void {
  const wrong = (code: string, message: string) => faults.add(path, code, message)
  const choices = known.choices as { value: unknown }[] | undefined
  if (choices?.length && !choices.some((choice) => choice.value === value))
    return wrong('BASE_TYPE_CHOICES', 'Value must be one of the choices.')
  switch (known.type) {
    case OptionType.STRING: {
      if (typeof value !== 'string') return wrong('STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
      const min = Number(known.min_length ?? 0)
      const max = Number(known.max_length ?? COMMAND_STRING_MAX)
      const length = [...value].length
      if (length < min || length > max) wrong('BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
      return
    }
    case OptionType.BOOLEAN:
      if (typeof value !== 'boolean') wrong('BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
      return
    default: {
      if (!isValueOf(Number(known.type), value)) return wrong('NUMBER_TYPE_COERCE', 'Value is not a number.')
      if (known.min_value !== undefined && Number(value) < Number(known.min_value))
        wrong('NUMBER_TYPE_MIN', `Value should be greater than or equal to ${known.min_value}.`)
      if (known.max_value !== undefined && Number(value) > Number(known.max_value))
        wrong('NUMBER_TYPE_MAX', `Value should be less than or equal to ${known.max_value}.`)
    }
  }
}
