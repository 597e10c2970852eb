import {
  BUTTON_LABEL_MAX,
  BUTTON_URL_MAX,
  type ButtonObject,
  ButtonStyle,
  ChannelType,
  ComponentType,
  type FieldPath,
  OPTION_DESCRIPTION_MAX,
  OPTION_LABEL_MAX,
  OPTION_VALUE_MAX,
  SELECT_OPTIONS_MAX,
  SELECT_PLACEHOLDER_MAX,
  SELECT_VALUES_MAX,
  type SelectObject,
  type SelectOptionObject,
} from '@guildhall/protocol'
import {
  Distinct,
  Int,
  List,
  OneOf,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'
import type { StoredPartialEmoji } from './model.ts'
import { ComponentId, CustomId, PartialEmoji, storedEmojiOf } from './requests.ts'
import { addFault, addRequired, readFields, takeCustomId, type Unchecked, type Walk, withoutAbsent } from './walk.ts'

const Button = Type.Object({
  style: Int(1, 6),
  label: OptionalNullable(Text(0, BUTTON_LABEL_MAX)),
  emoji: OptionalNullable(PartialEmoji),
  custom_id: OptionalNullable(CustomId),
  url: OptionalNullable(Text(1, BUTTON_URL_MAX)),
  sku_id: OptionalNullable(SnowflakeId),
  disabled: OptionalNullable(Type.Boolean()),
  id: ComponentId,
})
type Button = Static<typeof Button>

const LINK = /^(https?|discord):\/\/\S+$/i

/** Checks a button. Its style decides which fields it needs and may have. Returns null when it added faults. */
export function checkButton(value: Unchecked, walk: Walk, path: FieldPath): ButtonObject | null {
  const button = readFields(Button, value, walk, path)
  if (!button || !fitsStyle(button, walk, path)) return null
  if (button.custom_id) takeCustomId(walk, button.custom_id, path)
  const { emoji, sku_id, ...rest } = button
  return withoutAbsent({
    ...rest,
    type: ComponentType.BUTTON,
    emoji: emoji == null ? null : takeEmoji(emoji, walk, [...path, 'emoji']),
    sku_id: sku_id?.toString(),
  })
}

/** Returns whether the fields of a button fit its style. Adds a fault when they do not. */
function fitsStyle({ style, label, emoji, custom_id, url, sku_id }: Button, walk: Walk, path: FieldPath): boolean {
  const missing = (field: string) => addRequired(walk, [...path, field]) !== null
  const wrong = (field: string, message: string) =>
    addFault(walk, [...path, field], 'BASE_TYPE_CHOICES', message) !== null
  if (style === ButtonStyle.PREMIUM) {
    if (!sku_id) return missing('sku_id')
    if (custom_id || url || label || emoji) return wrong('sku_id', 'A premium button has a sku_id and nothing else')
    return true
  }
  if (sku_id) return wrong('sku_id', 'Only premium buttons have a sku_id')
  if (style === ButtonStyle.LINK) {
    if (!url) return missing('url')
    if (!LINK.test(url))
      return addFault(walk, [...path, 'url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.') !== null
    if (custom_id) return wrong('custom_id', 'A custom id and url cannot both be specified')
  } else {
    if (!custom_id) return missing('custom_id')
    if (url) return wrong('url', 'A custom id and url cannot both be specified')
  }
  return label || emoji ? true : missing('label')
}

function takeEmoji(emoji: Static<typeof PartialEmoji>, walk: Walk, path: FieldPath): StoredPartialEmoji {
  const stored = storedEmojiOf(emoji)
  walk.emojis.push({ stored, path })
  return stored
}

const Option = Type.Object({
  label: Text(1, OPTION_LABEL_MAX),
  value: Text(1, OPTION_VALUE_MAX),
  description: OptionalNullable(Text(0, OPTION_DESCRIPTION_MAX)),
  emoji: OptionalNullable(PartialEmoji),
  default: OptionalNullable(Type.Boolean()),
})

const FIELDS = {
  custom_id: CustomId,
  placeholder: OptionalNullable(Text(0, SELECT_PLACEHOLDER_MAX)),
  min_values: OptionalNullable(Int(0, SELECT_VALUES_MAX)),
  max_values: OptionalNullable(Int(1, SELECT_VALUES_MAX)),
  disabled: OptionalNullable(Type.Boolean()),
  required: OptionalNullable(Type.Boolean()),
  id: ComponentId,
}
const StringSelect = Type.Object({ ...FIELDS, options: List(Option, 1, SELECT_OPTIONS_MAX) })
/** Select of users, roles or mentionables. */
const EntitySelect = Type.Object({
  ...FIELDS,
  default_values: OptionalNullable(
    List(Type.Object({ id: SnowflakeId, type: OneOf('user', 'role', 'channel') }), 0, SELECT_VALUES_MAX),
  ),
})
const ChannelSelect = Type.Object({
  ...EntitySelect.properties,
  channel_types: OptionalNullable(Distinct(OneOf(...Object.values(ChannelType)), 0, SELECT_VALUES_MAX)),
})
type Select = Static<typeof StringSelect> | Static<typeof ChannelSelect>

/** Types of default values that each select of entities accepts. */
const DEFAULT_TYPES: Record<number, readonly string[]> = {
  [ComponentType.USER_SELECT]: ['user'],
  [ComponentType.ROLE_SELECT]: ['role'],
  [ComponentType.MENTIONABLE_SELECT]: ['user', 'role'],
  [ComponentType.CHANNEL_SELECT]: ['channel'],
}

function readSelect(value: Unchecked, type: number, walk: Walk, path: FieldPath): Select | null {
  if (type === ComponentType.STRING_SELECT) return readFields(StringSelect, value, walk, path)
  return readFields(type === ComponentType.CHANNEL_SELECT ? ChannelSelect : EntitySelect, value, walk, path)
}

/**
 * Checks any of the five selects. In a modal `disabled` is an error and `required` is stored. Returns null if it added
 * faults. [MOD-13] [MOD-14] [MOD-15]
 */
export function checkSelect(
  value: Unchecked,
  type: SelectObject['type'],
  container: 'message' | 'modal',
  walk: Walk,
  path: FieldPath,
): SelectObject | null {
  const select = readSelect(value, type, walk, path)
  if (!select) return null
  takeCustomId(walk, select.custom_id, path)
  if (container === 'modal' && select.disabled) {
    const message = 'Select menus in modals cannot be disabled'
    return addFault(walk, [...path, 'disabled'], 'COMPONENT_DISABLED_IN_MODAL', message)
  }
  const isRequired = select.required ?? true
  const min = select.min_values ?? 1
  const max = select.max_values ?? 1
  if (container === 'modal' && !fitsRequired(isRequired, select.min_values, walk, path)) return null
  if (min > max) return addMinOverMax(walk, [...path, 'min_values'])
  const { required: _, disabled, ...rest } = select
  const checked = {
    ...rest,
    type,
    min_values: min,
    max_values: max,
    ...(container === 'modal' ? { required: isRequired } : { disabled }),
  }
  if ('options' in checked) {
    if (!checkOptions(checked.options, max, walk, path)) return null
    const options = checked.options.map((option, index) => storedOption(option, walk, path, index))
    return withoutAbsent({ ...checked, options })
  }
  if (!checkDefaults(checked.default_values ?? [], type, { min, max }, walk, path)) return null
  const default_values = checked.default_values?.map((entry) => ({ ...entry, id: entry.id.toString() }))
  return withoutAbsent({ ...checked, default_values })
}

/** Returns whether an input's minimum fits `required`: a required input takes at least one value. [MOD-13] [MOD-18] */
export function fitsRequired(
  isRequired: boolean,
  min: number | null | undefined,
  walk: Walk,
  path: FieldPath,
): boolean {
  if (!isRequired || min !== 0) return true
  const message = 'A required component needs a min_values of 1 or more'
  return addFault(walk, [...path, 'min_values'], 'NUMBER_TYPE_MIN', message) !== null
}

/** Adds the fault of a minimum that is greater than the maximum. */
export function addMinOverMax(walk: Walk, path: FieldPath): null {
  return addFault(walk, path, 'NUMBER_TYPE_MAX', 'The minimum must not be greater than the maximum')
}

/** Returns whether options have distinct values and at most `max` defaults. Adds a fault when they do not. */
export function checkOptions(
  options: readonly { value: string; default?: boolean | null }[],
  max: number,
  walk: Walk,
  path: FieldPath,
): boolean {
  const values = new Set<string>()
  for (const [index, option] of options.entries()) {
    if (values.has(option.value)) {
      const at = [...path, 'options', index, 'value']
      const message = 'The specified option value is already used'
      return addFault(walk, at, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message) !== null
    }
    values.add(option.value)
  }
  if (options.filter((option) => option.default).length <= max) return true
  const message = `At most ${max} options can be selected by default`
  return addFault(walk, [...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', message) !== null
}

function storedOption(
  { emoji, ...option }: Static<typeof Option>,
  walk: Walk,
  path: FieldPath,
  index: number,
): SelectOptionObject {
  const at = [...path, 'options', index, 'emoji']
  return withoutAbsent({ ...option, emoji: emoji == null ? null : takeEmoji(emoji, walk, at) })
}

/** Checks default values of a select: of its type, distinct, and within its minimum and maximum. */
function checkDefaults(
  defaults: readonly { id: bigint; type: string }[],
  type: number,
  { min, max }: { min: number; max: number },
  walk: Walk,
  path: FieldPath,
): boolean {
  const at = [...path, 'default_values']
  const types = DEFAULT_TYPES[type] ?? []
  const wrong = defaults.findIndex((entry) => !types.includes(entry.type))
  if (wrong >= 0) {
    const message = `Value must be one of (${types.map((accepted) => `'${accepted}'`).join(', ')}).`
    return addFault(walk, [...at, wrong, 'type'], 'BASE_TYPE_CHOICES', message) !== null
  }
  const repeated = defaults.findIndex(({ id }, index) => defaults.findIndex((entry) => entry.id === id) < index)
  if (repeated >= 0) {
    const message = 'The set already contains this value'
    return addFault(walk, [...at, repeated], 'SET_TYPE_ALREADY_CONTAINS_VALUE', message) !== null
  }
  if (defaults.length === 0 || (defaults.length >= min && defaults.length <= max)) return true
  return addFault(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`) !== null
}
