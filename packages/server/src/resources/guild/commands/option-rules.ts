import {
  ChannelType,
  COMMAND_CHOICE_MAX,
  COMMAND_CHOICES_MAX,
  COMMAND_DESCRIPTION_MAX,
  COMMAND_NAME_MAX,
  COMMAND_OPTIONS_MAX,
  COMMAND_STRING_MAX,
  type CommandOptionObject,
  type Faults,
  FILE_TYPES_MAX,
  OptionType,
} from '@guildhall/protocol'
import { FILE_TYPE } from '../../../media/file-types.ts'
import { Distinct, Int, Json, OneOf, OptionalNullable, type Static, Text, Type } from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import { checkDistinctNames, checkLocalizations, type Localizations, textsOf } from './localization-rules.ts'
import { CommandLocalizations } from './requests.ts'

const Choice = Type.Object({
  name: Text(1, COMMAND_CHOICE_MAX),
  name_localizations: CommandLocalizations,
  value: Json,
})

const OptionFields = Type.Object({
  type: Int(1, 11),
  name: Text(1, COMMAND_NAME_MAX),
  name_localizations: CommandLocalizations,
  description: Text(1, COMMAND_DESCRIPTION_MAX),
  description_localizations: CommandLocalizations,
  required: OptionalNullable(Type.Boolean()),
  choices: OptionalNullable(Type.Array(Choice, { maxItems: COMMAND_CHOICES_MAX })),
  options: OptionalNullable(Type.Array(Json, { maxItems: COMMAND_OPTIONS_MAX })),
  channel_types: OptionalNullable(Distinct(OneOf(...Object.values(ChannelType)), 0, 20)),
  min_value: OptionalNullable(Type.Number()),
  max_value: OptionalNullable(Type.Number()),
  min_length: OptionalNullable(Int(0, COMMAND_STRING_MAX)),
  max_length: OptionalNullable(Int(1, COMMAND_STRING_MAX)),
  file_types: OptionalNullable(Distinct(Text(1, 32), 0, FILE_TYPES_MAX)),
  autocomplete: OptionalNullable(Type.Boolean()),
})
type Fields = Static<typeof OptionFields>

const ALL = ['type', 'name', 'name_localizations', 'description', 'description_localizations'] as const
const NUMERIC = ['required', 'choices', 'autocomplete', 'min_value', 'max_value'] as const
/** Additional fields of each type of option; other fields are ignored, like any unknown field. */
const OWN: Readonly<Record<number, readonly string[]>> = {
  [OptionType.SUB_COMMAND]: ['options'],
  [OptionType.SUB_COMMAND_GROUP]: ['options'],
  [OptionType.STRING]: ['required', 'choices', 'autocomplete', 'min_length', 'max_length'],
  [OptionType.INTEGER]: NUMERIC,
  [OptionType.NUMBER]: NUMERIC,
  [OptionType.CHANNEL]: ['required', 'channel_types'],
  [OptionType.ATTACHMENT]: ['required', 'file_types'],
}

/** Whether a name has only letters and digits of any script, `-`, `_` and `'`, in lower case if the script has case. */
export function isChatInputName(name: string): boolean {
  return /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u.test(name) && name === name.toLowerCase()
}

const nests = (type: number) => type === OptionType.SUB_COMMAND || type === OptionType.SUB_COMMAND_GROUP

/** Checks the options of a command, or of a subcommand or group, whose type is `parent`. */
export function checkOptions(inputs: readonly unknown[], parent: number | null, faults: Faults): CommandOptionObject[] {
  const checked: Fields[] = []
  let optionalSeen = false
  for (const [index, input] of inputs.entries()) {
    const at = faults.at(index)
    const result: unknown = validate(OptionFields, ownFields(input), at)
    if (typeof result === 'symbol') continue
    const option = result as Fields
    checkNames(option, checked, at)
    checkNesting(option.type, parent, at)
    if (nests(option.type)) option.options = checkOptions(option.options ?? [], option.type, at.at('options'))
    else if (!option.required) optionalSeen = true
    else if (optionalSeen)
      at.add(
        ['required'],
        'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
        'Required options must be placed before non-required options',
      )
    checkRange(option, at)
    checkChoices(option, at)
    checkFileTypes(option.file_types, at.at('file_types'))
    checked.push(option)
  }
  checkDistinctNames(checked, faults)
  const kinds = new Set(checked.map(({ type }) => nests(type)))
  if (kinds.size > 1)
    faults.add(
      [],
      'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
      'Sub-command and sub-command group option types are mutually exclusive to all other types',
    )
  return checked.map(withoutAbsent)
}

function ownFields(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const own = OWN[Number('type' in input ? input.type : undefined)] ?? ['required']
  const known: readonly string[] = [...ALL, ...own]
  return Object.fromEntries(Object.entries(input).filter(([key]) => known.includes(key)))
}

/** Returns the fields of an option that are set. */
function withoutAbsent(option: Fields): CommandOptionObject {
  const set = {
    ...option,
    name_localizations: textsOf(option.name_localizations),
    description_localizations: textsOf(option.description_localizations),
    choices: option.choices?.map(withoutNullTexts),
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value != null)) as unknown as CommandOptionObject
}

function withoutNullTexts(choice: Static<typeof Choice>) {
  const { name_localizations: given } = choice
  return given === undefined ? choice : { ...choice, name_localizations: textsOf(given) }
}

function checkNames(option: Fields, before: readonly Fields[], faults: Faults): void {
  const { name } = option
  if (!isChatInputName(name)) faults.add(['name'], 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  if (before.some((other) => other.name === name))
    faults.add(['name'], 'APPLICATION_COMMAND_OPTIONS_NAME_INVALID', 'Option names must be unique')
  const names = { max: COMMAND_NAME_MAX, invalid: (text: string) => !isChatInputName(text) }
  checkLocalizations(option.name_localizations, names, faults.at('name_localizations'))
  const at = faults.at('description_localizations')
  checkLocalizations(option.description_localizations, { max: COMMAND_DESCRIPTION_MAX }, at)
}

/** Checks nesting: groups contain only subcommands, and subcommands only parameters. */
function checkNesting(type: number, parent: number | null, faults: Faults): void {
  if (parent === null) return
  const fits = parent === OptionType.SUB_COMMAND_GROUP ? type === OptionType.SUB_COMMAND : !nests(type)
  if (fits) return
  faults.add(['type'], 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Sub-command option type is invalid at this depth')
}

/** Whether a value is a safe integer, or for the type NUMBER a number between -2^53 and 2^53. */
export function isValueOf(type: number, value: unknown): boolean {
  if (type === OptionType.INTEGER) return Number.isSafeInteger(value)
  return typeof value === 'number' && Math.abs(value) <= 2 ** 53
}

function checkRange(option: Fields, faults: Faults): void {
  const { type, min_value, max_value, min_length, max_length } = option
  for (const [key, value] of Object.entries({ min_value, max_value }))
    if (value != null && !isValueOf(type, value))
      faults.add([key], 'NUMBER_TYPE_COERCE', 'Value is out of range or not a whole number.')
  if (min_value != null && max_value != null && min_value > max_value)
    faults.add(['min_value'], 'NUMBER_TYPE_MAX', 'min_value must not be greater than max_value')
  if (min_length != null && max_length != null && min_length > max_length)
    faults.add(['min_length'], 'NUMBER_TYPE_MAX', 'min_length must not be greater than max_length')
}

function checkChoices({ type, choices, autocomplete }: Fields, faults: Faults): void {
  if (autocomplete && choices?.length)
    faults.add(['autocomplete'], 'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES', 'Autocomplete may not be set with choices')
  checkChoiceList(type, choices ?? [], faults.at('choices'))
}

interface GivenChoice {
  name: string
  name_localizations?: Localizations
  value: unknown
}

/** Checks choices of an option or an autocomplete response: unique names, and values of the option's type. */
export function checkChoiceList(type: number, choices: readonly GivenChoice[], faults: Faults): void {
  const names = new Set<string>()
  for (const [index, { name, name_localizations, value }] of choices.entries()) {
    const at = faults.at(index)
    if (names.has(name))
      at.add(['name'], 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS', 'Option choice name already exists')
    names.add(name)
    checkLocalizations(name_localizations, { max: COMMAND_CHOICE_MAX }, at.at('name_localizations'))
    if (type === OptionType.STRING) {
      const length = typeof value === 'string' ? [...value].length : 0
      if (length < 1 || length > COMMAND_CHOICE_MAX)
        at.add(['value'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${COMMAND_CHOICE_MAX} in length.`)
    } else if (!isValueOf(type, value)) at.add(['value'], 'NUMBER_TYPE_COERCE', 'Value is not a number.')
  }
}

/** Checks file types: a group of types, or an extension with its dot. [MOD-20] */
function checkFileTypes(types: readonly string[] | null | undefined, faults: Faults): void {
  for (const [index, type] of (types ?? []).entries())
    if (!FILE_TYPE.test(type)) faults.add([index], 'BASE_TYPE_CHOICES', 'Must be image, video, audio or an extension')
}
