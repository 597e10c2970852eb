import {
  ComponentType,
  type ModalComponentObject,
  type ModalInputObject,
  type SubmittedComponentObject,
  type SubmittedInputObject,
  TEXT_INPUT_MAX,
  TextInputStyle,
} from '@guildhall/protocol'
import { fileFits } from '../../lib/file-types.ts'
import { msg, t } from '../../lib/language/text.ts'

/** Content of a field: a text, one choice of a group, a switch, files, or what was chosen from a list. */
export type ModalValue = string | boolean | null | readonly string[] | readonly { value: string }[] | readonly File[]

/** Contents of the fields of a modal by custom id. */
export type ModalValues = Readonly<Record<string, ModalValue>>

/** A field of a modal: its input, with the label that names it. */
export interface ModalField {
  readonly label: string
  readonly description: string | undefined
  readonly input: ModalInputObject
  /** Path of the input in the request, which the errors of the server follow. */
  readonly path: readonly string[]
}

/** A part of a modal in its order: a field, or a text between fields. */
export type ModalPart =
  | { readonly kind: 'field'; readonly field: ModalField }
  | { readonly kind: 'text'; readonly text: string }

/** Returns the parts of a modal. Components that the app does not know are left out; they have no value. */
export function modalParts(components: readonly unknown[]): ModalPart[] {
  return (components as readonly ModalComponentObject[]).flatMap((component, index): ModalPart[] => {
    switch (component?.type) {
      case ComponentType.TEXT_DISPLAY:
        return [{ kind: 'text', text: component.content }]
      case ComponentType.LABEL: {
        const { label, description, component: input } = component
        return [{ kind: 'field', field: { label, description, input, path: [String(index), 'component'] } }]
      }
      case ComponentType.ACTION_ROW: {
        const [input] = component.components
        if (input?.type !== ComponentType.TEXT_INPUT) return []
        const path = [String(index), 'components', '0']
        return [{ kind: 'field', field: { label: input.label ?? '', description: undefined, input, path } }]
      }
      default:
        return []
    }
  })
}

/** Returns the fields of a modal. */
export function modalFields(components: readonly unknown[]): ModalField[] {
  return modalParts(components).flatMap((part) => (part.kind === 'field' ? [part.field] : []))
}

/** Returns whether a field must be filled in: all but those that say otherwise, and checkboxes. */
export function isRequired(input: ModalInputObject): boolean {
  return input.type !== ComponentType.CHECKBOX && input.required !== false
}

/** Least and greatest number of values of an input. A file upload that accepts no file cannot require one. */
export function boundsOf(input: ModalInputObject): { min: number; max: number } {
  const { min_values: min, max_values: max = 1 } = input as { min_values?: number; max_values?: number }
  if (input.type === ComponentType.FILE_UPLOAD) return { min: Math.min(min ?? (isRequired(input) ? 1 : 0), max), max }
  return { min: min ?? 1, max }
}

/** Returns the content that a field has at first. */
export function initialValue(input: ModalInputObject): ModalValue {
  switch (input.type) {
    case ComponentType.TEXT_INPUT:
      return input.value ?? ''
    case ComponentType.CHECKBOX:
      return input.default ?? false
    case ComponentType.RADIO_GROUP:
      return input.options.find((option) => option.default)?.value ?? null
    case ComponentType.CHECKBOX_GROUP:
      return input.options.filter((option) => option.default).map(({ value }) => value)
    case ComponentType.FILE_UPLOAD:
      return []
    case ComponentType.STRING_SELECT:
      return (input.options ?? []).filter((option) => option.default).map(({ value }) => value)
    default:
      return (input.default_values ?? []).map(({ id }) => id)
  }
}

/** Returns what is wrong with the content of a field, by the rules of the server; undefined for nothing. [MOD-1..25] */
export function faultOf(input: ModalInputObject, value: ModalValue): string | undefined {
  switch (input.type) {
    case ComponentType.TEXT_INPUT:
      return textFault(input, String(value ?? ''))
    case ComponentType.CHECKBOX:
      return undefined
    case ComponentType.RADIO_GROUP:
      return value === null && isRequired(input) ? t('Choose one.') : undefined
    case ComponentType.FILE_UPLOAD:
      return countFault(input, value, 'file') ?? typeFault(input.file_types, value)
    default:
      return countFault(input, value, 'choice')
  }
}

function textFault(input: Extract<ModalInputObject, { type: 4 }>, text: string): string | undefined {
  const { min_length: min = 0, max_length: max = TEXT_INPUT_MAX } = input
  const length = [...text].length
  if (length === 0) return isRequired(input) ? t('This field is required.') : undefined
  if (length < min) return t('Enter {min} or more characters.', { min })
  if (length > max) return t('Enter {max} characters or fewer; these are {length}.', { max, length })
  return input.style === TextInputStyle.SHORT && /[\r\n]/.test(text) ? t('This field has one line.') : undefined
}

const EXACTLY = {
  file: msg('Choose {count, plural, one {# file} other {# files}}.'),
  choice: msg('Choose {count}.'),
}
const AT_LEAST = {
  file: msg('Choose {count, plural, one {# file} other {# files}} or more.'),
  choice: msg('Choose {count} or more.'),
}
const AT_MOST = {
  file: msg('Choose {count, plural, one {# file} other {# files}} at most.'),
  choice: msg('Choose {count} at most.'),
}

function countFault(input: ModalInputObject, value: ModalValue, what: 'file' | 'choice'): string | undefined {
  const { min, max } = boundsOf(input)
  const count = Array.isArray(value) ? value.length : 0
  if (count === 0 && !isRequired(input)) return undefined
  if (count === 0 && min <= 1) return max === 0 ? undefined : t('This field is required.')
  if (count < min) return t((max > min ? AT_LEAST : EXACTLY)[what], { count: min })
  return count > max ? t(AT_MOST[what], { count: max }) : undefined
}

function typeFault(types: readonly string[] | undefined, value: ModalValue): string | undefined {
  const wrong = (value as readonly File[]).find(({ name }) => !fileFits(name, types))
  return wrong && t('{name} is not of these types: {types}.', { name: wrong.name, types: types?.join(', ') ?? '' })
}

/** Components of a submitted modal with its files, or the faults of its fields by custom id. */
export type Submission =
  | { readonly components: readonly SubmittedComponentObject[]; readonly files: readonly File[] }
  | { readonly errors: Readonly<Record<string, string>> }

/** Returns what is submitted, or the faults of the fields. Files are named by their index. */
export function submissionOf(components: readonly unknown[], values: ModalValues): Submission {
  const errors: Record<string, string> = {}
  for (const { input } of modalFields(components)) {
    const fault = faultOf(input, values[input.custom_id] ?? initialValue(input))
    if (fault) errors[input.custom_id] = fault
  }
  if (Object.keys(errors).length > 0) return { errors }
  const files: File[] = []
  const submitted = (components as readonly ModalComponentObject[]).map((component): SubmittedComponentObject => {
    const { type, id } = component
    const base = { type, ...(id === undefined ? {} : { id }) }
    if (component.type === ComponentType.LABEL)
      return { ...base, component: submittedInput(component.component, values, files) }
    if (component.type !== ComponentType.ACTION_ROW) return base
    const inputs = component.components.filter((child) => child.type === ComponentType.TEXT_INPUT)
    return { ...base, components: inputs.map((input) => submittedInput(input, values, files)) }
  })
  return { components: submitted, files }
}

function submittedInput(input: ModalInputObject, values: ModalValues, files: File[]): SubmittedInputObject {
  const { type, id, custom_id } = input
  const value = values[custom_id] ?? initialValue(input)
  const base = { type, ...(id === undefined ? {} : { id }), custom_id }
  if (!Array.isArray(value)) return { ...base, value: value as string | boolean | null }
  const list = value as readonly (string | File | { value: string })[]
  return {
    ...base,
    values: list.map((entry) => {
      if (typeof entry === 'string') return entry
      return entry instanceof File ? String(files.push(entry) - 1) : entry.value
    }),
  }
}
