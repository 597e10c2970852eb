import { type Static, type TSchema, Type } from 'typebox'
import { ComponentType } from '../component-types.ts'
import { PartialEmojiObject } from './emoji.ts'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text } from './wire.ts'

/**
 * Components of messages and modals, as they are stored and sent. They nest to a documented depth, so no type refers to
 * itself. Each has an `id`, which the platform assigns where the application gave none.
 */
const id = optional(Int)

/** Media of a component. A request names it by `url`; the platform adds the rest. */
export const UnfurledMediaObject = Type.Object(
  {
    id: optional(Id),
    url: Text,
    proxy_url: optional(Text),
    width: optionalNullable(Int),
    height: optionalNullable(Int),
    content_type: optionalNullable(Text),
    placeholder: optional(Text),
    placeholder_version: optional(Int),
    flags: optional(Int),
    attachment_id: optional(Id),
  },
  { title: 'UnfurledMedia' },
)
export type UnfurledMediaObject = Static<typeof UnfurledMediaObject>

export const ButtonObject = Type.Object(
  {
    type: Type.Literal(ComponentType.BUTTON),
    id,
    style: Int,
    label: optional(Text),
    emoji: optional(PartialEmojiObject),
    custom_id: optional(Text),
    url: optional(Text),
    sku_id: optional(Id),
    disabled: optional(Flag),
  },
  { title: 'Button' },
)
export type ButtonObject = Static<typeof ButtonObject>

export const SelectOptionObject = Type.Object(
  {
    label: Text,
    value: Text,
    description: optional(Text),
    emoji: optional(PartialEmojiObject),
    default: optional(Flag),
  },
  { title: 'SelectOption' },
)
export type SelectOptionObject = Static<typeof SelectOptionObject>

/** Select menu: of its own options, or of users, roles, mentionables or channels. */
export const SelectObject = Type.Object(
  {
    type: Type.Union([
      Type.Literal(ComponentType.STRING_SELECT),
      Type.Literal(ComponentType.USER_SELECT),
      Type.Literal(ComponentType.ROLE_SELECT),
      Type.Literal(ComponentType.MENTIONABLE_SELECT),
      Type.Literal(ComponentType.CHANNEL_SELECT),
    ]),
    id,
    custom_id: Text,
    options: optional(Type.Array(SelectOptionObject)),
    channel_types: optional(Type.Array(Int)),
    placeholder: optional(Text),
    default_values: optional(Type.Array(Type.Object({ id: Id, type: Text }))),
    min_values: optional(Int),
    max_values: optional(Int),
    /** Present in modals only. */
    required: optional(Flag),
    /** Present in messages only. */
    disabled: optional(Flag),
  },
  { title: 'Select' },
)
export type SelectObject = Static<typeof SelectObject>

export const TextInputObject = Type.Object(
  {
    type: Type.Literal(ComponentType.TEXT_INPUT),
    id,
    custom_id: Text,
    style: Int,
    /** Present in an action row only. A label component has its own label. */
    label: optional(Text),
    min_length: optional(Int),
    max_length: optional(Int),
    required: optional(Flag),
    value: optional(Text),
    placeholder: optional(Text),
  },
  { title: 'TextInput' },
)
export type TextInputObject = Static<typeof TextInputObject>

export const TextDisplayObject = Type.Object(
  { type: Type.Literal(ComponentType.TEXT_DISPLAY), id, content: Text },
  { title: 'TextDisplay' },
)
export type TextDisplayObject = Static<typeof TextDisplayObject>

const media = { description: nullable(Text), spoiler: Flag }

export const ThumbnailObject = Type.Object(
  { type: Type.Literal(ComponentType.THUMBNAIL), id, media: UnfurledMediaObject, ...media },
  { title: 'Thumbnail' },
)
export type ThumbnailObject = Static<typeof ThumbnailObject>

export const MediaGalleryObject = Type.Object(
  {
    type: Type.Literal(ComponentType.MEDIA_GALLERY),
    id,
    items: Type.Array(Type.Object({ media: UnfurledMediaObject, ...media })),
  },
  { title: 'MediaGallery' },
)
export type MediaGalleryObject = Static<typeof MediaGalleryObject>

export const FileComponentObject = Type.Object(
  {
    type: Type.Literal(ComponentType.FILE),
    id,
    file: UnfurledMediaObject,
    spoiler: Flag,
    name: optionalNullable(Text),
    size: optionalNullable(Int),
  },
  { title: 'FileComponent' },
)
export type FileComponentObject = Static<typeof FileComponentObject>

export const SeparatorObject = Type.Object(
  { type: Type.Literal(ComponentType.SEPARATOR), id, divider: Flag, spacing: Int },
  { title: 'Separator' },
)
export type SeparatorObject = Static<typeof SeparatorObject>

/** Row of buttons, of one select, or in older modals of one text input. */
export const ActionRowObject = Type.Object(
  {
    type: Type.Literal(ComponentType.ACTION_ROW),
    id,
    components: Type.Array(Type.Union([ButtonObject, SelectObject, TextInputObject])),
  },
  { title: 'ActionRow' },
)
export type ActionRowObject = Static<typeof ActionRowObject>

export const SectionObject = Type.Object(
  {
    type: Type.Literal(ComponentType.SECTION),
    id,
    components: Type.Array(TextDisplayObject),
    accessory: Type.Union([ButtonObject, ThumbnailObject]),
  },
  { title: 'Section' },
)
export type SectionObject = Static<typeof SectionObject>

const inContainers = [
  ActionRowObject,
  SectionObject,
  TextDisplayObject,
  MediaGalleryObject,
  FileComponentObject,
  SeparatorObject,
] as const

export const ContainerObject = Type.Object(
  {
    type: Type.Literal(ComponentType.CONTAINER),
    id,
    accent_color: nullable(Int),
    spoiler: Flag,
    components: Type.Array(Type.Union([...inContainers])),
  },
  { title: 'Container' },
)
export type ContainerObject = Static<typeof ContainerObject>

/** Top-level component of a message. */
export const MessageComponentObject = Type.Union([...inContainers, ContainerObject], { title: 'MessageComponent' })
export type MessageComponentObject = Static<typeof MessageComponentObject>

const input = <T extends TSchema>(type: T) => ({ type, id, custom_id: Text, required: optional(Flag) })
const choices = Type.Array(Type.Omit(SelectOptionObject, ['emoji']))

export const FileUploadObject = Type.Object(
  {
    ...input(Type.Literal(ComponentType.FILE_UPLOAD)),
    min_values: optional(Int),
    max_values: optional(Int),
    file_types: optional(Type.Array(Text)),
  },
  { title: 'FileUpload' },
)
export type FileUploadObject = Static<typeof FileUploadObject>

export const RadioGroupObject = Type.Object(
  { ...input(Type.Literal(ComponentType.RADIO_GROUP)), options: choices },
  { title: 'RadioGroup' },
)
export type RadioGroupObject = Static<typeof RadioGroupObject>

export const CheckboxGroupObject = Type.Object(
  {
    ...input(Type.Literal(ComponentType.CHECKBOX_GROUP)),
    options: choices,
    min_values: optional(Int),
    max_values: optional(Int),
  },
  { title: 'CheckboxGroup' },
)
export type CheckboxGroupObject = Static<typeof CheckboxGroupObject>

export const CheckboxObject = Type.Object(
  { type: Type.Literal(ComponentType.CHECKBOX), id, custom_id: Text, default: optional(Flag) },
  { title: 'Checkbox' },
)
export type CheckboxObject = Static<typeof CheckboxObject>

/** Component of a modal that a user fills in. */
export const ModalInputObject = Type.Union(
  [SelectObject, TextInputObject, FileUploadObject, RadioGroupObject, CheckboxGroupObject, CheckboxObject],
  { title: 'ModalInput' },
)
export type ModalInputObject = Static<typeof ModalInputObject>

export const LabelObject = Type.Object(
  {
    type: Type.Literal(ComponentType.LABEL),
    id,
    label: Text,
    description: optional(Text),
    component: ModalInputObject,
  },
  { title: 'Label' },
)
export type LabelObject = Static<typeof LabelObject>

/** Top-level component of a modal. */
export const ModalComponentObject = Type.Union([LabelObject, TextDisplayObject, ActionRowObject], {
  title: 'ModalComponent',
})
export type ModalComponentObject = Static<typeof ModalComponentObject>

/** Input of a submitted modal, with what the user entered: a text or choice in `value`, a list in `values`. */
export const SubmittedInputObject = Type.Object(
  {
    type: Int,
    id,
    custom_id: Text,
    value: optionalNullable(Type.Union([Text, Flag])),
    values: optional(Type.Array(Text)),
  },
  { title: 'SubmittedInput' },
)
export type SubmittedInputObject = Static<typeof SubmittedInputObject>

/** Top-level component of a submitted modal: a label, an action row or a text display. */
export const SubmittedComponentObject = Type.Object(
  {
    type: Int,
    id,
    component: optional(SubmittedInputObject),
    components: optional(Type.Array(SubmittedInputObject)),
  },
  { title: 'SubmittedComponent' },
)
export type SubmittedComponentObject = Static<typeof SubmittedComponentObject>
