import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Faults } from '@guildhall/protocol'
import type { TSchema } from 'typebox'
import type { SchemaNode } from '../validation/checks/schema-node.ts'
import { loadSharp } from './sharp.ts'

/** Images over this size are rejected: the CDN would not render them. */
const PIXELS_MAX = 4096 * 4096 * 4
/** An image of this size is decoded in a separate turn of the event loop. */
const LONG_CHARS = 1024 * 1024
const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif', 'heif']

const fields = new WeakMap<TSchema, readonly string[]>()

/** Fields of a form that take an image as a data URI. */
function pictureFields(schema: TSchema): readonly string[] {
  let names = fields.get(schema)
  if (!names) {
    const { properties = {} } = schema as SchemaNode
    names = Object.keys(properties).filter((name) => takesPicture(properties[name]))
    fields.set(schema, names)
  }
  return names
}

function takesPicture(node: SchemaNode | undefined): boolean {
  return node?.format === 'image-data' || (node?.anyOf?.some(takesPicture) ?? false)
}

/**
 * Opens the images of a form that passed its check, which reads their signatures only. Runs before the transaction,
 * because it takes time.
 */
export async function checkPictures(schema: TSchema, form: unknown, faults: Faults): Promise<void> {
  for (const name of pictureFields(schema)) {
    const uri = (form as Record<string, unknown>)[name]
    if (typeof uri !== 'string') continue
    // Decoding megabytes takes milliseconds: other requests come between two images, and before the first.
    if (uri.length > LONG_CHARS) await nextTurn()
    const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64')
    if (!(await isSoundPicture(bytes))) faults.add([name], 'IMAGE_INVALID', 'Invalid image data')
  }
}

/**
 * Whether the bytes open as an image that is not larger than the CDN renders. A signature alone proves little: the
 * rest may be nonsense, or decode to gigabytes. Pixels are not decoded: programs write images with a wrong checksum,
 * and every viewer shows them.
 */
export async function isSoundPicture(bytes: Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  try {
    const { format, width, height, pageHeight } = await sharp(bytes, {
      failOn: 'none',
      limitInputPixels: PIXELS_MAX,
    }).metadata()
    return FORMATS.includes(format) && width * (pageHeight ?? height) <= PIXELS_MAX
  } catch {
    return false
  }
}
