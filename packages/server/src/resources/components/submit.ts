import { ComponentType, type Faults, type FieldPath, TEXT_INPUT_MAX, TextInputStyle } from '@guildhall/protocol'
import { isObject, lengthOf, type Wire } from './fields.ts'
import { isSelect } from './inputs.ts'
import type { Modal } from './modal.ts'

/** Ids that an answer names, by what they are; the caller resolves them. */
export interface SubmittedIds {
  users: Set<bigint>
  roles: Set<bigint>
  channels: Set<bigint>
  /** Users or roles. */
  mentionables: Set<bigint>
  /** Files of the request, by their number. */
  attachments: Set<bigint>
}

export function noIds(): SubmittedIds {
  return { users: new Set(), roles: new Set(), channels: new Set(), mentionables: new Set(), attachments: new Set() }
}

const ID_KINDS: Record<number, keyof SubmittedIds> = {
  [ComponentType.USER_SELECT]: 'users',
  [ComponentType.ROLE_SELECT]: 'roles',
  [ComponentType.MENTIONABLE_SELECT]: 'mentionables',
  [ComponentType.CHANNEL_SELECT]: 'channels',
}

interface Answer {
  readonly faults: Faults
  readonly ids: SubmittedIds
}

/**
 * What a person chose on a message's component, held against the component: enabled, offered, not too few or too many.
 * Answers the values; a button has none.
 */
export function checkComponentSubmit(
  component: Wire,
  submitted: unknown,
  faults: Faults,
  path: FieldPath,
): { values: string[] | null; ids: SubmittedIds } {
  const ids = noIds()
  if (component.disabled === true) faults.add(path, 'COMPONENT_DISABLED', 'This component is disabled')
  if (!isSelect(component.type)) return { values: null, ids }
  return { values: selectValues(component, submitted, true, { faults, ids }, path), ids }
}

function selectValues(
  component: Wire,
  submitted: unknown,
  required: boolean,
  answer: Answer,
  path: FieldPath,
): string[] {
  const values = stringsOf(submitted, answer.faults, path)
  const unique = new Set(values)
  const min = Number(component.min_values ?? 1)
  const max = Number(component.max_values ?? 1)
  const tooFew = unique.size < min && !(unique.size === 0 && !required)
  if (tooFew || unique.size > max || unique.size < values.length) {
    answer.faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  }
  const kind = ID_KINDS[component.type as number]
  for (const [index, value] of values.entries()) {
    if (kind) takeId(value, answer.ids[kind], answer.faults, [...path, index])
    else if (!offered(component, value))
      answer.faults.add([...path, index], 'BASE_TYPE_CHOICES', 'Value must be one of the options.')
  }
  return values
}

function stringsOf(submitted: unknown, faults: Faults, path: FieldPath): string[] {
  if (submitted === undefined || submitted === null) return []
  if (Array.isArray(submitted) && submitted.length <= 25 && submitted.every((value) => typeof value === 'string'))
    return submitted
  faults.add(path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
  return []
}

/** As ids are written, in one way only: the application finds each by its text in what is resolved. */
const ID = /^(0|[1-9]\d{0,18})$/
const ID_MAX = 2n ** 63n - 1n

function takeId(value: string, ids: Set<bigint>, faults: Faults, path: FieldPath): void {
  if (ID.test(value) && BigInt(value) <= ID_MAX) ids.add(BigInt(value))
  else faults.add(path, 'NUMBER_TYPE_COERCE', `Value "${value.slice(0, 50)}" is not snowflake.`)
}

function offered(component: Wire, value: string): boolean {
  return ((component.options as { value: string }[] | undefined) ?? []).some((option) => option.value === value)
}

/**
 * What a person filled into a modal, held against what the modal asks for, so that no hostile client can send an app
 * what its modal forbids. Answers the `components` of the interaction.
 */
export function checkModalSubmit(
  modal: Modal,
  submitted: unknown,
  faults: Faults,
  path: FieldPath,
): { components: Wire[]; ids: SubmittedIds } {
  const ids = noIds()
  const given = new Map<string, Wire>()
  collect(submitted, given, 0)
  const answer = { faults, ids }
  const components = modal.components.map((component, index): Wire => {
    const at = [...path, index]
    const { type, id } = component
    if (type === ComponentType.TEXT_DISPLAY) return { type, id }
    if (type === ComponentType.ACTION_ROW) {
      const [input = {}] = component.components as Wire[]
      return { type, id, components: [filled(input, given, answer, [...at, 'components', 0])] }
    }
    return { type, id, component: filled(component.component as Wire, given, answer, [...at, 'component']) }
  })
  return { components, ids }
}

/** Every object with a custom id below `value`, whatever shape a client wraps it in. */
function collect(value: unknown, given: Map<string, Wire>, depth: number): void {
  if (depth > 6) return
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, 50)) collect(entry, given, depth + 1)
    return
  }
  if (!isObject(value)) return
  if (typeof value.custom_id === 'string') given.set(value.custom_id, value)
  collect(value.components, given, depth + 1)
  collect(value.component, given, depth + 1)
}

function filled(component: Wire, given: ReadonlyMap<string, Wire>, answer: Answer, path: FieldPath): Wire {
  const { type, id, custom_id } = component
  const entry = given.get(String(custom_id)) ?? {}
  if (entry.type != null && entry.type !== type)
    answer.faults.add([...path, 'type'], 'UNION_TYPE_CHOICES', `Value of field "type" must be one of (${type}).`)
  const base = { type, id, custom_id }
  const required = component.required !== false
  switch (type) {
    case ComponentType.TEXT_INPUT:
      return { ...base, value: textValue(component, entry.value, required, answer.faults, [...path, 'value']) }
    case ComponentType.CHECKBOX:
      return { ...base, value: checkedValue(entry.value, answer.faults, [...path, 'value']) }
    case ComponentType.RADIO_GROUP:
      return { ...base, value: radioValue(component, entry.value, required, answer.faults, [...path, 'value']) }
    case ComponentType.FILE_UPLOAD:
      return { ...base, values: fileValues(component, entry.values, required, answer, [...path, 'values']) }
    default:
      return { ...base, values: selectValues(component, entry.values, required, answer, [...path, 'values']) }
  }
}

function textValue(component: Wire, value: unknown, required: boolean, faults: Faults, path: FieldPath): string {
  const text = value ?? ''
  if (typeof text !== 'string') {
    faults.add(path, 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
    return ''
  }
  const min = Number(component.min_length ?? 0)
  const max = Number(component.max_length ?? TEXT_INPUT_MAX)
  const length = lengthOf(text)
  if (text === '') {
    if (required) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
  } else if (length < min || length > max) {
    faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  }
  if (component.style === TextInputStyle.SHORT && /[\r\n]/.test(text))
    faults.add(path, 'STRING_TYPE_REGEX', 'A short input has one line.')
  return text
}

/** A checkbox that is not spoken of is not checked. [MOD-25] */
function checkedValue(value: unknown, faults: Faults, path: FieldPath): boolean {
  if (value != null && typeof value !== 'boolean')
    faults.add(path, 'BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
  return value === true
}

function radioValue(
  component: Wire,
  value: unknown,
  required: boolean,
  faults: Faults,
  path: FieldPath,
): string | null {
  if (value === undefined || value === null) {
    if (required) faults.add(path, 'BASE_TYPE_REQUIRED', 'This field is required')
    return null
  }
  if (typeof value === 'string' && offered(component, value)) return value
  faults.add(path, 'BASE_TYPE_CHOICES', 'Value must be one of the options.')
  return null
}

/** Files of the request by their numbers: as many as are asked for, each for one input and once. [MOD-16] [MOD-18] */
function fileValues(component: Wire, submitted: unknown, required: boolean, answer: Answer, path: FieldPath): string[] {
  const values = stringsOf(submitted, answer.faults, path)
  const max = Number(component.max_values ?? 1)
  // One that takes no file at all asks for none either.
  const min = Math.min(Number(component.min_values ?? (required ? 1 : 0)), max)
  if ((values.length < min && !(values.length === 0 && !required)) || values.length > max) {
    answer.faults.add(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  }
  const { attachments } = answer.ids
  for (const [index, value] of values.entries()) {
    const known = attachments.size
    takeId(value, attachments, answer.faults, [...path, index])
    if (attachments.size === known)
      answer.faults.add([...path, index], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
  }
  return values
}
