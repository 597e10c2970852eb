import type { FileStore } from '../../../../kernel/files.ts'
import { cutToWidth, textPath, textWidth } from '../../../../media/pixel-text.ts'
import { loadSharp } from '../../../../media/sharp.ts'

/** Styles that Get Guild Widget Image accepts. */
export const WIDGET_STYLES = ['shield', 'banner1', 'banner2', 'banner3', 'banner4'] as const
export type WidgetStyle = (typeof WIDGET_STYLES)[number]

/** Facts of a guild that its widget image displays. */
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

/** Positions of the icon and the texts. A shield has no icon. */
interface Layout extends Box {
  icon: { x: number; y: number; size: number } | null
  texts(facts: WidgetFacts): { text: string; x: number; y: number; size: number; color: string }[]
  /** An area of another color: the right side of a shield, or the foot of a banner. */
  field: (Box & { x: number; y: number; color: string }) | null
}

const DARK = '#2b2d31'
const BLUE = '#5865f2'
const GREEN = '#3ba55d'
const WHITE = '#ffffff'
const GREY = '#b5bac1'
const CREDIT = 'Powered by Guildhall'
const count = ({ online }: WidgetFacts) => `${online} ONLINE`

const SHIELD_HEIGHT = 20
const SHIELD_LEFT = 62
const BANNERS: Record<Exclude<WidgetStyle, 'shield'>, Layout> = {
  banner1: banner({ width: 320, height: 158, icon: 64, foot: 28, caption: CREDIT }),
  banner2: banner({ width: 320, height: 72, icon: 44, foot: 0, caption: '' }),
  banner3: banner({ width: 320, height: 132, icon: 56, foot: 32, caption: 'Chat now' }),
  banner4: banner({ width: 320, height: 210, icon: 96, foot: 44, caption: 'JOIN MY SERVER' }),
}

function banner(of: Box & { icon: number; foot: number; caption: string }): Layout {
  const { width, height, icon, foot, caption } = of
  const middle = (height - foot) / 2
  const left = 16 + icon + 14
  return {
    width,
    height,
    icon: { x: 16, y: Math.round(middle - icon / 2), size: icon },
    field: foot === 0 ? null : { x: 0, y: height - foot, width, height: foot, color: BLUE },
    texts: (facts) => [
      {
        text: cutToWidth(facts.name, (width - left - 12) / 2),
        x: left,
        y: Math.round(middle - 18),
        size: 2,
        color: WHITE,
      },
      { text: count(facts), x: left, y: Math.round(middle + 8), size: 1, color: GREY },
      {
        text: caption,
        x: Math.round((width - textWidth(caption)) / 2),
        y: height - Math.round(foot / 2) - 4,
        size: 1,
        color: WHITE,
      },
    ],
  }
}

/** Returns the layout of a shield: the product's name on the left, the count on the right at its own width. */
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

/** Icons with more pixels are not decoded, because a small file can hold a huge picture. */
const ICON_PIXELS_MAX = 4096 * 4096

/** Draws a widget as a PNG. */
export async function drawWidget(style: WidgetStyle, facts: WidgetFacts, files: FileStore): Promise<Uint8Array> {
  const layout = style === 'shield' ? shield(facts) : BANNERS[style]
  const sharp = await loadSharp()
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
  const iconBackground = icon
    ? `<rect x="${icon.x}" y="${icon.y}" width="${icon.size}" height="${icon.size}" rx="${icon.size / 4}" fill="${BLUE}"/>`
    : ''
  const round = roundness(height)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><clipPath id="edge"><rect width="${width}" height="${height}" rx="${round}"/></clipPath><g clip-path="url(#edge)"><rect width="${width}" height="${height}" fill="${DARK}"/>${side}${iconBackground}${texts}</g></svg>`
}

const roundness = (height: number) => (height <= SHIELD_HEIGHT ? 3 : 8)

/** Returns the guild's icon with round corners; null for a guild without an icon or with one that cannot be decoded. */
async function iconOf({ guildId, icon }: WidgetFacts, size: number, files: FileStore): Promise<Buffer | null> {
  const file = icon === null ? null : await files.open(`images/icons/${guildId}/${icon}`)
  if (!file) return null
  const sharp = await loadSharp()
  const parts: Buffer[] = []
  for await (const part of file.read()) parts.push(part as Buffer)
  const corners = `<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${size / 4}"/></svg>`
  const drawn = sharp(Buffer.concat(parts), { limitInputPixels: ICON_PIXELS_MAX, pages: 1 })
    .resize(size, size, { fit: 'cover' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
  try {
    return await drawn.toBuffer()
  } catch {
    // The widget is drawn without an icon that sharp cannot decode.
    return null
  }
}
