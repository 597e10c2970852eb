import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, relative, resolve, sep } from 'node:path'
import { ApiError, EMOJI_MAX_BYTES, Faults, STICKER_MAX_BYTES } from '@guildhall/protocol'
import { imageType } from '../media/picture-format.ts'
import { factsOfStickerFile, mayBeSticker } from '../resources/guild/stickers/index.ts'
import { ImageData } from '../validation/schema.ts'
import { validate } from '../validation/validate.ts'
import { type FaultList, pathTo } from './faults.ts'
import type { WorldGuild } from './world.ts'
import { WORLD_IMAGE_MAX_BYTES } from './world-guild.ts'

/** Bytes of all pictures of a world file together. */
const PICTURES_MAX_BYTES = 256 * 1024 * 1024

/** An entry of a world file with a picture, before it is checked. */
type Entry = Record<string, unknown>

/**
 * Replaces the paths of pictures in the content of a world file by data URIs. A path must lead to a file in the folder
 * of the world file or below it, since world files come from elsewhere too.
 */
export async function inlinePictures(content: unknown, file: string, faults: FaultList): Promise<void> {
  const places = picturesOf(content)
  if (places.length === 0) return
  const folder = await realpath(dirname(resolve(file)))
  let left = PICTURES_MAX_BYTES
  for (const { entry, field, path } of places) {
    const given = entry[field]
    if (typeof given !== 'string' || given.startsWith('data:')) continue
    const bytes = await readPicture(folder, given, Math.min(left, WORLD_IMAGE_MAX_BYTES))
    if (typeof bytes === 'string') {
      faults.add(path, bytes)
      // Without the value, the check does not report it again.
      delete entry[field]
    } else {
      left -= bytes.length
      entry[field] = `data:${imageType(bytes)};base64,${bytes.toString('base64')}`
    }
  }
}

/** Returns the content of a file below a folder, or what is wrong with it. */
async function readPicture(folder: string, path: string, maxBytes: number): Promise<Buffer | string> {
  try {
    const target = await realpath(resolve(folder, path))
    const way = relative(folder, target)
    if (way === '..' || way.startsWith(`..${sep}`) || resolve(folder, way) !== target || way === '')
      return `${JSON.stringify(path.slice(0, 100))} is not below the folder of the world file`
    const facts = await stat(target)
    if (!facts.isFile()) return `${JSON.stringify(path.slice(0, 100))} is no file`
    if (facts.size > maxBytes) return `has ${facts.size} bytes; at most ${maxBytes} are allowed`
    return await readFile(target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return `there is no file ${JSON.stringify(path.slice(0, 100))} that can be read (${code})`
  }
}

/** Returns the places where the content of a world file can have pictures. */
function picturesOf(content: unknown): { entry: Entry; field: string; path: string }[] {
  const guilds = entriesOf(isEntry(content) ? content.guilds : undefined, 'guilds')
  return guilds.flatMap(({ entry: guild, path }) => [
    { entry: guild, field: 'icon', path: `${path}.icon` },
    ...['emojis', 'stickers', 'scheduled_events'].flatMap((part) =>
      entriesOf(guild[part], `${path}.${part}`).map((place) => ({
        entry: place.entry,
        field: 'image',
        path: `${place.path}.image`,
      })),
    ),
  ])
}

function entriesOf(value: unknown, path: string): { entry: Entry; path: string }[] {
  if (!isEntry(value)) return []
  return Object.entries(value).flatMap(([key, entry]) => (isEntry(entry) ? [{ entry, path: pathTo(path, key) }] : []))
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Checks the pictures of a guild as the API checks uploads. */
export function checkPictures(guild: WorldGuild, path: string, faults: FaultList): void {
  const check = (image: string | undefined, at: string, faultOf: (image: string) => string | undefined) => {
    const fault = image === undefined ? undefined : faultOf(image)
    if (fault !== undefined) faults.add(at, fault)
  }
  check(guild.icon, `${path}.icon`, (icon) => imageFault(icon, WORLD_IMAGE_MAX_BYTES))
  for (const [part, faultOf] of [
    ['emojis', (image: string) => imageFault(image, EMOJI_MAX_BYTES)],
    ['scheduled_events', (image: string) => imageFault(image, WORLD_IMAGE_MAX_BYTES)],
    ['stickers', (image: string) => stickerFault(image, guild.features ?? [])],
  ] as const)
    for (const [key, { image }] of Object.entries(guild[part] ?? {}))
      check(image, `${pathTo(`${path}.${part}`, key)}.image`, faultOf)
}

const NO_PICTURE = 'is no picture in a data URI; paths work in a world file only'

/** Returns what is wrong with an image in a data URI. */
export function imageFault(image: string, maxBytes: number): string | undefined {
  const found = new Faults()
  validate(ImageData, image, found)
  if (found.any) return `${NO_PICTURE}. PNG, JPEG, GIF, WebP and AVIF are accepted`
  return bytesOf(image).length > maxBytes ? `has more than ${maxBytes} bytes` : undefined
}

/** Returns what is wrong with a sticker in a data URI, in a guild with these features. */
export function stickerFault(image: string, features: readonly string[]): string | undefined {
  if (!/^data:[a-z]+\/[a-z+.-]+;base64,/.test(image)) return `${NO_PICTURE}. PNG, APNG, GIF and Lottie are accepted`
  const bytes = bytesOf(image)
  if (bytes.length > STICKER_MAX_BYTES) return `has more than ${STICKER_MAX_BYTES} bytes`
  try {
    const verdict = mayBeSticker(factsOfStickerFile(bytes), features)
    return verdict.ok ? undefined : `cannot be a sticker: ${verdict.reason}`
  } catch (error) {
    if (error instanceof ApiError) return 'is no PNG, APNG, GIF or Lottie file'
    throw error
  }
}

/** Returns the bytes of a data URI. */
export function bytesOf(dataUri: string): Buffer {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
}
