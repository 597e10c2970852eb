import {
  allow,
  CHAT_INPUT_COMMANDS_MAX,
  COMMAND_CHOICE_MAX,
  COMMAND_CHOICES_MAX,
  COMMAND_CREATES_PER_DAY_MAX,
  COMMAND_DESCRIPTION_MAX,
  COMMAND_NAME_MAX,
  COMMAND_OPTIONS_MAX,
  COMMAND_STRING_MAX,
  COMMAND_TEXT_MAX,
  CONTEXT_MENU_COMMANDS_MAX,
  CommandType,
  ENTRY_POINT_COMMANDS_MAX,
  type Faults,
  FILE_TYPES_MAX,
  type FieldPath,
  LOCALES,
  OptionType,
  refuse,
  type Verdict,
} from '@guildhall/protocol'
import { Int, Json, Nullable, Optional, PermissionBits, Text, Type } from '../../kernel/schema.ts'
import { validate } from '../../kernel/validate.ts'

type Wire = Record<string, unknown>
const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
const Localizations = maybe(Type.Record(Type.String(), Type.String()))

/** A command as it is created; what its type asks for is decided by `checkCommand`. */
export const CommandFields = Type.Object({
  name: Text(1, COMMAND_NAME_MAX),
  name_localizations: Localizations,
  description: maybe(Text(0, COMMAND_DESCRIPTION_MAX)),
  description_localizations: Localizations,
  options: maybe(Type.Array(Json, { maxItems: COMMAND_OPTIONS_MAX })),
  default_member_permissions: maybe(PermissionBits),
  dm_permission: maybe(Type.Boolean()),
  integration_types: maybe(Type.Array(Int(0, 1), { minItems: 1, maxItems: 2 })),
  contexts: maybe(Type.Array(Int(0, 2), { minItems: 1, maxItems: 3 })),
  nsfw: maybe(Type.Boolean()),
  type: maybe(Int(1, 4)),
  handler: maybe(Int(1, 2)),
})

const OptionFields = Type.Object({
  type: Int(1, 11),
  name: Text(1, COMMAND_NAME_MAX),
  name_localizations: Localizations,
  description: Text(1, COMMAND_DESCRIPTION_MAX),
  description_localizations: Localizations,
  required: maybe(Type.Boolean()),
  choices: maybe(
    Type.Array(Type.Object({ name: Text(1, COMMAND_CHOICE_MAX), name_localizations: Localizations, value: Json }), {
      maxItems: COMMAND_CHOICES_MAX,
    }),
  ),
  options: maybe(Type.Array(Json, { maxItems: COMMAND_OPTIONS_MAX })),
  channel_types: maybe(Type.Array(Int(0, 20))),
  min_value: maybe(Type.Number()),
  max_value: maybe(Type.Number()),
  min_length: maybe(Int(0, COMMAND_STRING_MAX)),
  max_length: maybe(Int(1, COMMAND_STRING_MAX)),
  file_types: maybe(Type.Array(Text(1, 32), { maxItems: FILE_TYPES_MAX })),
  autocomplete: maybe(Type.Boolean()),
})

/** What a command is kept as: wire fields without ids. */
export interface CommandDraft {
  type: number
  name: string
  name_localizations: Record<string, string> | null
  description: string
  description_localizations: Record<string, string> | null
  options: Wire[]
  default_member_permissions: string | null
  dm_permission: boolean
  integration_types: number[] | null
  contexts: number[] | null
  nsfw: boolean
  handler: number | null
}

const CHAT_INPUT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u

function add(faults: Faults, path: FieldPath, code: string, message: string): void {
  faults.add(path, code, message)
}

/** Checks a whole command; null when faults were added. [SVC-4] [SVC-5] */
export function checkCommand(input: unknown, faults: Faults, path: FieldPath): CommandDraft | null {
  const fields: unknown = validate(CommandFields, input, faults, path)
  if (typeof fields === 'symbol') return null
  const command = fields as ReturnType<typeof validate<typeof CommandFields>>
  const type = command.type ?? CommandType.CHAT_INPUT
  const description = command.description ?? ''
  checkName(command.name, type === CommandType.CHAT_INPUT, faults, [...path, 'name'])
  checkLocalizations(command.name_localizations, COMMAND_NAME_MAX, faults, [...path, 'name_localizations'])
  checkLocalizations(command.description_localizations, COMMAND_DESCRIPTION_MAX, faults, [
    ...path,
    'description_localizations',
  ])
  if (type === CommandType.CHAT_INPUT && description === '')
    add(faults, [...path, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (type !== CommandType.CHAT_INPUT && type !== CommandType.PRIMARY_ENTRY_POINT) {
    if (description !== '')
      add(
        faults,
        [...path, 'description'],
        'APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED',
        'Context menu commands cannot have description',
      )
    if (command.options?.length)
      add(
        faults,
        [...path, 'options'],
        'APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED',
        'Context menu commands cannot have options',
      )
  }
  const options = checkOptions(command.options ?? [], 0, faults, [...path, 'options'])
  const draft: CommandDraft = {
    type,
    name: command.name,
    name_localizations: command.name_localizations ?? null,
    description,
    description_localizations: command.description_localizations ?? null,
    options,
    default_member_permissions: command.default_member_permissions?.toString() ?? null,
    dm_permission: command.dm_permission ?? true,
    integration_types: command.integration_types ?? null,
    contexts: command.contexts ?? null,
    nsfw: command.nsfw ?? false,
    handler: type === CommandType.PRIMARY_ENTRY_POINT ? (command.handler ?? 1) : null,
  }
  if (textLength(draft) > COMMAND_TEXT_MAX)
    add(faults, path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${COMMAND_TEXT_MAX})`)
  return faults.any ? null : draft
}

function checkName(name: string, chatInput: boolean, faults: Faults, path: FieldPath): void {
  if (!chatInput) return
  if (!CHAT_INPUT_NAME.test(name) || name !== name.toLowerCase()) {
    add(faults, path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  }
}

function checkLocalizations(
  given: Record<string, string> | null | undefined,
  max: number,
  faults: Faults,
  path: FieldPath,
): void {
  for (const [locale, text] of Object.entries(given ?? {})) {
    if (!(LOCALES as readonly string[]).includes(locale))
      add(faults, [...path, locale], 'BASE_TYPE_CHOICES', 'Unknown locale.')
    if (text.length < 1 || text.length > max)
      add(faults, [...path, locale], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)
  }
}

/** Depth 0 is the command, 1 inside a group or subcommand, 2 inside a subcommand of a group. */
function checkOptions(options: readonly unknown[], depth: number, faults: Faults, path: FieldPath): Wire[] {
  const names = new Set<string>()
  let optionalSeen = false
  const nested = (type: number) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP
  const checked: Wire[] = []
  for (const [index, input] of options.entries()) {
    const at = [...path, index]
    const option: unknown = validate(OptionFields, input, faults, at)
    if (typeof option === 'symbol') continue
    const fields = option as ReturnType<typeof validate<typeof OptionFields>>
    checkName(fields.name, true, faults, [...at, 'name'])
    if (names.has(fields.name))
      add(faults, [...at, 'name'], 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
    names.add(fields.name)
    checkLocalizations(fields.name_localizations, COMMAND_NAME_MAX, faults, [...at, 'name_localizations'])
    if (!nested(fields.type)) {
      if (fields.required && optionalSeen)
        add(
          faults,
          [...at, 'required'],
          'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
          'Required options must be placed before non-required options',
        )
      if (!fields.required) optionalSeen = true
    } else if (
      (fields.type === OptionType.SUB_COMMAND_GROUP && depth > 0) ||
      (fields.type === OptionType.SUB_COMMAND && depth > 1)
    ) {
      add(
        faults,
        [...at, 'type'],
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'Sub-command option type is invalid at this depth',
      )
    }
    checkRange(fields, faults, at)
    checkChoices(fields, faults, at)
    const inner = nested(fields.type)
      ? checkOptions(fields.options ?? [], depth + 1, faults, [...at, 'options'])
      : undefined
    checked.push(withoutAbsent({ ...fields, options: inner }))
  }
  const kinds = checked.map((option) => nested(option.type as number))
  if (kinds.includes(true) && kinds.includes(false)) {
    add(
      faults,
      path,
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    )
  }
  return checked
}

function withoutAbsent(wire: Wire): Wire {
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined && value !== null))
}

const NUMERIC: readonly number[] = [OptionType.INTEGER, OptionType.NUMBER]

type Fields = ReturnType<typeof validate<typeof OptionFields>>

function checkRange(option: Fields, faults: Faults, path: FieldPath): void {
  const { min_value, max_value, min_length, max_length } = option
  if (min_value != null && max_value != null && min_value > max_value) {
    add(faults, [...path, 'min_value'], 'NUMBER_TYPE_MAX', 'min_value must not be greater than max_value')
  }
  if (min_length != null && max_length != null && min_length > max_length) {
    add(faults, [...path, 'min_length'], 'NUMBER_TYPE_MAX', 'min_length must not be greater than max_length')
  }
}

function checkChoices(option: Fields, faults: Faults, path: FieldPath): void {
  const { choices, type, autocomplete } = option
  if (autocomplete && choices?.length)
    add(
      faults,
      [...path, 'autocomplete'],
      'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES',
      'Autocomplete may not be set with choices',
    )
  for (const [index, choice] of (choices ?? []).entries()) {
    const at = [...path, 'choices', index, 'value']
    if (type === OptionType.STRING) {
      if (typeof choice.value !== 'string' || choice.value.length < 1 || choice.value.length > COMMAND_CHOICE_MAX)
        add(faults, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${COMMAND_CHOICE_MAX} in length.`)
    } else if (!NUMERIC.includes(type) || typeof choice.value !== 'number' || !Number.isFinite(choice.value)) {
      add(faults, at, 'NUMBER_TYPE_COERCE', 'Value is not a number.')
    }
  }
}

/** Of name, description and value, of the command and all below it; of localized texts the longest counts. */
function textLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + textLength(entry), 0)
  const wire = value as Wire
  const longest = (key: string) => {
    const texts = Object.values((wire[`${key}_localizations`] as Record<string, string> | null | undefined) ?? {})
    return Math.max(0, ...[wire[key], ...texts].map((text) => (typeof text === 'string' ? text.length : 0)))
  }
  return (
    longest('name') + longest('description') + longest('value') + textLength(wire.options) + textLength(wire.choices)
  )
}

const MOST: Record<number, number> = {
  [CommandType.CHAT_INPUT]: CHAT_INPUT_COMMANDS_MAX,
  [CommandType.USER]: CONTEXT_MENU_COMMANDS_MAX,
  [CommandType.MESSAGE]: CONTEXT_MENU_COMMANDS_MAX,
  [CommandType.PRIMARY_ENTRY_POINT]: ENTRY_POINT_COMMANDS_MAX,
}

/** So many commands of a type in one scope, each type counted apart. [LIM-10] [LIM-11] */
export function mayHold(type: number, count: number): Verdict {
  return count <= (MOST[type] ?? 0) ? allow : refuse('TOO_MANY_APPLICATION_COMMANDS', `${count} of type ${type}`)
}

/** 200 creates a day and scope. */
export function mayCreateToday(created: number): Verdict {
  return created < COMMAND_CREATES_PER_DAY_MAX ? allow : refuse('TOO_MANY_DAILY_COMMAND_CREATES', `${created} today`)
}
