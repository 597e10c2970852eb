import {
  type ActionRowObject,
  CHECKBOX_OPTIONS_MAX,
  type CheckboxGroupObject,
  ComponentType,
  CUSTOM_ID_MAX,
  type Faults,
  FILE_TYPES_MAX,
  FILE_UPLOAD_VALUES_MAX,
  type FieldPath,
  type FileUploadObject,
  LABEL_DESCRIPTION_MAX,
  LABEL_MAX,
  type LabelObject,
  MODAL_COMPONENTS_MAX,
  MODAL_TITLE_MAX,
  type ModalComponentObject,
  type ModalInputObject,
  OPTION_DESCRIPTION_MAX,
  OPTION_LABEL_MAX,
  OPTION_VALUE_MAX,
  RADIO_OPTIONS_MAX,
  RADIO_OPTIONS_MIN,
  type RadioGroupObject,
  TEXT_INPUT_MAX,
  TEXT_INPUT_PLACEHOLDER_MAX,
  type TextInputObject,
} from '@guildhall/protocol'
import { FILE_TYPE } from '../../../media/file-types.ts'
import { Int, Json, List, OptionalNullable, Text, Type } from '../../../validation/schema.ts'
import { addMinOverMax, checkOptions, checkSelect, fitsRequired } from './input-rules.ts'
import { assignIds, isSelectType, type Modal } from './model.ts'
import { ComponentId, CustomId } from './requests.ts'
import {
  addFault,
  addRequired,
  type EmojiUse,
  isObject,
  newWalk,
  readFields,
  takeCustomId,
  takeId,
  type Unchecked,
  type Walk,
  withoutAbsent,
} from './walk.ts'

const ModalFields = Type.Object({
  custom_id: Text(1, CUSTOM_ID_MAX),
  title: Text(1, MODAL_TITLE_MAX),
  components: Json,
})
const Label = Type.Object({
  label: Text(1, LABEL_MAX),
  description: OptionalNullable(Text(1, LABEL_DESCRIPTION_MAX)),
  id: ComponentId,
})
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: ComponentId })
const TextInput = Type.Object({
  custom_id: CustomId,
  style: Int(1, 2),
  label: OptionalNullable(Text(1, LABEL_MAX)),
  min_length: OptionalNullable(Int(0, TEXT_INPUT_MAX)),
  max_length: OptionalNullable(Int(1, TEXT_INPUT_MAX)),
  required: OptionalNullable(Type.Boolean()),
  value: OptionalNullable(Text(0, TEXT_INPUT_MAX)),
  placeholder: OptionalNullable(Text(0, TEXT_INPUT_PLACEHOLDER_MAX)),
  id: ComponentId,
})
const FileUpload = Type.Object({
  custom_id: CustomId,
  min_values: OptionalNullable(Int(0, FILE_UPLOAD_VALUES_MAX)),
  max_values: OptionalNullable(Int(0, FILE_UPLOAD_VALUES_MAX)),
  required: OptionalNullable(Type.Boolean()),
  file_types: OptionalNullable(Type.Array(Text(1, 32), { maxItems: FILE_TYPES_MAX })),
  id: ComponentId,
})
const Choice = Type.Object({
  label: Text(1, OPTION_LABEL_MAX),
  value: Text(1, OPTION_VALUE_MAX),
  description: OptionalNullable(Text(0, OPTION_DESCRIPTION_MAX)),
  default: OptionalNullable(Type.Boolean()),
})
const RadioGroup = Type.Object({
  custom_id: CustomId,
  options: List(Choice, RADIO_OPTIONS_MIN, RADIO_OPTIONS_MAX),
  required: OptionalNullable(Type.Boolean()),
  id: ComponentId,
})
const CheckboxGroup = Type.Object({
  custom_id: CustomId,
  options: List(Choice, 1, CHECKBOX_OPTIONS_MAX),
  min_values: OptionalNullable(Int(0, CHECKBOX_OPTIONS_MAX)),
  max_values: OptionalNullable(Int(1, CHECKBOX_OPTIONS_MAX)),
  required: OptionalNullable(Type.Boolean()),
  id: ComponentId,
})
const Checkbox = Type.Object({ custom_id: CustomId, default: OptionalNullable(Type.Boolean()), id: ComponentId })

const Row = Type.Object({ id: ComponentId })

export interface CheckedModal {
  modal: Modal
  /** Emojis of the modal, not yet looked up. */
  emojis: readonly EmojiUse[]
}

/**
 * Checks the modal of an interaction response by all documented rules. Adds faults; returns null when the data is not a
 * modal at all. [MOD-1..25]
 */
export function checkModal(data: unknown, faults: Faults, path: FieldPath): CheckedModal | null {
  const walk = newWalk(faults)
  const modal = readFields(ModalFields, data, walk, path)
  if (!modal) return null
  const at = [...path, 'components']
  if (!Array.isArray(modal.components)) return addRequired(walk, at)
  if (modal.components.length < 1 || modal.components.length > MODAL_COMPONENTS_MAX) {
    return addFault(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MODAL_COMPONENTS_MAX} in length.`)
  }
  const components = modal.components
    .map((component: unknown, index) => checkTopLevel(component, walk, [...at, index]))
    .filter((checked) => checked !== null)
  assignIds(components)
  return { modal: { custom_id: modal.custom_id, title: modal.title, components }, emojis: walk.emojis }
}

function checkTopLevel(component: unknown, walk: Walk, path: FieldPath): ModalComponentObject | null {
  if (!isObject(component))
    return addFault(walk, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
  takeId(walk, component.id, path)
  switch (component.type) {
    case ComponentType.LABEL:
      return checkLabel(component, walk, path)
    case ComponentType.TEXT_DISPLAY: {
      const text = readFields(TextDisplay, component, walk, path)
      return text && withoutAbsent({ type: ComponentType.TEXT_DISPLAY, ...text })
    }
    case ComponentType.ACTION_ROW:
      return checkRow(component, walk, path)
    default:
      return addFault(walk, [...path, 'type'], 'UNION_TYPE_CHOICES', typeMustBeOneOf('1, 10, 18'))
  }
}

const typeMustBeOneOf = (types: string) => `Value of field "type" must be one of (${types}).`

/** Checks an action row with one text input: the older form, in which the input has its own label. [MOD-12] */
function checkRow(component: Unchecked, walk: Walk, path: FieldPath): ActionRowObject | null {
  const children: unknown[] = Array.isArray(component.components) ? component.components : []
  const [only, ...rest] = children
  const at = [...path, 'components']
  if (rest.length > 0 || only === undefined)
    return addFault(walk, at, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 1 in length.')
  if (!isObject(only) || only.type !== ComponentType.TEXT_INPUT)
    return addFault(walk, [...at, 0, 'type'], 'UNION_TYPE_CHOICES', typeMustBeOneOf('4'))
  if (only.label == null) return addRequired(walk, [...at, 0, 'label'])
  const row = readFields(Row, component, walk, path)
  const input = checkTextInput(only, walk, [...at, 0])
  return row && input && withoutAbsent({ type: ComponentType.ACTION_ROW, ...row, components: [input] })
}

function checkLabel(component: Unchecked, walk: Walk, path: FieldPath): LabelObject | null {
  const label = readFields(Label, component, walk, path)
  const at = [...path, 'component']
  if (!isObject(component.component)) return addRequired(walk, at)
  const input = checkInput(component.component, walk, at)
  return label && input && withoutAbsent({ type: ComponentType.LABEL, ...label, component: input })
}

/** Checks the input of a label. [MOD-4] [MOD-5] [MOD-6] [MOD-7] [MOD-22] [MOD-23] [MOD-24] [MOD-25] */
function checkInput(component: Unchecked, walk: Walk, path: FieldPath): ModalInputObject | null {
  const { type } = component
  if (isSelectType(type)) {
    takeId(walk, component.id, path)
    return checkSelect(component, type, 'modal', walk, path)
  }
  switch (type) {
    case ComponentType.TEXT_INPUT: {
      if (component.label == null) return checkTextInput(component, walk, path)
      const message = 'A text input in a label cannot have its own label'
      return addFault(walk, [...path, 'label'], 'COMPONENT_LABEL_NOT_ALLOWED', message)
    }
    case ComponentType.FILE_UPLOAD:
      return checkFileUpload(component, walk, path)
    case ComponentType.RADIO_GROUP:
      return checkRadioGroup(component, walk, path)
    case ComponentType.CHECKBOX_GROUP:
      return checkCheckboxGroup(component, walk, path)
    case ComponentType.CHECKBOX: {
      const box = takeIds(readFields(Checkbox, component, walk, path), walk, path)
      return box && withoutAbsent({ type: ComponentType.CHECKBOX, ...box })
    }
    default: {
      const message = typeMustBeOneOf('3, 4, 5, 6, 7, 8, 19, 21, 22, 23')
      return addFault(walk, [...path, 'type'], 'UNION_TYPE_CHOICES', message)
    }
  }
}

/** Adds faults when the modal already contains one of the input's ids. */
function takeIds<T extends { custom_id: string; id?: number | null }>(
  input: T | null,
  walk: Walk,
  path: FieldPath,
): T | null {
  if (!input) return null
  takeCustomId(walk, input.custom_id, path)
  takeId(walk, input.id, path)
  return input
}

function checkTextInput(component: Unchecked, walk: Walk, path: FieldPath): TextInputObject | null {
  const input = takeIds(readFields(TextInput, component, walk, path), walk, path)
  if (!input) return null
  if ((input.min_length ?? 0) > (input.max_length ?? TEXT_INPUT_MAX))
    return addMinOverMax(walk, [...path, 'min_length'])
  return withoutAbsent({ type: ComponentType.TEXT_INPUT, ...input, required: input.required ?? true })
}

/** Checks a file upload: 0 to 10 files, and at least one when it is required. [MOD-16] [MOD-17] [MOD-18] [MOD-19] */
function checkFileUpload(component: Unchecked, walk: Walk, path: FieldPath): FileUploadObject | null {
  const upload = takeIds(readFields(FileUpload, component, walk, path), walk, path)
  if (!upload) return null
  const required = upload.required ?? true
  const { min_values, max_values, file_types } = upload
  if (!fitsRequired(required, min_values, walk, path)) return null
  if (min_values != null && min_values > (max_values ?? 1)) return addMinOverMax(walk, [...path, 'min_values'])
  const invalid = (file_types ?? []).findIndex((type) => !FILE_TYPE.test(type))
  if (invalid >= 0) {
    const message = 'Must be image, video, audio or an extension'
    return addFault(walk, [...path, 'file_types', invalid], 'BASE_TYPE_CHOICES', message)
  }
  return withoutAbsent({ type: ComponentType.FILE_UPLOAD, ...upload, required })
}

function checkRadioGroup(component: Unchecked, walk: Walk, path: FieldPath): RadioGroupObject | null {
  const group = takeIds(readFields(RadioGroup, component, walk, path), walk, path)
  if (!group || !checkOptions(group.options, 1, walk, path)) return null
  return withoutAbsent({
    type: ComponentType.RADIO_GROUP,
    ...group,
    options: group.options.map((option) => withoutAbsent(option)),
    required: group.required ?? true,
  })
}

function checkCheckboxGroup(component: Unchecked, walk: Walk, path: FieldPath): CheckboxGroupObject | null {
  const group = takeIds(readFields(CheckboxGroup, component, walk, path), walk, path)
  if (!group) return null
  const required = group.required ?? true
  const max = group.max_values ?? group.options.length
  if (!fitsRequired(required, group.min_values, walk, path)) return null
  if ((group.min_values ?? 1) > max) return addMinOverMax(walk, [...path, 'min_values'])
  if (!checkOptions(group.options, max, walk, path)) return null
  return withoutAbsent({
    type: ComponentType.CHECKBOX_GROUP,
    ...group,
    options: group.options.map((option) => withoutAbsent(option)),
    min_values: group.min_values ?? 1,
    max_values: max,
    required,
  })
}
