import {
  ACTION_ROWS_MAX,
  BUTTONS_IN_ROW_MAX,
  COMPONENTS_MAX,
  ComponentType,
  type Faults,
  type FieldPath,
  MEDIA_DESCRIPTION_MAX,
  MEDIA_GALLERY_ITEMS_MAX,
  SECTION_TEXTS_MAX,
  TEXT_INPUT_MAX,
} from '@guildhall/protocol'
import { Int, Nullable, Optional, Text, Type } from '../../kernel/schema.ts'
import { assignIds, isObject, newWalk, note, read, type Walk, type Wire } from './fields.ts'
import { checkButton, checkSelect, Id, isSelect, stored } from './inputs.ts'

const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
type Check = (value: Wire, walk: Walk, path: FieldPath) => Wire | null

const Media = Type.Object({ url: Text(1, 2048) })
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: Id })
const Thumbnail = Type.Object({
  media: Media,
  description: maybe(Text(0, MEDIA_DESCRIPTION_MAX)),
  spoiler: maybe(Type.Boolean()),
  id: Id,
})
const Gallery = Type.Object({
  items: Type.Array(
    Type.Object({ media: Media, description: maybe(Text(0, MEDIA_DESCRIPTION_MAX)), spoiler: maybe(Type.Boolean()) }),
    { minItems: 1, maxItems: MEDIA_GALLERY_ITEMS_MAX },
  ),
  id: Id,
})
const File = Type.Object({ file: Media, spoiler: maybe(Type.Boolean()), id: Id })
const Separator = Type.Object({ divider: maybe(Type.Boolean()), spacing: maybe(Int(1, 2)), id: Id })
const Holder = Type.Object({ id: Id })
const Container = Type.Object({ accent_color: maybe(Int(0, 0xffffff)), spoiler: maybe(Type.Boolean()), id: Id })

/**
 * Components of a message: rows of buttons and selects, or with IS_COMPONENTS_V2 any layout. Faults are noted; what is
 * answered is what the message keeps, each component with its `id`. [checklist 10]
 */
export function checkMessageComponents(
  components: unknown,
  options: { v2: boolean },
  faults: Faults,
  path: FieldPath,
): Wire[] {
  const walk = newWalk(faults)
  const most = options.v2 ? COMPONENTS_MAX : ACTION_ROWS_MAX
  if (!Array.isArray(components)) {
    note(walk, path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    return []
  }
  if (components.length > most) {
    note(walk, path, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${most} in length.`)
    return []
  }
  const checked = children(components, options.v2 ? TOP_LEVEL : ROWS_ONLY, walk, path)
  if (walk.count > COMPONENTS_MAX)
    note(walk, path, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', `At most ${COMPONENTS_MAX} components are allowed`)
  if (walk.textLength > TEXT_INPUT_MAX) {
    note(
      walk,
      path,
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      `Displayable text exceeds the maximum size of ${TEXT_INPUT_MAX}`,
    )
  }
  assignIds(checked)
  return checked
}

function children(
  components: readonly unknown[],
  allowed: ReadonlyMap<number, Check>,
  walk: Walk,
  path: FieldPath,
): Wire[] {
  return components
    .map((component, index) => child(component, allowed, walk, [...path, index]))
    .filter((checked) => checked !== null)
}

function child(component: unknown, allowed: ReadonlyMap<number, Check>, walk: Walk, path: FieldPath): Wire | null {
  if (!isObject(component)) return note(walk, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
  const check = allowed.get(component.type as number)
  if (!check) {
    return note(
      walk,
      [...path, 'type'],
      'UNION_TYPE_CHOICES',
      `Value of field "type" must be one of (${[...allowed.keys()].join(', ')}).`,
    )
  }
  walk.count += 1
  const { id } = component
  if (typeof id === 'number' && id > 0) {
    if (walk.ids.has(id)) note(walk, [...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated')
    walk.ids.add(id)
  }
  return check(component, walk, path)
}

const row: Check = (value, walk, path) => {
  const inside = Array.isArray(value.components) ? value.components : []
  const selects = inside.some((entry) => isObject(entry) && isSelect(entry.type))
  const most = selects ? 1 : BUTTONS_IN_ROW_MAX
  const at = [...path, 'components']
  if (inside.length < 1 || inside.length > most)
    return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${most} in length.`)
  const holder = read(Holder, value, walk, path)
  const components = children(inside, IN_ROW, walk, at)
  return holder && stored({ type: ComponentType.ACTION_ROW, ...holder, components })
}

const textDisplay: Check = (value, walk, path) => {
  const text = read(TextDisplay, value, walk, path)
  if (text) walk.textLength += text.content.length
  return text && stored({ type: ComponentType.TEXT_DISPLAY, ...text })
}

const section: Check = (value, walk, path) => {
  const inside = Array.isArray(value.components) ? value.components : []
  const at = [...path, 'components']
  if (inside.length < 1 || inside.length > SECTION_TEXTS_MAX)
    return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${SECTION_TEXTS_MAX} in length.`)
  if (value.accessory == null) return note(walk, [...path, 'accessory'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const holder = read(Holder, value, walk, path)
  const components = children(inside, IN_SECTION, walk, at)
  const accessory = child(value.accessory, ACCESSORIES, walk, [...path, 'accessory'])
  return holder && accessory && stored({ type: ComponentType.SECTION, ...holder, components, accessory })
}

const container: Check = (value, walk, path) => {
  const inside = Array.isArray(value.components) ? value.components : []
  const holder = read(Container, value, walk, path)
  if (inside.length === 0) return note(walk, [...path, 'components'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const components = children(inside, IN_CONTAINER, walk, [...path, 'components'])
  return holder && stored({ type: ComponentType.CONTAINER, ...holder, components })
}

const file: Check = (value, walk, path) => {
  const read_ = read(File, value, walk, path)
  if (!read_) return null
  if (!read_.file.url.startsWith('attachment://')) {
    return note(
      walk,
      [...path, 'file', 'url'],
      'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
      'Only attachment:// references are allowed',
    )
  }
  return stored({ type: ComponentType.FILE, ...read_ })
}

const simple =
  (type: number, schema: typeof Thumbnail | typeof Gallery | typeof Separator): Check =>
  (value, walk, path) => {
    const fields = read(schema, value, walk, path)
    return fields && stored({ type, ...(fields as Wire) })
  }

const button: Check = (value, walk, path) => checkButton(value, walk, path)
const select: Check = (value, walk, path) => checkSelect(value, value.type as number, 'message', walk, path)
const thumbnail = simple(ComponentType.THUMBNAIL, Thumbnail)

const IN_ROW = new Map<number, Check>([
  [ComponentType.BUTTON, button],
  [ComponentType.STRING_SELECT, select],
  [ComponentType.USER_SELECT, select],
  [ComponentType.ROLE_SELECT, select],
  [ComponentType.MENTIONABLE_SELECT, select],
  [ComponentType.CHANNEL_SELECT, select],
])
const IN_SECTION = new Map<number, Check>([[ComponentType.TEXT_DISPLAY, textDisplay]])
const ACCESSORIES = new Map<number, Check>([
  [ComponentType.BUTTON, button],
  [ComponentType.THUMBNAIL, thumbnail],
])
const ROWS_ONLY = new Map<number, Check>([[ComponentType.ACTION_ROW, row]])
const IN_CONTAINER = new Map<number, Check>([
  [ComponentType.ACTION_ROW, row],
  [ComponentType.SECTION, section],
  [ComponentType.TEXT_DISPLAY, textDisplay],
  [ComponentType.MEDIA_GALLERY, simple(ComponentType.MEDIA_GALLERY, Gallery)],
  [ComponentType.FILE, file],
  [ComponentType.SEPARATOR, simple(ComponentType.SEPARATOR, Separator)],
])
const TOP_LEVEL = new Map<number, Check>([...IN_CONTAINER, [ComponentType.CONTAINER, container]])
