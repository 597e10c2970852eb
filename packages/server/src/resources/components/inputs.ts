import {
  BUTTON_LABEL_MAX,
  BUTTON_URL_MAX,
  ButtonStyle,
  ChannelType,
  ComponentType,
  CUSTOM_ID_MAX,
  type FieldPath,
  OPTION_DESCRIPTION_MAX,
  OPTION_LABEL_MAX,
  OPTION_VALUE_MAX,
  SELECT_OPTIONS_MAX,
  SELECT_PLACEHOLDER_MAX,
  SELECT_VALUES_MAX,
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
} from '../../validation/schema.ts'
import { type KeptEmoji, keptEmoji, PartialEmoji } from './emojis.ts'
import { note, read, required, stored, takeCustomId, type Walk, type Wire } from './fields.ts'

/** 32 bits with a sign. */
export const Id = OptionalNullable(Int(0, 2 ** 31 - 1))
export const CustomId = Text(1, CUSTOM_ID_MAX)

const Button = Type.Object({
  style: Int(1, 6),
  label: OptionalNullable(Text(0, BUTTON_LABEL_MAX)),
  emoji: OptionalNullable(PartialEmoji),
  custom_id: OptionalNullable(CustomId),
  url: OptionalNullable(Text(1, BUTTON_URL_MAX)),
  sku_id: OptionalNullable(SnowflakeId),
  disabled: OptionalNullable(Type.Boolean()),
  id: Id,
})
type Button = Static<typeof Button>

const LINK = /^(https?|discord):\/\/\S+$/i

/** A button: which fields it needs and may have is decided by its style. */
export function checkButton(value: Wire, walk: Walk, path: FieldPath): Wire | null {
  const button = read(Button, value, walk, path)
  if (!button || !fitsStyle(button, walk, path)) return null
  if (button.custom_id) takeCustomId(walk, button.custom_id, path)
  const { emoji, sku_id, ...rest } = button
  return stored({
    ...rest,
    type: ComponentType.BUTTON,
    emoji: emoji == null ? null : takeEmoji(emoji, walk, [...path, 'emoji']),
    sku_id: sku_id?.toString(),
  })
}

/** Answers whether all is right; what is not was noted. */
function fitsStyle({ style, label, emoji, custom_id, url, sku_id }: Button, walk: Walk, path: FieldPath): boolean {
  const missing = (field: string) => required(walk, [...path, field]) !== null
  const wrong = (field: string, message: string) => note(walk, [...path, field], 'BASE_TYPE_CHOICES', message) !== null
  if (style === ButtonStyle.PREMIUM) {
    if (!sku_id) return missing('sku_id')
    if (custom_id || url || label || emoji) return wrong('sku_id', 'A premium button has a sku_id and nothing else')
    return true
  }
  if (sku_id) return wrong('sku_id', 'Only premium buttons have a sku_id')
  if (style === ButtonStyle.LINK) {
    if (!url) return missing('url')
    if (!LINK.test(url)) return note(walk, [...path, 'url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.') !== null
    if (custom_id) return wrong('custom_id', 'A custom id and url cannot both be specified')
  } else {
    if (!custom_id) return missing('custom_id')
    if (url) return wrong('url', 'A custom id and url cannot both be specified')
  }
  return label || emoji ? true : missing('label')
}

function takeEmoji(emoji: Static<typeof PartialEmoji>, walk: Walk, path: FieldPath): KeptEmoji {
  const kept = keptEmoji(emoji)
  walk.emojis.push({ kept, path })
  return kept
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
  id: Id,
}
const StringSelect = Type.Object({ ...FIELDS, options: List(Option, 1, SELECT_OPTIONS_MAX) })
const ThingSelect = Type.Object({
  ...FIELDS,
  default_values: OptionalNullable(
    List(Type.Object({ id: SnowflakeId, type: OneOf('user', 'role', 'channel') }), 0, SELECT_VALUES_MAX),
  ),
})
const ChannelSelect = Type.Object({
  ...ThingSelect.properties,
  channel_types: OptionalNullable(Distinct(OneOf(...Object.values(ChannelType)), 0, SELECT_VALUES_MAX)),
})
type Select = Static<typeof StringSelect> | Static<typeof ChannelSelect>

/** Which defaults each select of things takes. */
const DEFAULT_KINDS: Record<number, readonly string[]> = {
  [ComponentType.USER_SELECT]: ['user'],
  [ComponentType.ROLE_SELECT]: ['role'],
  [ComponentType.MENTIONABLE_SELECT]: ['user', 'role'],
  [ComponentType.CHANNEL_SELECT]: ['channel'],
}

export function isSelect(type: unknown): boolean {
  return typeof type === 'number' && (type === ComponentType.STRING_SELECT || type in DEFAULT_KINDS)
}

function readSelect(value: Wire, type: number, walk: Walk, path: FieldPath): Select | null {
  if (type === ComponentType.STRING_SELECT) return read(StringSelect, value, walk, path)
  return read(type === ComponentType.CHANNEL_SELECT ? ChannelSelect : ThingSelect, value, walk, path)
}

/** Any of the five selects. In a modal `disabled` is an error and `required` counts. [MOD-13] [MOD-14] [MOD-15] */
export function checkSelect(
  value: Wire,
  type: number,
  place: 'message' | 'modal',
  walk: Walk,
  path: FieldPath,
): Wire | null {
  const select = readSelect(value, type, walk, path)
  if (!select) return null
  takeCustomId(walk, select.custom_id, path)
  if (place === 'modal' && select.disabled) {
    return note(walk, [...path, 'disabled'], 'COMPONENT_DISABLED_IN_MODAL', 'Select menus in modals cannot be disabled')
  }
  const must = select.required ?? true
  const min = select.min_values ?? 1
  const max = select.max_values ?? 1
  if (place === 'modal' && !fitsRequired(must, select.min_values, walk, path)) return null
  if (min > max) return tooMany(walk, [...path, 'min_values'])
  const { required: _, disabled, ...rest } = select
  const kept = {
    ...rest,
    type,
    min_values: min,
    max_values: max,
    ...(place === 'modal' ? { required: must } : { disabled }),
  }
  if ('options' in kept) {
    if (!checkOptions(kept.options, max, walk, path)) return null
    return stored({ ...kept, options: kept.options.map((option, index) => keptOption(option, walk, path, index)) })
  }
  if (!checkDefaults(kept.default_values ?? [], type, { min, max }, walk, path)) return null
  const default_values = kept.default_values?.map((entry) => ({ ...entry, id: entry.id.toString() }))
  return stored({ ...kept, default_values })
}

/** What is required asks for one at least. [MOD-13] [MOD-18] */
export function fitsRequired(must: boolean, min: number | null | undefined, walk: Walk, path: FieldPath): boolean {
  if (!must || min !== 0) return true
  return (
    note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MIN', 'What is required needs a min_values of 1 or more') !== null
  )
}

export function tooMany(walk: Walk, path: FieldPath): null {
  return note(walk, path, 'NUMBER_TYPE_MAX', 'The minimum must not be greater than the maximum')
}

/** Options of selects and groups: each value once, and no more chosen beforehand than may be. */
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
      return note(walk, at, 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message) !== null
    }
    values.add(option.value)
  }
  if (options.filter((option) => option.default).length <= max) return true
  const message = 'More options are chosen beforehand than may be chosen'
  return note(walk, [...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', message) !== null
}

function keptOption({ emoji, ...option }: Static<typeof Option>, walk: Walk, path: FieldPath, index: number): Wire {
  const at = [...path, 'options', index, 'emoji']
  return stored({ ...option, emoji: emoji == null ? null : takeEmoji(emoji, walk, at) })
}

/** What is chosen beforehand: of the select's kind, each once, and as many as may be chosen. */
function checkDefaults(
  defaults: readonly { id: bigint; type: string }[],
  type: number,
  { min, max }: { min: number; max: number },
  walk: Walk,
  path: FieldPath,
): boolean {
  const at = [...path, 'default_values']
  const kinds = DEFAULT_KINDS[type] ?? []
  const wrong = defaults.findIndex((entry) => !kinds.includes(entry.type))
  if (wrong >= 0) {
    const message = `Value must be one of (${kinds.map((kind) => `'${kind}'`).join(', ')}).`
    return note(walk, [...at, wrong, 'type'], 'BASE_TYPE_CHOICES', message) !== null
  }
  const twice = defaults.findIndex(({ id }, index) => defaults.findIndex((entry) => entry.id === id) < index)
  if (twice >= 0) {
    return note(walk, [...at, twice], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value') !== null
  }
  if (defaults.length === 0 || (defaults.length >= min && defaults.length <= max)) return true
  return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`) !== null
}
