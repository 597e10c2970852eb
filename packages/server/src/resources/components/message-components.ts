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
import { Int, OptionalNullable, Text, Type } from '../../validation/schema.ts'
import type { EmojiUse } from './emojis.ts'
import {
  assignIds,
  isObject,
  lengthOf,
  newWalk,
  note,
  read,
  required,
  stored,
  takeId,
  type Walk,
  type Wire,
} from './fields.ts'
import { checkButton, checkSelect, Id, isSelect } from './inputs.ts'
import { checkMedia } from './media.ts'

type Check = (value: Wire, walk: Walk, path: FieldPath) => Wire | null

const Media = Type.Object({ url: Text(1, 2048) })
const Shown = {
  description: OptionalNullable(Text(0, MEDIA_DESCRIPTION_MAX)),
  spoiler: OptionalNullable(Type.Boolean()),
}
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: Id })
const Thumbnail = Type.Object({ media: Media, ...Shown, id: Id })
const Gallery = Type.Object({
  items: Type.Array(Type.Object({ media: Media, ...Shown }), { minItems: 1, maxItems: MEDIA_GALLERY_ITEMS_MAX }),
  id: Id,
})
const File = Type.Object({ file: Media, spoiler: OptionalNullable(Type.Boolean()), id: Id })
const Separator = Type.Object({
  divider: OptionalNullable(Type.Boolean()),
  spacing: OptionalNullable(Int(1, 2)),
  id: Id,
})
const Holder = Type.Object({ id: Id })
const Container = Type.Object({
  accent_color: OptionalNullable(Int(0, 0xffffff)),
  spoiler: OptionalNullable(Type.Boolean()),
  id: Id,
})

export interface MessageLayout {
  /** Rows of buttons and selects, or with IS_COMPONENTS_V2 any layout. */
  readonly v2: boolean
  /** Files of the message, which `attachment://` may name. */
  readonly filenames: ReadonlySet<string>
}

/** What a message keeps of its components, and which emojis are still to be looked up. */
export interface CheckedComponents {
  components: Wire[]
  emojis: readonly EmojiUse[]
}

/** Components of a message by all documented rules. Faults are noted; each component gets its `id`. [checklist 10] */
export function checkMessageComponents(
  components: unknown,
  { v2, filenames }: MessageLayout,
  faults: Faults,
  path: FieldPath,
): CheckedComponents {
  const walk = newWalk(faults, filenames)
  const most = v2 ? COMPONENTS_MAX : ACTION_ROWS_MAX
  if (!Array.isArray(components)) {
    note(walk, path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    return { components: [], emojis: [] }
  }
  if (components.length > most) {
    // An empty list is accepted: an edit removes components with it.
    note(walk, path, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`)
    return { components: [], emojis: [] }
  }
  const checked = children(components, v2 ? TOP_LEVEL : ROWS_ONLY, walk, path)
  if (walk.count > COMPONENTS_MAX)
    note(walk, path, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', `At most ${COMPONENTS_MAX} components are allowed`)
  if (walk.textLength > TEXT_INPUT_MAX) {
    const message = `Displayable text exceeds the maximum size of ${TEXT_INPUT_MAX}`
    note(walk, path, 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message)
  }
  assignIds(checked)
  return { components: checked, emojis: walk.emojis }
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
  takeId(walk, component.id, path)
  return check(component, walk, path)
}

/** The children that a component holds, where it holds some and not too many. */
function childList(value: Wire, max: number, walk: Walk, path: FieldPath): unknown[] | null {
  const inside: unknown[] = Array.isArray(value.components) ? value.components : []
  const at = [...path, 'components']
  if (inside.length === 0) return required(walk, at)
  if (inside.length > max) return note(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)
  return inside
}

const row: Check = (value, walk, path) => {
  const selects =
    Array.isArray(value.components) && value.components.some((entry) => isObject(entry) && isSelect(entry.type))
  const inside = childList(value, selects ? 1 : BUTTONS_IN_ROW_MAX, walk, path)
  const holder = read(Holder, value, walk, path)
  if (!inside || !holder) return null
  const components = children(inside, IN_ROW, walk, [...path, 'components'])
  return stored({ type: ComponentType.ACTION_ROW, ...holder, components })
}

const textDisplay: Check = (value, walk, path) => {
  const text = read(TextDisplay, value, walk, path)
  if (text) walk.textLength += lengthOf(text.content)
  return text && stored({ type: ComponentType.TEXT_DISPLAY, ...text })
}

const section: Check = (value, walk, path) => {
  const inside = childList(value, SECTION_TEXTS_MAX, walk, path)
  const holder = read(Holder, value, walk, path)
  if (!inside || !holder) return null
  if (value.accessory == null) return required(walk, [...path, 'accessory'])
  const components = children(inside, IN_SECTION, walk, [...path, 'components'])
  const accessory = child(value.accessory, ACCESSORIES, walk, [...path, 'accessory'])
  return accessory && stored({ type: ComponentType.SECTION, ...holder, components, accessory })
}

const container: Check = (value, walk, path) => {
  const inside = childList(value, COMPONENTS_MAX, walk, path)
  const holder = read(Container, value, walk, path)
  if (!inside || !holder) return null
  const { id, accent_color = null, spoiler } = holder
  const components = children(inside, IN_CONTAINER, walk, [...path, 'components'])
  return { ...stored({ type: ComponentType.CONTAINER, id }), accent_color, spoiler: spoiler ?? false, components }
}

const file: Check = (value, walk, path) => {
  const fields = read(File, value, walk, path)
  if (!fields) return null
  checkMedia(fields.file.url, walk, [...path, 'file'], true)
  return stored({ type: ComponentType.FILE, ...fields, spoiler: fields.spoiler ?? false })
}

const thumbnail: Check = (value, walk, path) => {
  const fields = read(Thumbnail, value, walk, path)
  if (!fields) return null
  checkMedia(fields.media.url, walk, [...path, 'media'])
  const { id, media, description = null, spoiler } = fields
  return { ...stored({ type: ComponentType.THUMBNAIL, id }), media, description, spoiler: spoiler ?? false }
}

const gallery: Check = (value, walk, path) => {
  const fields = read(Gallery, value, walk, path)
  if (!fields) return null
  for (const [index, item] of fields.items.entries())
    checkMedia(item.media.url, walk, [...path, 'items', index, 'media'])
  const items = fields.items.map(({ media, description = null, spoiler }) => ({
    media,
    description,
    spoiler: spoiler ?? false,
  }))
  return stored({ type: ComponentType.MEDIA_GALLERY, id: fields.id, items })
}

const separator: Check = (value, walk, path) => {
  const fields = read(Separator, value, walk, path)
  if (!fields) return null
  const { id, divider, spacing } = fields
  return stored({ type: ComponentType.SEPARATOR, id, divider: divider ?? true, spacing: spacing ?? 1 })
}

const select: Check = (value, walk, path) => checkSelect(value, value.type as number, 'message', walk, path)

const IN_ROW = new Map<number, Check>([
  [ComponentType.BUTTON, checkButton],
  [ComponentType.STRING_SELECT, select],
  [ComponentType.USER_SELECT, select],
  [ComponentType.ROLE_SELECT, select],
  [ComponentType.MENTIONABLE_SELECT, select],
  [ComponentType.CHANNEL_SELECT, select],
])
const IN_SECTION = new Map<number, Check>([[ComponentType.TEXT_DISPLAY, textDisplay]])
const ACCESSORIES = new Map<number, Check>([
  [ComponentType.BUTTON, checkButton],
  [ComponentType.THUMBNAIL, thumbnail],
])
const ROWS_ONLY = new Map<number, Check>([[ComponentType.ACTION_ROW, row]])
const IN_CONTAINER = new Map<number, Check>([
  [ComponentType.ACTION_ROW, row],
  [ComponentType.SECTION, section],
  [ComponentType.TEXT_DISPLAY, textDisplay],
  [ComponentType.MEDIA_GALLERY, gallery],
  [ComponentType.FILE, file],
  [ComponentType.SEPARATOR, separator],
])
const TOP_LEVEL = new Map<number, Check>([...IN_CONTAINER, [ComponentType.CONTAINER, container]])
