import {
  type ButtonObject,
  type CheckboxGroupObject,
  ComponentType,
  type Faults,
  type FileUploadObject,
  type ModalInputObject,
  type RadioGroupObject,
  type SelectObject,
  type SubmittedComponentObject,
  type SubmittedInputObject,
  TEXT_INPUT_MAX,
  type TextInputObject,
  TextInputStyle,
} from '@guildhall/protocol'
import { noIds, type SubmittedIds } from '../../../validation/submitted-ids.ts'
import type { Modal } from './model.ts'
import { codePointsOf, isObject, type Unchecked } from './walk.ts'

const ID_KINDS: Record<number, keyof SubmittedIds> = {
  [ComponentType.USER_SELECT]: 'users',
  [ComponentType.ROLE_SELECT]: 'roles',
  [ComponentType.MENTIONABLE_SELECT]: 'mentionables',
  [ComponentType.CHANNEL_SELECT]: 'channels',
}

/**
 * Checks the values that a user chose in a component of a message. The component must be enabled and offer each value,
 * within its minimum and maximum. Returns null for `values` of a button. Adds faults.
 */
export function checkComponentSubmit(
  component: ButtonObject | SelectObject,
  submitted: unknown,
  faults: Faults,
): { values: string[] | null; ids: SubmittedIds } {
  const ids = noIds()
  if (component.disabled === true) faults.add([], 'COMPONENT_DISABLED', 'This component is disabled')
  if (component.type === ComponentType.BUTTON) return { values: null, ids }
  return { values: selectValues(component, submitted, { isRequired: true, ids }, faults), ids }
}

function selectValues(
  component: SelectObject | CheckboxGroupObject,
  submitted: unknown,
  { isRequired, ids }: { isRequired: boolean; ids: SubmittedIds },
  faults: Faults,
): string[] {
  const { min_values: min = 1, max_values: max = 1 } = component
  const values = stringsOf(submitted, faults)
  const unique = new Set(values)
  const tooFew = unique.size < min && !(unique.size === 0 && !isRequired)
  if (tooFew || unique.size > max || unique.size < values.length) {
    faults.add([], 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  }
  const kind = ID_KINDS[component.type]
  for (const [index, value] of values.entries()) {
    if (kind) takeId(value, ids[kind], faults.at(index))
    else if (!isOffered(component, value)) faults.add([index], 'BASE_TYPE_CHOICES', 'Value must be one of the options.')
  }
  return values
}

function stringsOf(submitted: unknown, faults: Faults): string[] {
  if (submitted === undefined || submitted === null) return []
  if (Array.isArray(submitted) && submitted.length <= 25 && submitted.every((value) => typeof value === 'string'))
    return submitted
  faults.add([], 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
  return []
}

/** Matches the one way to write an id. Applications find each submitted id by its text in the resolved objects. */
const ID = /^(0|[1-9]\d{0,18})$/
const ID_MAX = 2n ** 63n - 1n

function takeId(value: string, ids: Set<bigint>, faults: Faults): void {
  if (ID.test(value) && BigInt(value) <= ID_MAX) ids.add(BigInt(value))
  else faults.add([], 'NUMBER_TYPE_COERCE', `Value "${value.slice(0, 50)}" is not snowflake.`)
}

function isOffered({ options }: { options?: readonly { value: string }[] }, value: string): boolean {
  return options?.some((option) => option.value === value) ?? false
}

/**
 * Checks a submitted modal against the modal that was opened, so that an application receives no value that its modal
 * forbids. Returns the `components` of the interaction. Adds faults.
 */
export function checkModalSubmit(
  modal: Modal,
  submitted: unknown,
  faults: Faults,
): { components: SubmittedComponentObject[]; ids: SubmittedIds } {
  const ids = noIds()
  const given = new Map<string, Unchecked>()
  collectInputs(submitted, given, 0)
  const components = modal.components.map((component, index): SubmittedComponentObject => {
    const at = faults.at(index)
    const own = { type: component.type, ...(component.id !== undefined && { id: component.id }) }
    if (component.type === ComponentType.TEXT_DISPLAY) return own
    if (component.type === ComponentType.LABEL)
      return { ...own, component: submittedInput(component.component, given, ids, at.at('component')) }
    const inputs = component.components.filter((child) => child.type === ComponentType.TEXT_INPUT)
    const components = inputs.map((child, position) => submittedInput(child, given, ids, at.at('components', position)))
    return { ...own, components }
  })
  return { components, ids }
}

/** Collects every object with a custom id below `value`. Clients wrap inputs in different shapes. */
function collectInputs(value: unknown, given: Map<string, Unchecked>, depth: number): void {
  if (depth > 6) return
  if (Array.isArray(value)) {
    for (const entry of value.slice(0, 50)) collectInputs(entry, given, depth + 1)
    return
  }
  if (!isObject(value)) return
  if (typeof value.custom_id === 'string') given.set(value.custom_id, value)
  collectInputs(value.components, given, depth + 1)
  collectInputs(value.component, given, depth + 1)
}

function submittedInput(
  component: ModalInputObject,
  given: ReadonlyMap<string, Unchecked>,
  ids: SubmittedIds,
  faults: Faults,
): SubmittedInputObject {
  const { type, id, custom_id } = component
  const entry = given.get(custom_id) ?? {}
  if (entry.type != null && entry.type !== type)
    faults.add(['type'], 'UNION_TYPE_CHOICES', `Value of field "type" must be one of (${type}).`)
  const base = { type, ...(id !== undefined && { id }), custom_id }
  const [atValue, atValues] = [faults.at('value'), faults.at('values')]
  switch (component.type) {
    case ComponentType.TEXT_INPUT:
      return { ...base, value: textValue(component, entry.value, atValue) }
    case ComponentType.CHECKBOX:
      return { ...base, value: checkboxValue(entry.value, atValue) }
    case ComponentType.RADIO_GROUP:
      return { ...base, value: radioValue(component, entry.value, atValue) }
    case ComponentType.FILE_UPLOAD:
      return { ...base, values: fileValues(component, entry.values, ids, atValues) }
    default:
      return {
        ...base,
        values: selectValues(component, entry.values, { isRequired: isRequired(component), ids }, atValues),
      }
  }
}

const isRequired = ({ required }: { required?: boolean }) => required !== false

function textValue(component: TextInputObject, value: unknown, faults: Faults): string {
  const text = value ?? ''
  if (typeof text !== 'string') {
    faults.add([], 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
    return ''
  }
  const { min_length: min = 0, max_length: max = TEXT_INPUT_MAX } = component
  const length = codePointsOf(text)
  if (text === '') {
    if (isRequired(component)) faults.add([], 'BASE_TYPE_REQUIRED', 'This field is required')
  } else if (length < min || length > max) {
    faults.add([], 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  }
  if (component.style === TextInputStyle.SHORT && /[\r\n]/.test(text))
    faults.add([], 'STRING_TYPE_REGEX', 'A short input has one line.')
  return text
}

/** Returns whether a checkbox is checked. A checkbox that the submission omits is not. [MOD-25] */
function checkboxValue(value: unknown, faults: Faults): boolean {
  if (value != null && typeof value !== 'boolean')
    faults.add([], 'BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
  return value === true
}

function radioValue(component: RadioGroupObject, value: unknown, faults: Faults): string | null {
  if (value === undefined || value === null) {
    if (isRequired(component)) faults.add([], 'BASE_TYPE_REQUIRED', 'This field is required')
    return null
  }
  if (typeof value === 'string' && isOffered(component, value)) return value
  faults.add([], 'BASE_TYPE_CHOICES', 'Value must be one of the options.')
  return null
}

/** Returns the indexes of uploaded files. A file belongs to one input and appears there once. [MOD-16] [MOD-18] */
function fileValues(
  component: FileUploadObject,
  submitted: unknown,
  { attachments }: SubmittedIds,
  faults: Faults,
): string[] {
  const required = isRequired(component)
  const values = stringsOf(submitted, faults)
  const max = component.max_values ?? 1
  // An upload that accepts no file cannot require one.
  const min = Math.min(component.min_values ?? (required ? 1 : 0), max)
  if ((values.length < min && !(values.length === 0 && !required)) || values.length > max)
    faults.add([], 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
  for (const [index, value] of values.entries()) {
    const known = attachments.size
    takeId(value, attachments, faults.at(index))
    if (attachments.size === known)
      faults.add([index], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
  }
  return values
}
