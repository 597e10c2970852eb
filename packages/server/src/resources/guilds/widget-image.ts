import type { FileStore } from '../../kernel/files.ts'
import { fitted, textPath, textWidth } from './pixel-text.ts'

export const WIDGET_STYLES = ['shield', 'banner1', 'banner2', 'banner3', 'banner4'] as const
export type WidgetStyle = (typeof WIDGET_STYLES)[number]

/** What a widget's picture tells. */
export interface WidgetFacts {
  readonly guildId: string
  readonly name: string
  readonly icon: string | null
  readonly online: number
}

interface Box {
  width: number
  height: number
}

/** Where the guild's icon goes, and the words: on a banner both, on a shield the count alone. */
interface Layout extends Box {
  icon: { x: number; y: number; size: number } | null
  texts(facts: WidgetFacts): { text: string; x: number; y: number; size: number; color: string }[]
  /** A field of another color: the side or foot of the banner. */
  field: (Box & { x: number; y: number; color: string }) | null
}

const DARK = '#2b2d31'
const BLUE = '#5865f2'
const GREEN = '#3ba55d'
const WHITE = '#ffffff'
const GREY = '#b5bac1'
const BY = 'Powered by Guildhall'
const count = ({ online }: WidgetFacts) => `${online} ONLINE`

const SHIELD_HEIGHT = 20
const SHIELD_LEFT = 62
const BANNERS: Record<Exclude<WidgetStyle, 'shield'>, Layout> = {
  banner1: banner({ width: 320, height: 158, icon: 64, foot: 28, says: BY }),
  banner2: banner({ width: 320, height: 72, icon: 44, foot: 0, says: '' }),
  banner3: banner({ width: 320, height: 132, icon: 56, foot: 32, says: 'Chat now' }),
  banner4: banner({ width: 320, height: 210, icon: 96, foot: 44, says: 'JOIN MY SERVER' }),
}

function banner(of: Box & { icon: number; foot: number; says: string }): Layout {
  const { width, height, icon, foot, says } = of
  const middle = (height - foot) / 2
  const left = 16 + icon + 14
  return {
    width,
    height,
    icon: { x: 16, y: Math.round(middle - icon / 2), size: icon },
    field: foot === 0 ? null : { x: 0, y: height - foot, width, height: foot, color: BLUE },
    texts: (facts) => [
      {
        text: fitted(facts.name, (width - left - 12) / 2),
        x: left,
        y: Math.round(middle - 18),
        size: 2,
        color: WHITE,
      },
      { text: count(facts), x: left, y: Math.round(middle + 8), size: 1, color: GREY },
      {
        text: says,
        x: Math.round((width - textWidth(says)) / 2),
        y: height - Math.round(foot / 2) - 4,
        size: 1,
        color: WHITE,
      },
    ],
  }
}

/** A shield: the product's name on the left, as wide as the count needs on the right. */
function shield(facts: WidgetFacts): Layout {
  const right = textWidth(count(facts)) + 16
  return {
    width: SHIELD_LEFT + right,
    height: SHIELD_HEIGHT,
    icon: null,
    field: { x: SHIELD_LEFT, y: 0, width: right, height: SHIELD_HEIGHT, color: GREEN },
    texts: () => [
      { text: 'Guildhall', x: 5, y: 6, size: 1, color: WHITE },
      { text: count(facts), x: SHIELD_LEFT + 8, y: 6, size: 1, color: WHITE },
    ],
  }
}

/** Of an icon's pixels: more is not decoded, however small its file. */
const ICON_PIXELS_MAX = 4096 * 4096

/** Draws a widget as a PNG. */
export async function drawWidget(style: WidgetStyle, facts: WidgetFacts, files: FileStore): Promise<Uint8Array> {
  const layout = style === 'shield' ? shield(facts) : BANNERS[style]
  // Loaded at the first picture: the start of the process should not pay for it.
  const { default: sharp } = await import('sharp')
  const drawn = sharp(Buffer.from(svgOf(layout, facts)))
  const icon = layout.icon && (await iconOf(facts, layout.icon.size, files))
  if (icon && layout.icon) drawn.composite([{ input: icon, left: layout.icon.x, top: layout.icon.y }])
  return drawn.png().toBuffer()
}

function svgOf(layout: Layout, facts: WidgetFacts): string {
  const { width, height, field, icon } = layout
  const texts = layout
    .texts(facts)
    .map(({ text, color, ...at }) => `<path fill="${color}" d="${textPath(text, at)}"/>`)
    .join('')
  const side = field
    ? `<rect x="${field.x}" y="${field.y}" width="${field.width}" height="${field.height}" fill="${field.color}"/>`
    : ''
  const place = icon
    ? `<rect x="${icon.x}" y="${icon.y}" width="${icon.size}" height="${icon.size}" rx="${icon.size / 4}" fill="${BLUE}"/>`
    : ''
  const round = roundness(height)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><clipPath id="edge"><rect width="${width}" height="${height}" rx="${round}"/></clipPath><g clip-path="url(#edge)"><rect width="${width}" height="${height}" fill="${DARK}"/>${side}${place}${texts}</g></svg>`
}

const roundness = (height: number) => (height <= SHIELD_HEIGHT ? 3 : 8)

/** The guild's own icon with round corners; null where there is none, or none that can be read. */
async function iconOf({ guildId, icon }: WidgetFacts, size: number, files: FileStore): Promise<Buffer | null> {
  const file = icon === null ? null : await files.open(`images/icons/${guildId}/${icon}`)
  if (!file) return null
  const { default: sharp } = await import('sharp')
  const parts: Buffer[] = []
  for await (const part of file.read()) parts.push(part as Buffer)
  const corners = `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size / 4}"/></svg>`
  return sharp(Buffer.concat(parts), { limitInputPixels: ICON_PIXELS_MAX, pages: 1 })
    .resize(size, size, { fit: 'cover' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
    .catch(() => null)
}
