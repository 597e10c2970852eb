import {
  BUTTON_LABEL_MAX,
  BUTTON_URL_MAX,
  ButtonStyle,
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
import { Int, Nullable, Optional, SnowflakeId, Text, Type } from '../../kernel/schema.ts'
import { note, read, takeCustomId, type Walk, type Wire } from './fields.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
export const Id = maybe(Int(0, 2 ** 32 - 1))
export const CustomId = Text(1, CUSTOM_ID_MAX)
/** A custom emoji by its id or a Unicode one by its name. */
const Emoji = Type.Object({ id: maybe(Text(1, 20)), name: maybe(Text(1, 100)), animated: maybe(Type.Boolean()) })

const Button = Type.Object({
  style: Int(1, 6),
  label: maybe(Text(0, BUTTON_LABEL_MAX)),
  emoji: maybe(Emoji),
  custom_id: maybe(CustomId),
  url: maybe(Text(1, BUTTON_URL_MAX)),
  sku_id: maybe(SnowflakeId),
  disabled: maybe(Type.Boolean()),
  id: Id,
})

const LINK = /^(https?|discord):\/\/\S+$/i

/** A button: which fields it needs is decided by its style. */
export function checkButton(value: Wire, walk: Walk, path: FieldPath): Wire | null {
  const button = read(Button, value, walk, path)
  if (!button) return null
  const { style, label, emoji, custom_id, url, sku_id } = button
  const wrong = (field: string, message: string) => note(walk, [...path, field], 'BASE_TYPE_CHOICES', message)
  const missing = (field: string) => note(walk, [...path, field], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (style === ButtonStyle.LINK) {
    if (!url) return missing('url')
    if (!LINK.test(url)) return note(walk, [...path, 'url'], 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
    if (custom_id) return wrong('custom_id', 'A custom id and url cannot both be specified')
  } else if (style === ButtonStyle.PREMIUM) {
    if (!sku_id) return missing('sku_id')
    if (custom_id || url || label || emoji) return wrong('sku_id', 'A premium button has a sku_id and nothing else')
  } else {
    if (!custom_id) return missing('custom_id')
    if (url) return wrong('url', 'A custom id and url cannot both be specified')
    takeCustomId(walk, custom_id, path)
  }
  if (style !== ButtonStyle.PREMIUM && !label && !emoji) return missing('label')
  return stored({ ...button, type: ComponentType.BUTTON, ...(sku_id ? { sku_id: sku_id.toString() } : {}) })
}

const Option = Type.Object({
  label: Text(1, OPTION_LABEL_MAX),
  value: Text(1, OPTION_VALUE_MAX),
  description: maybe(Text(0, OPTION_DESCRIPTION_MAX)),
  emoji: maybe(Emoji),
  default: maybe(Type.Boolean()),
})

const Select = Type.Object({
  custom_id: CustomId,
  placeholder: maybe(Text(0, SELECT_PLACEHOLDER_MAX)),
  min_values: maybe(Int(0, SELECT_VALUES_MAX)),
  max_values: maybe(Int(1, SELECT_VALUES_MAX)),
  disabled: maybe(Type.Boolean()),
  required: maybe(Type.Boolean()),
  options: maybe(Type.Array(Option, { minItems: 1, maxItems: SELECT_OPTIONS_MAX })),
  channel_types: maybe(Type.Array(Int(0, 20))),
  default_values: maybe(
    Type.Array(
      Type.Object({
        id: SnowflakeId,
        type: Type.Union([Type.Literal('user'), Type.Literal('role'), Type.Literal('channel')]),
      }),
      {
        maxItems: SELECT_VALUES_MAX,
      },
    ),
  ),
  id: Id,
})

/** Which defaults each select of things takes. */
const DEFAULT_KINDS: Record<number, readonly string[]> = {
  [ComponentType.USER_SELECT]: ['user'],
  [ComponentType.ROLE_SELECT]: ['role'],
  [ComponentType.MENTIONABLE_SELECT]: ['user', 'role'],
  [ComponentType.CHANNEL_SELECT]: ['channel'],
}

/** Any of the five selects. In a modal `disabled` is an error and `required` counts. [MOD-13] [MOD-14] [MOD-15] */
export function checkSelect(
  value: Wire,
  type: number,
  place: 'message' | 'modal',
  walk: Walk,
  path: FieldPath,
): Wire | null {
  const select = read(Select, value, walk, path)
  if (!select) return null
  takeCustomId(walk, select.custom_id, path)
  if (place === 'modal' && select.disabled) {
    return note(walk, [...path, 'disabled'], 'COMPONENT_DISABLED_IN_MODAL', 'Select menus in modals cannot be disabled')
  }
  const required = select.required ?? true
  if (place === 'modal' && required && select.min_values === 0) {
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MIN', 'A required select needs at least one value')
  }
  if ((select.min_values ?? 1) > (select.max_values ?? 1)) {
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MAX', 'min_values must not be greater than max_values')
  }
  if (!checkChoices(select, type, walk, path)) return null
  const { required: _, default_values, ...rest } = select
  return stored({
    ...rest,
    type,
    ...(default_values
      ? { default_values: default_values.map((entry) => ({ ...entry, id: entry.id.toString() })) }
      : {}),
    ...(place === 'modal' ? { required } : {}),
  })
}

function checkChoices(
  select: {
    options?: { value: string; default?: boolean | null }[] | null
    max_values?: number | null
    default_values?: { type: string }[] | null
  },
  type: number,
  walk: Walk,
  path: FieldPath,
): boolean {
  if (type !== ComponentType.STRING_SELECT) {
    const kinds = DEFAULT_KINDS[type] ?? []
    const wrong = (select.default_values ?? []).findIndex((entry) => !kinds.includes(entry.type))
    if (wrong < 0) return true
    return (
      note(
        walk,
        [...path, 'default_values', wrong, 'type'],
        'BASE_TYPE_CHOICES',
        `Value must be one of {${kinds.join(', ')}}.`,
      ) !== null
    )
  }
  if (!select.options) return note(walk, [...path, 'options'], 'BASE_TYPE_REQUIRED', 'This field is required') !== null
  const values = new Set<string>()
  for (const [index, option] of select.options.entries()) {
    if (values.has(option.value)) {
      return (
        note(
          walk,
          [...path, 'options', index, 'value'],
          'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
          'The specified option value is already used',
        ) !== null
      )
    }
    values.add(option.value)
  }
  const defaults = select.options.filter((option) => option.default).length
  if (defaults <= (select.max_values ?? 1)) return true
  return (
    note(walk, [...path, 'options'], 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than max_values') !== null
  )
}

/** Without what is null or absent: the stored component is what clients are shown. */
export function stored(component: Wire): Wire {
  return Object.fromEntries(Object.entries(component).filter(([, value]) => value !== null && value !== undefined))
}

export function isSelect(type: unknown): boolean {
  return typeof type === 'number' && (type === ComponentType.STRING_SELECT || type in DEFAULT_KINDS)
}
