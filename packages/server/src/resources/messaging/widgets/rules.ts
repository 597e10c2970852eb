import {
  type Faults,
  invalidForm,
  PROFILE_FIELD_NAME_MAX,
  REQUIRED_WIDGET_SURFACES,
  WIDGET_ASSET_KEY_MAX,
  WIDGET_CUSTOM_STRING_MAX,
  WIDGET_SURFACES,
} from '@guildhall/protocol'
import type { WidgetSurfaces } from './model.ts'
import type { Surfaces, WidgetField } from './requests.ts'

/** Sources that a presentation accepts. Only statistics have numbers, and texts are no images. */
const SOURCES: Readonly<Record<WidgetField['presentation_type'], readonly string[]>> = {
  text: ['data', 'custom_string'],
  number: ['data'],
  duration: ['data'],
  image: ['data', 'application_asset'],
}
/** Sources that replace missing statistics. A text may replace a number. */
const FALLBACKS: Readonly<Record<WidgetField['presentation_type'], string>> = {
  text: 'custom_string',
  number: 'custom_string',
  duration: 'custom_string',
  image: 'application_asset',
}
const ASSET_KEY = /^[A-Za-z0-9_-]+$/
const NAME_MAX = 100
/** Size of all surfaces of a widget, serialized. The limit is not documented. */
const SURFACES_MAX_BYTES = 64 * 1024

const isSurface = (name: string) => (WIDGET_SURFACES as readonly string[]).includes(name)

/** Returns the surfaces of a request as they are stored. @throws INVALID_FORM_BODY (50035) with all faults */
export function storedSurfaces(given: Surfaces, faults: Faults): WidgetSurfaces {
  for (const [name, { components }] of Object.entries(given)) {
    const surface = faults.at('surfaces', name)
    if (!isSurface(name))
      surface.add(
        [],
        'BASE_TYPE_CHOICES',
        `Value must be one of (${WIDGET_SURFACES.map((one) => `'${one}'`).join(', ')}).`,
      )
    for (const [component, { fields }] of Object.entries(components)) {
      checkName(component, surface.at('components', component))
      for (const [field, value] of Object.entries(fields)) {
        const at = surface.at('components', component, 'fields', field)
        checkName(field, at)
        checkField(value, at)
      }
    }
  }
  if (Buffer.byteLength(JSON.stringify(given)) > SURFACES_MAX_BYTES)
    faults.add(['surfaces'], 'BASE_TYPE_MAX_LENGTH', `Must be ${SURFACES_MAX_BYTES} bytes or fewer.`)
  return withoutNulls(given)
}

function checkName(name: string, faults: Faults): void {
  if (name.length === 0 || name.length > NAME_MAX)
    faults.add([], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${NAME_MAX} in length.`)
}

function checkField({ fallback, ...field }: WidgetField, faults: Faults): void {
  if (!SOURCES[field.presentation_type].includes(field.value_type))
    faults.add(['value_type'], 'BASE_TYPE_CHOICES', `A ${field.presentation_type} has no such source.`)
  checkValue(field, faults)
  if (!fallback) return
  const below = faults.at('fallback')
  if (field.value_type !== 'data')
    below.add([], 'WIDGET_FALLBACK_INVALID', 'Only statistics of a player have a fallback.')
  else if (fallback.value_type !== FALLBACKS[field.presentation_type])
    below.add(['value_type'], 'BASE_TYPE_CHOICES', `Must be '${FALLBACKS[field.presentation_type]}'.`)
  checkValue(fallback, below)
}

function checkValue({ value_type, value }: Pick<WidgetField, 'value_type' | 'value'>, faults: Faults) {
  const max = {
    data: PROFILE_FIELD_NAME_MAX,
    custom_string: WIDGET_CUSTOM_STRING_MAX,
    application_asset: WIDGET_ASSET_KEY_MAX,
  }
  if ([...value].length > max[value_type])
    faults.add(['value'], 'BASE_TYPE_MAX_LENGTH', `Must be ${max[value_type]} or fewer in length.`)
  else if (value_type === 'application_asset' && !ASSET_KEY.test(value))
    faults.add(['value'], 'STRING_TYPE_REGEX', 'String value did not match validation regex.')
}

function withoutNulls(given: Surfaces): WidgetSurfaces {
  const mapped = <A, B>(entries: Record<string, A>, change: (entry: A) => B) =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, change(entry)]))
  return mapped(given, ({ layout, components }) => ({
    layout,
    components: mapped(components, ({ fields }) => ({
      fields: mapped(fields, ({ fallback, ...field }) => ({ ...field, ...(fallback && { fallback }) })),
    })),
  }))
}

/** Rejects a widget without one of the surfaces that publishing needs. [STA-1] @throws INVALID_FORM_BODY (50035) */
export function demandPublishable(surfaces: WidgetSurfaces): void {
  const missing = REQUIRED_WIDGET_SURFACES.filter((name) => surfaces[name] === undefined)
  if (missing.length === 0) return
  const faults = missing.map((name) => `'${name}'`).join(', ')
  throw invalidForm(['surfaces'], 'WIDGET_CONFIG_INCOMPLETE', `A published widget needs the surfaces ${faults}.`)
}
