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
import { Int, Json, Nullable, Optional, Text, Type } from '../../kernel/schema.ts'
import { assignIds, isObject, newWalk, note, read, takeCustomId, type Walk, type Wire } from './fields.ts'
import { CustomId, checkSelect, Id, isSelect, stored } from './inputs.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))

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
const Label = Type.Object({ label: Text(1, LABEL_MAX), description: maybe(Text(0, LABEL_DESCRIPTION_MAX)), id: Id })
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: Id })
const TextInput = Type.Object({
  custom_id: CustomId,
  style: Int(1, 2),
  label: maybe(Text(1, LABEL_MAX)),
  min_length: maybe(Int(0, TEXT_INPUT_MAX)),
  max_length: maybe(Int(1, TEXT_INPUT_MAX)),
  required: maybe(Type.Boolean()),
  value: maybe(Text(0, TEXT_INPUT_MAX)),
  placeholder: maybe(Text(0, TEXT_INPUT_PLACEHOLDER_MAX)),
  id: Id,
})
const FileUpload = Type.Object({
  custom_id: CustomId,
  min_values: maybe(Int(0, FILE_UPLOAD_VALUES_MAX)),
  max_values: maybe(Int(0, FILE_UPLOAD_VALUES_MAX)),
  required: maybe(Type.Boolean()),
  file_types: maybe(Type.Array(Text(1, 32), { maxItems: FILE_TYPES_MAX })),
  id: Id,
})
const Choice = Type.Object({
  label: Text(1, OPTION_LABEL_MAX),
  value: Text(1, OPTION_VALUE_MAX),
  description: maybe(Text(0, OPTION_DESCRIPTION_MAX)),
  default: maybe(Type.Boolean()),
})
const RadioGroup = Type.Object({
  custom_id: CustomId,
  options: Type.Array(Choice, { minItems: RADIO_OPTIONS_MIN, maxItems: RADIO_OPTIONS_MAX }),
  required: maybe(Type.Boolean()),
  id: Id,
})
const CheckboxGroup = Type.Object({
  custom_id: CustomId,
  options: Type.Array(Choice, { minItems: 1, maxItems: CHECKBOX_OPTIONS_MAX }),
  min_values: maybe(Int(0, CHECKBOX_OPTIONS_MAX)),
  max_values: maybe(Int(1, CHECKBOX_OPTIONS_MAX)),
  required: maybe(Type.Boolean()),
  id: Id,
})
const Checkbox = Type.Object({ custom_id: CustomId, default: maybe(Type.Boolean()), id: Id })

/** Checks what opens a modal; answers it as it is kept and shown. [MOD-1..25] */
export function checkModal(data: unknown, faults: Faults, path: FieldPath): Modal | null {
  const walk = newWalk(faults)
  const modal = read(ModalFields, data, walk, path)
  if (!modal) return null
  const at = [...path, 'components']
  if (!Array.isArray(modal.components)) return note(walk, at, 'BASE_TYPE_REQUIRED', 'This field is required')
  if (modal.components.length < 1 || modal.components.length > MODAL_COMPONENTS_MAX) {
    return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${MODAL_COMPONENTS_MAX} in length.`)
  }
  const components = modal.components
    .map((component: unknown, index) => topLevel(component, walk, [...at, index]))
    .filter((checked) => checked !== null)
  assignIds(components)
  return { custom_id: modal.custom_id, title: modal.title, components }
}

function topLevel(component: unknown, walk: Walk, path: FieldPath): Wire | null {
  if (!isObject(component)) return note(walk, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
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
  if (only.label == null) return note(walk, [...at, 0, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const input = textInput(only, walk, [...at, 0])
  return input && { type: ComponentType.ACTION_ROW, components: [input] }
}

function label(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const fields = read(Label, component, walk, path)
  const at = [...path, 'component']
  if (!isObject(component.component)) return note(walk, at, 'BASE_TYPE_REQUIRED', 'This field is required')
  const inside = labelled(component.component, walk, at)
  return fields && inside && stored({ type: ComponentType.LABEL, ...fields, component: inside })
}

function labelled(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const { type } = component
  if (isSelect(type)) return checkSelect(component, type as number, 'modal', walk, path)
  switch (type) {
    case ComponentType.TEXT_INPUT:
      if (component.label != null)
        return note(
          walk,
          [...path, 'label'],
          'COMPONENT_LABEL_NOT_ALLOWED',
          'A text input in a label has no label of its own',
        )
      return textInput(component, walk, path)
    case ComponentType.FILE_UPLOAD:
      return fileUpload(component, walk, path)
    case ComponentType.RADIO_GROUP:
      return choices(component, RadioGroup, ComponentType.RADIO_GROUP, walk, path)
    case ComponentType.CHECKBOX_GROUP:
      return choices(component, CheckboxGroup, ComponentType.CHECKBOX_GROUP, walk, path)
    case ComponentType.CHECKBOX: {
      const box = read(Checkbox, component, walk, path)
      if (box) takeCustomId(walk, box.custom_id, path)
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

function textInput(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const input = read(TextInput, component, walk, path)
  if (!input) return null
  takeCustomId(walk, input.custom_id, path)
  if ((input.min_length ?? 0) > (input.max_length ?? TEXT_INPUT_MAX)) {
    return note(walk, [...path, 'min_length'], 'NUMBER_TYPE_MAX', 'min_length must not be greater than max_length')
  }
  return stored({ type: ComponentType.TEXT_INPUT, ...input, required: input.required ?? true })
}

/** Counts from 0 to 10 for both ends; a required one asks for at least one file. [MOD-16] [MOD-18] */
function fileUpload(component: Wire, walk: Walk, path: FieldPath): Wire | null {
  const upload = read(FileUpload, component, walk, path)
  if (!upload) return null
  takeCustomId(walk, upload.custom_id, path)
  const required = upload.required ?? true
  const max = upload.max_values ?? 1
  if (required && upload.min_values === 0)
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MIN', 'A required file upload needs at least one file')
  if (upload.min_values != null && upload.min_values > max) {
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MAX', 'min_values must not be greater than max_values')
  }
  const bad = (upload.file_types ?? []).findIndex((type) => !/^(image|video|audio|\.[a-z0-9]{1,16})$/i.test(type))
  if (bad >= 0)
    return note(walk, [...path, 'file_types', bad], 'BASE_TYPE_CHOICES', 'Must be image, video, audio or an extension')
  return stored({ type: ComponentType.FILE_UPLOAD, ...upload, required })
}

function choices(
  component: Wire,
  schema: typeof RadioGroup | typeof CheckboxGroup,
  type: number,
  walk: Walk,
  path: FieldPath,
): Wire | null {
  const group = read(schema, component, walk, path) as {
    custom_id: string
    options: { value: string; default?: boolean | null }[]
    min_values?: number | null
    max_values?: number | null
    required?: boolean | null
  } | null
  if (!group) return null
  takeCustomId(walk, group.custom_id, path)
  if (new Set(group.options.map((option) => option.value)).size < group.options.length) {
    return note(
      walk,
      [...path, 'options'],
      'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
      'The specified option value is already used',
    )
  }
  if (type === ComponentType.RADIO_GROUP && group.options.filter((option) => option.default).length > 1) {
    return note(
      walk,
      [...path, 'options'],
      'SELECT_COMPONENT_TOO_MANY_DEFAULTS',
      'A radio group has one default at most',
    )
  }
  const required = group.required ?? true
  if (group.min_values === 0 && required && component.required === true) {
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MIN', 'A required group needs at least one value')
  }
  if ((group.min_values ?? 1) > (group.max_values ?? group.options.length)) {
    return note(walk, [...path, 'min_values'], 'NUMBER_TYPE_MAX', 'min_values must not be greater than max_values')
  }
  return stored({ type, ...group, required })
}
