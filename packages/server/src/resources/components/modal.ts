import {
  CHECKBOX_OPTIONS_MAX,
  ComponentType,
  CUSTOM_ID_MAX,
  type Faults,
  FILE_TYPES_MAX,
  FILE_UPLOAD_VALUES_MAX,
  type FieldPath,
  LABEL_DESCRIPTION_MAX,
  LABEL_MAX,
  MODAL_COMPONENTS_MAX,
  MODAL_TITLE_MAX,
  OPTION_DESCRIPTION_MAX,
  OPTION_LABEL_MAX,
  OPTION_VALUE_MAX,
  RADIO_OPTIONS_MAX,
  RADIO_OPTIONS_MIN,
  TEXT_INPUT_MAX,
  TEXT_INPUT_PLACEHOLDER_MAX,
} from '@guildhall/protocol'
import { Int, Json, List, OptionalNullable, Text, Type } from '../../validation/schema.ts'
import type { EmojiUse } from './emojis.ts'
import {
  assignIds,
  isObject,
  newWalk,
  note,
  read,
  required,
  stored,
  takeCustomId,
  takeId,
  type Walk,
  type Wire,
} from './fields.ts'
import { CustomId, checkOptions, checkSelect, fitsRequired, Id, isSelect, tooMany } from './inputs.ts'

export interface Modal {
  custom_id: string
  title: string
  components: Wire[]
}

const ModalFields = Type.Object({
  custom_id: Text(1, CUSTOM_ID_MAX),
  title: Text(1, MODAL_TITLE_MAX),
  components: Json,
})
const Label = Type.Object({
  label: Text(1, LABEL_MAX),
  description: OptionalNullable(Text(1, LABEL_DESCRIPTION_MAX)),
  id: Id,
})
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: Id })
const TextInput = Type.Object({
  custom_id: CustomId,
  style: Int(1, 2),
  label: OptionalNullable(Text(1, LABEL_MAX)),
  min_length: OptionalNullable(Int(0, TEXT_INPUT_MAX)),
  max_length: OptionalNullable(Int(1, TEXT_INPUT_MAX)),
  required: OptionalNullable(Type.Boolean()),
  value: OptionalNullable(Text(0, TEXT_INPUT_MAX)),
  placeholder: OptionalNullable(Text(0, TEXT_INPUT_PLACEHOLDER_MAX)),
  id: Id,
})
const FileUpload = Type.Object({
  custom_id: CustomId,
  min_values: OptionalNullable(Int(0, FILE_UPLOAD_VALUES_MAX)),
  max_values: OptionalNullable(Int(0, FILE_UPLOAD_VALUES_MAX)),
  required: OptionalNullable(Type.Boolean()),
  file_types: OptionalNullable(Type.Array(Text(1, 32), { maxItems: FILE_TYPES_MAX })),
  id: Id,
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
  id: Id,
})
const CheckboxGroup = Type.Object({
  custom_id: CustomId,
  options: List(Choice, 1, CHECKBOX_OPTIONS_MAX),
  min_values: OptionalNullable(Int(0, CHECKBOX_OPTIONS_MAX)),
  max_values: OptionalNullable(Int(1, CHECKBOX_OPTIONS_MAX)),
  required: OptionalNullable(Type.Boolean()),
  id: Id,
})
const Checkbox = Type.Object({ custom_id: CustomId, default: OptionalNullable(Type.Boolean()), id: Id })

const Row = Type.Object({ id: Id })

/** A modal as it is kept and shown, and which emojis are still to be looked up. */
export interface CheckedModal {
  modal: Modal
  emojis: readonly EmojiUse[]
}

/** Checks what opens a modal by all documented rules; faults are noted, null where nothing can be made of it. [MOD-1..25] */
export function checkModal(data: unknown, faults: Faults, path: FieldPath): CheckedModal | null {
  const walk = newWalk(faults)
  const modal = read(ModalFields, data, walk, path)
  if (!modal) return null
  const at = [...path, 'components']
  if (!Array.isArray(modal.components)) return required(walk, at)
  if (modal.components.length < 1 || modal.components.length > MODAL_COMPONENTS_MAX) {
    return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MODAL_COMPONENTS_MAX} in length.`)
  }
  const components = modal.components
    .map((component: unknown, index) => topLevel(component, walk, [...at, index]))
    .filter((checked) => checked !== null)
  assignIds(components)
  return { modal: { custom_id: modal.custom_id, title: modal.title, components }, emojis: walk.emojis }
}

function topLevel(component: unknown, walk: Walk, path: FieldPath): Wire | null {
  if (!isObject(component)) return note(walk, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
  takeId(walk, component.id, path)
  switch (component.type) {
    case ComponentType.LABEL:
      return label(component, walk, path)
    case ComponentType.TEXT_DISPLAY: {
      const text = read(TextDisplay, component, walk, path)
      return text && stored({ type: ComponentType.TEXT_DISPLAY, ...text })
    }
    case ComponentType.ACTION_ROW:
      return oldRow(component, walk, path)
    default:
      return note(walk, [...path, 'type'], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1, 10, 18).')
  }
}

/** An action row with one text input: the older form, where the input carries its own label. [MOD-12] */
function oldRow(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const [only, ...rest] = Array.isArray(component.components) ? (component.components as unknown[]) : []
  const at = [...path, 'components']
  if (rest.length > 0 || only === undefined)
    return note(walk, at, 'BASE_TYPE_BAD_LENGTH', 'Must be between 1 and 1 in length.')
  if (!isObject(only) || only.type !== ComponentType.TEXT_INPUT) {
    return note(walk, [...at, 0, 'type'], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (4).')
  }
  if (only.label == null) return required(walk, [...at, 0, 'label'])
  const row = read(Row, component, walk, path)
  const input = textInput(only, walk, [...at, 0])
  return row && input && stored({ type: ComponentType.ACTION_ROW, ...row, components: [input] })
}

function label(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const fields = read(Label, component, walk, path)
  const at = [...path, 'component']
  if (!isObject(component.component)) return required(walk, at)
  const inside = labelled(component.component, walk, at)
  return fields && inside && stored({ type: ComponentType.LABEL, ...fields, component: inside })
}

/** What may stand in a label, and nowhere else. [MOD-4] [MOD-5] [MOD-6] [MOD-7] [MOD-22] [MOD-23] [MOD-24] [MOD-25] */
function labelled(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const { type } = component
  if (isSelect(type)) {
    takeId(walk, component.id, path)
    return checkSelect(component, type as number, 'modal', walk, path)
  }
  switch (type) {
    case ComponentType.TEXT_INPUT:
      if (component.label == null) return textInput(component, walk, path)
      return note(
        walk,
        [...path, 'label'],
        'COMPONENT_LABEL_NOT_ALLOWED',
        'A text input in a label has no label of its own',
      )
    case ComponentType.FILE_UPLOAD:
      return fileUpload(component, walk, path)
    case ComponentType.RADIO_GROUP:
      return radioGroup(component, walk, path)
    case ComponentType.CHECKBOX_GROUP:
      return checkboxGroup(component, walk, path)
    case ComponentType.CHECKBOX: {
      const box = takeInput(read(Checkbox, component, walk, path), walk, path)
      return box && stored({ type: ComponentType.CHECKBOX, ...box })
    }
    default:
      return note(
        walk,
        [...path, 'type'],
        'UNION_TYPE_CHOICES',
        'Value of field "type" must be one of (3, 4, 5, 6, 7, 8, 19, 21, 22, 23).',
      )
  }
}

/** Both ids of an input may stand once in a modal. */
function takeInput<T extends { custom_id: string; id?: number | null }>(
  input: T | null,
  walk: Walk,
  path: FieldPath,
): T | null {
  if (!input) return null
  takeCustomId(walk, input.custom_id, path)
  takeId(walk, input.id, path)
  return input
}

function textInput(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const input = takeInput(read(TextInput, component, walk, path), walk, path)
  if (!input) return null
  if ((input.min_length ?? 0) > (input.max_length ?? TEXT_INPUT_MAX)) return tooMany(walk, [...path, 'min_length'])
  return stored({ type: ComponentType.TEXT_INPUT, ...input, required: input.required ?? true })
}

const FILE_TYPE = /^(image|video|audio|\.[a-z0-9]{1,16})$/i

/** Counts from 0 to 10 for both ends; a required one asks for at least one file. [MOD-16] [MOD-17] [MOD-18] [MOD-19] */
function fileUpload(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const upload = takeInput(read(FileUpload, component, walk, path), walk, path)
  if (!upload) return null
  const must = upload.required ?? true
  const { min_values, max_values, file_types } = upload
  if (!fitsRequired(must, min_values, walk, path)) return null
  if (min_values != null && min_values > (max_values ?? 1)) return tooMany(walk, [...path, 'min_values'])
  const bad = (file_types ?? []).findIndex((type) => !FILE_TYPE.test(type))
  if (bad >= 0)
    return note(walk, [...path, 'file_types', bad], 'BASE_TYPE_CHOICES', 'Must be image, video, audio or an extension')
  return stored({ type: ComponentType.FILE_UPLOAD, ...upload, required: must })
}

function radioGroup(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const group = takeInput(read(RadioGroup, component, walk, path), walk, path)
  if (!group || !checkOptions(group.options, 1, walk, path)) return null
  return stored({
    type: ComponentType.RADIO_GROUP,
    ...group,
    options: group.options.map(stored),
    required: group.required ?? true,
  })
}

function checkboxGroup(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const group = takeInput(read(CheckboxGroup, component, walk, path), walk, path)
  if (!group) return null
  const must = group.required ?? true
  const max = group.max_values ?? group.options.length
  if (!fitsRequired(must, group.min_values, walk, path)) return null
  if ((group.min_values ?? 1) > max) return tooMany(walk, [...path, 'min_values'])
  if (!checkOptions(group.options, max, walk, path)) return null
  return stored({
    type: ComponentType.CHECKBOX_GROUP,
    ...group,
    options: group.options.map(stored),
    min_values: group.min_values ?? 1,
    max_values: max,
    required: must,
  })
}
