import {
  ACTION_ROWS_MAX,
  type ActionRowObject,
  BUTTONS_IN_ROW_MAX,
  type ButtonObject,
  COMPONENTS_MAX,
  ComponentType,
  type ContainerObject,
  type Faults,
  type FieldPath,
  type FileComponentObject,
  MEDIA_DESCRIPTION_MAX,
  MEDIA_GALLERY_ITEMS_MAX,
  type MediaGalleryObject,
  type MessageComponentObject,
  SECTION_TEXTS_MAX,
  type SectionObject,
  type SelectObject,
  type SeparatorObject,
  TEXT_INPUT_MAX,
  type TextDisplayObject,
  type ThumbnailObject,
} from '@guildhall/protocol'
import { Int, OptionalNullable, Text, Type } from '../../../validation/schema.ts'
import { checkButton, checkSelect } from './input-rules.ts'
import { checkMedia } from './media.ts'
import { assignIds, isSelectType } from './model.ts'
import { ComponentId } from './requests.ts'
import {
  addFault,
  addRequired,
  codePointsOf,
  type EmojiUse,
  isObject,
  newWalk,
  readFields,
  takeId,
  type Unchecked,
  type Walk,
  withoutAbsent,
} from './walk.ts'

/** Check of one component. Returns null when it added faults. */
type Check<T> = (value: Unchecked, walk: Walk, path: FieldPath) => T | null
/** Checks of the component types that a place allows. */
type Allowed<T> = ReadonlyMap<unknown, Check<T>>

const Media = Type.Object({ url: Text(1, 2048) })
const MediaFields = {
  description: OptionalNullable(Text(0, MEDIA_DESCRIPTION_MAX)),
  spoiler: OptionalNullable(Type.Boolean()),
}
const TextDisplay = Type.Object({ content: Text(1, TEXT_INPUT_MAX), id: ComponentId })
const Thumbnail = Type.Object({ media: Media, ...MediaFields, id: ComponentId })
const Gallery = Type.Object({
  items: Type.Array(Type.Object({ media: Media, ...MediaFields }), { minItems: 1, maxItems: MEDIA_GALLERY_ITEMS_MAX }),
  id: ComponentId,
})
const File = Type.Object({ file: Media, spoiler: OptionalNullable(Type.Boolean()), id: ComponentId })
const Separator = Type.Object({
  divider: OptionalNullable(Type.Boolean()),
  spacing: OptionalNullable(Int(1, 2)),
  id: ComponentId,
})
const RowOrSection = Type.Object({ id: ComponentId })
const Container = Type.Object({
  accent_color: OptionalNullable(Int(0, 0xffffff)),
  spoiler: OptionalNullable(Type.Boolean()),
  id: ComponentId,
})

export interface MessageLayout {
  /** Whether the message has IS_COMPONENTS_V2, which allows any layout. Other messages have action rows only. */
  readonly v2: boolean
  /** Files of the message, which `attachment://` addresses can name. */
  readonly filenames: ReadonlySet<string>
}

export interface CheckedComponents {
  components: MessageComponentObject[]
  /** Emojis of the components, not yet looked up. */
  emojis: readonly EmojiUse[]
}

/** Checks components of a message by all documented rules and assigns their ids. Adds faults. [checklist 10] */
export function checkMessageComponents(
  components: unknown,
  { v2, filenames }: MessageLayout,
  faults: Faults,
  path: FieldPath,
): CheckedComponents {
  const walk = newWalk(faults, filenames)
  const max = v2 ? COMPONENTS_MAX : ACTION_ROWS_MAX
  if (!Array.isArray(components)) {
    addFault(walk, path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    return { components: [], emojis: [] }
  }
  if (components.length > max) {
    // The minimum is not named, because an edit removes components with an empty list.
    addFault(walk, path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
    return { components: [], emojis: [] }
  }
  const checked = checkChildren<MessageComponentObject>(components, v2 ? TOP_LEVEL : ROWS_ONLY, walk, path)
  if (walk.componentCount > COMPONENTS_MAX)
    addFault(walk, path, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', `At most ${COMPONENTS_MAX} components are allowed`)
  if (walk.textLength > TEXT_INPUT_MAX) {
    const message = `Displayable text exceeds the maximum size of ${TEXT_INPUT_MAX}`
    addFault(walk, path, 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message)
  }
  assignIds(checked)
  return { components: checked, emojis: walk.emojis }
}

function checkChildren<T>(components: readonly unknown[], allowed: Allowed<T>, walk: Walk, path: FieldPath): T[] {
  return components
    .map((component, index) => checkChild(component, allowed, walk, [...path, index]))
    .filter((checked) => checked !== null)
}

function checkChild<T>(component: unknown, allowed: Allowed<T>, walk: Walk, path: FieldPath): T | null {
  if (!isObject(component))
    return addFault(walk, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
  const check = allowed.get(component.type)
  if (!check) {
    return addFault(
      walk,
      [...path, 'type'],
      'UNION_TYPE_CHOICES',
      `Value of field "type" must be one of (${[...allowed.keys()].join(', ')}).`,
    )
  }
  walk.componentCount += 1
  takeId(walk, component.id, path)
  return check(component, walk, path)
}

/** Returns the unchecked children of a component. Adds a fault when there is none or more than `max`. */
function childrenIn(value: Unchecked, max: number, walk: Walk, path: FieldPath): unknown[] | null {
  const children: unknown[] = Array.isArray(value.components) ? value.components : []
  const at = [...path, 'components']
  if (children.length === 0) return addRequired(walk, at)
  if (children.length > max)
    return addFault(walk, at, 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${max} in length.`)
  return children
}

const checkRow: Check<ActionRowObject> = (value, walk, path) => {
  const selects =
    Array.isArray(value.components) && value.components.some((entry) => isObject(entry) && isSelectType(entry.type))
  const children = childrenIn(value, selects ? 1 : BUTTONS_IN_ROW_MAX, walk, path)
  const row = readFields(RowOrSection, value, walk, path)
  if (!children || !row) return null
  const components = checkChildren<ButtonObject | SelectObject>(children, IN_ROW, walk, [...path, 'components'])
  return withoutAbsent({ type: ComponentType.ACTION_ROW, ...row, components })
}

const checkTextDisplay: Check<TextDisplayObject> = (value, walk, path) => {
  const text = readFields(TextDisplay, value, walk, path)
  if (text) walk.textLength += codePointsOf(text.content)
  return text && withoutAbsent({ type: ComponentType.TEXT_DISPLAY, ...text })
}

const checkSection: Check<SectionObject> = (value, walk, path) => {
  const children = childrenIn(value, SECTION_TEXTS_MAX, walk, path)
  const section = readFields(RowOrSection, value, walk, path)
  if (!children || !section) return null
  if (value.accessory == null) return addRequired(walk, [...path, 'accessory'])
  const components = checkChildren(children, IN_SECTION, walk, [...path, 'components'])
  const accessory = checkChild<SectionObject['accessory']>(value.accessory, ACCESSORIES, walk, [...path, 'accessory'])
  return accessory && withoutAbsent({ type: ComponentType.SECTION, ...section, components, accessory })
}

const checkContainer: Check<ContainerObject> = (value, walk, path) => {
  const children = childrenIn(value, COMPONENTS_MAX, walk, path)
  const container = readFields(Container, value, walk, path)
  if (!children || !container) return null
  const { id, accent_color = null, spoiler } = container
  const components = checkChildren(children, IN_CONTAINER, walk, [...path, 'components'])
  const base = withoutAbsent({ type: ComponentType.CONTAINER, id })
  return { ...base, accent_color, spoiler: spoiler ?? false, components }
}

const checkFile: Check<FileComponentObject> = (value, walk, path) => {
  const file = readFields(File, value, walk, path)
  if (!file) return null
  checkMedia(file.file.url, walk, [...path, 'file'], true)
  return withoutAbsent({ type: ComponentType.FILE, ...file, spoiler: file.spoiler ?? false })
}

const checkThumbnail: Check<ThumbnailObject> = (value, walk, path) => {
  const thumbnail = readFields(Thumbnail, value, walk, path)
  if (!thumbnail) return null
  checkMedia(thumbnail.media.url, walk, [...path, 'media'])
  const { id, media, description = null, spoiler } = thumbnail
  return { ...withoutAbsent({ type: ComponentType.THUMBNAIL, id }), media, description, spoiler: spoiler ?? false }
}

const checkGallery: Check<MediaGalleryObject> = (value, walk, path) => {
  const gallery = readFields(Gallery, value, walk, path)
  if (!gallery) return null
  for (const [index, item] of gallery.items.entries())
    checkMedia(item.media.url, walk, [...path, 'items', index, 'media'])
  const items = gallery.items.map(({ media, description = null, spoiler }) => ({
    media,
    description,
    spoiler: spoiler ?? false,
  }))
  return withoutAbsent({ type: ComponentType.MEDIA_GALLERY, id: gallery.id, items })
}

const checkSeparator: Check<SeparatorObject> = (value, walk, path) => {
  const separator = readFields(Separator, value, walk, path)
  if (!separator) return null
  const { id, divider, spacing } = separator
  return withoutAbsent({ type: ComponentType.SEPARATOR, id, divider: divider ?? true, spacing: spacing ?? 1 })
}

const checkSelectOf =
  (type: SelectObject['type']): Check<SelectObject> =>
  (value, walk, path) =>
    checkSelect(value, type, 'message', walk, path)

const IN_ROW: Allowed<ButtonObject | SelectObject> = new Map<unknown, Check<ButtonObject | SelectObject>>([
  [ComponentType.BUTTON, checkButton],
  [ComponentType.STRING_SELECT, checkSelectOf(ComponentType.STRING_SELECT)],
  [ComponentType.USER_SELECT, checkSelectOf(ComponentType.USER_SELECT)],
  [ComponentType.ROLE_SELECT, checkSelectOf(ComponentType.ROLE_SELECT)],
  [ComponentType.MENTIONABLE_SELECT, checkSelectOf(ComponentType.MENTIONABLE_SELECT)],
  [ComponentType.CHANNEL_SELECT, checkSelectOf(ComponentType.CHANNEL_SELECT)],
])
const IN_SECTION: Allowed<TextDisplayObject> = new Map([[ComponentType.TEXT_DISPLAY, checkTextDisplay]])
const ACCESSORIES: Allowed<SectionObject['accessory']> = new Map<unknown, Check<SectionObject['accessory']>>([
  [ComponentType.BUTTON, checkButton],
  [ComponentType.THUMBNAIL, checkThumbnail],
])
const ROWS_ONLY: Allowed<ActionRowObject> = new Map([[ComponentType.ACTION_ROW, checkRow]])
type InContainer = ContainerObject['components'][number]
const IN_CONTAINER: Allowed<InContainer> = new Map<unknown, Check<InContainer>>([
  [ComponentType.ACTION_ROW, checkRow],
  [ComponentType.SECTION, checkSection],
  [ComponentType.TEXT_DISPLAY, checkTextDisplay],
  [ComponentType.MEDIA_GALLERY, checkGallery],
  [ComponentType.FILE, checkFile],
  [ComponentType.SEPARATOR, checkSeparator],
])
const TOP_LEVEL: Allowed<MessageComponentObject> = new Map<unknown, Check<MessageComponentObject>>([
  ...IN_CONTAINER,
  [ComponentType.CONTAINER, checkContainer],
])
