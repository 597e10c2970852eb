import {
  type ButtonObject,
  ButtonStyle,
  ComponentType,
  type MessageComponentObject,
  type SelectObject,
  type UnfurledMediaObject,
} from '@guildhall/protocol'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import type { EntityKind } from '../entities/entities.ts'

/** Form of a button, and what a press does. */
export type ButtonView =
  | { readonly kind: 'press'; readonly look: 'primary' | 'plain' | 'success' | 'danger'; readonly customId: string }
  | { readonly kind: 'link'; readonly href: string | null }
  | { readonly kind: 'premium'; readonly skuId: string }

const LOOKS: Readonly<Record<number, 'primary' | 'plain' | 'success' | 'danger'>> = {
  [ButtonStyle.PRIMARY]: 'primary',
  [ButtonStyle.SECONDARY]: 'plain',
  [ButtonStyle.SUCCESS]: 'success',
  [ButtonStyle.DANGER]: 'danger',
}

/** Returns how a button is shown. A link that leads to no web page has no address: the app follows no other scheme. */
export function buttonView({ style, url, custom_id, sku_id }: ButtonObject): ButtonView {
  if (style === ButtonStyle.LINK) return { kind: 'link', href: isWebLink(url) ? url : null }
  if (style === ButtonStyle.PREMIUM) return { kind: 'premium', skuId: sku_id ?? '' }
  return { kind: 'press', look: LOOKS[style] ?? 'plain', customId: custom_id ?? '' }
}

/** Least and greatest number of values that a select takes. */
export interface SelectBounds {
  readonly min: number
  readonly max: number
}

/** Returns how many values a select takes. */
export function selectBounds({
  min_values,
  max_values,
}: Pick<SelectObject, 'min_values' | 'max_values'>): SelectBounds {
  return { min: min_values ?? 1, max: max_values ?? 1 }
}

const ENTITY_KINDS: Readonly<Record<number, EntityKind>> = {
  [ComponentType.USER_SELECT]: 'user',
  [ComponentType.ROLE_SELECT]: 'role',
  [ComponentType.MENTIONABLE_SELECT]: 'mentionable',
  [ComponentType.CHANNEL_SELECT]: 'channel',
}

/** Returns what a select offers; undefined for one with its own options. */
export function entityKindOf({ type }: Pick<SelectObject, 'type'>): EntityKind | undefined {
  return ENTITY_KINDS[type]
}

const SELECTS: ReadonlySet<number> = new Set([ComponentType.STRING_SELECT, ...Object.keys(ENTITY_KINDS).map(Number)])

/** Returns whether a component is one of the five selects. */
export function isSelect(component: { type: number }): component is SelectObject {
  return SELECTS.has(component.type)
}

const PLACEHOLDERS: Readonly<Record<EntityKind, Message>> = {
  user: msg('Choose a user'),
  role: msg('Choose a role'),
  mentionable: msg('Choose a user or role'),
  channel: msg('Choose a channel'),
}

/** Returns the text of an empty select. It is also its name in a message. */
export function placeholderOf(select: SelectObject): string {
  if (select.placeholder) return select.placeholder
  const kind = entityKindOf(select)
  return t(kind ? PLACEHOLDERS[kind] : msg('Make a selection'))
}

/** Returns whether what was chosen is to be sent: it fits the bounds, and differs from what the message showed. */
export function isWorthSending(
  before: readonly { value: string }[],
  chosen: readonly { value: string }[],
  { min, max }: SelectBounds,
): boolean {
  if (chosen.length < min || chosen.length > max) return false
  const known = new Set(before.map(({ value }) => value))
  return chosen.length !== known.size || chosen.some(({ value }) => !known.has(value))
}

const PICTURES = /\.(png|jpe?g|gif|webp|avif)$/i
const VIDEOS = /\.(mp4|webm|mov)$/i

/** Returns how media is shown. Of media on other sites only the address is known, so that its ending decides. */
export function mediaView(media: UnfurledMediaObject): { kind: 'picture' | 'video' | 'link'; url: string } | null {
  const url = media.proxy_url || media.url
  if (!isWebLink(url)) return null
  const type = media.content_type ?? ''
  const { pathname } = new URL(url)
  if (type.startsWith('image/svg') || pathname.endsWith('.svg')) return { kind: 'link', url }
  if (type.startsWith('video/') || (type === '' && VIDEOS.test(pathname))) return { kind: 'video', url }
  if (type === '' || type.startsWith('image/') || PICTURES.test(pathname)) return { kind: 'picture', url }
  return { kind: 'link', url }
}

/** Returns a colour as CSS writes it; undefined without one. */
export function colourOf(colour: number | null | undefined): string | undefined {
  return colour == null ? undefined : `#${colour.toString(16).padStart(6, '0')}`
}

const KNOWN: ReadonlySet<unknown> = new Set<unknown>([
  ComponentType.ACTION_ROW,
  ComponentType.SECTION,
  ComponentType.TEXT_DISPLAY,
  ComponentType.MEDIA_GALLERY,
  ComponentType.FILE,
  ComponentType.SEPARATOR,
  ComponentType.CONTAINER,
])

function typeOf(component: unknown): unknown {
  return typeof component === 'object' && component !== null && 'type' in component ? component.type : undefined
}

/** Returns the top-level components that the app knows, with how many it does not. */
export function knownComponents(components: readonly unknown[]): {
  known: MessageComponentObject[]
  unknown: number
} {
  const known = components.filter((component): component is MessageComponentObject => KNOWN.has(typeOf(component)))
  return { known, unknown: components.length - known.length }
}
