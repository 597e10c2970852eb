import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EMOJI_MAX_BYTES, STICKER_MAX_BYTES, StickerFormat } from '@guildhall/protocol'
import { imageType } from '../../media/picture-format.ts'
import { bytesOf, imageFault, stickerFault, WORLD_IMAGE_MAX_BYTES, type WorldGuild } from '../../world/index.ts'
import type { GuildFacts } from './guild-facts.ts'
import { GuildReadError } from './guild-reader.ts'
import { readBounded } from './read-bounded.ts'

const RESPONSE_MAX_MS = 60_000
const TRIES_MAX = 4
const WAIT_MAX_S = 120
const BAD_GATEWAY = 502

/** A picture of a guild, and the entry of the world that it belongs to. */
interface Picture {
  /** Name for the file, and for the user. */
  readonly name: string
  /** Path below the CDN. */
  readonly path: string
  readonly maxBytes: number
  readonly entry: { image?: string } | { icon?: string }
}

/** Source of the pictures of a guild. */
export interface PictureSource {
  /** Address of the CDN of the server that is read. */
  cdn: string
  wait?: (durationMs: number) => Promise<unknown>
}

/**
 * Adds the pictures of a guild to its world as data URIs. Only the CDN of the server is asked, without the token, and
 * no redirect is followed. Returns a note for each picture that is left out.
 */
export async function addPictures(guild: WorldGuild, facts: GuildFacts, source: PictureSource): Promise<string[]> {
  const notes: string[] = []
  for (const picture of picturesOf(guild, facts)) {
    const found = await download(source, picture)
    const dataUri = Buffer.isBuffer(found) ? `data:${imageType(found)};base64,${found.toString('base64')}` : undefined
    const fault = dataUri === undefined ? String(found) : faultOf(picture, dataUri, guild)
    if (fault === undefined) Object.assign(picture.entry, { [picture.entry === guild ? 'icon' : 'image']: dataUri })
    else notes.push(`the picture ${picture.name}: it ${fault}`)
  }
  return notes
}

function faultOf({ path, maxBytes }: Picture, dataUri: string, guild: WorldGuild): string | undefined {
  return path.startsWith('stickers/') ? stickerFault(dataUri, guild.features ?? []) : imageFault(dataUri, maxBytes)
}

function picturesOf(guild: WorldGuild, facts: GuildFacts): Picture[] {
  const { id, icon } = facts.guild
  const pictures: Picture[] = []
  const image = (name: string, path: string, entry: Picture['entry'], maxBytes = WORLD_IMAGE_MAX_BYTES) =>
    void pictures.push({ name, path, entry, maxBytes })
  if (icon) image('icon', `icons/${id}/${icon}.${icon.startsWith('a_') ? 'gif' : 'png'}`, guild)
  for (const [name, emoji] of Object.entries(guild.emojis ?? {}))
    image(`emoji-${name}`, `emojis/${emoji.id}.${emoji.animated ? 'gif' : 'png'}`, emoji, EMOJI_MAX_BYTES)
  for (const [key, sticker] of Object.entries(guild.stickers ?? {})) {
    const extension = STICKER_EXTENSIONS[sticker.format_type ?? 0] ?? 'png'
    image(`sticker-${key}`, `stickers/${sticker.id}.${extension}`, sticker, STICKER_MAX_BYTES)
  }
  const images = new Map(facts.events.map((event) => [event.id, event.image]))
  for (const [key, event] of Object.entries(guild.scheduled_events ?? {})) {
    const hash = images.get(event.id ?? '')
    if (hash) image(`event-${key}`, `guild-events/${event.id}/${hash}.png`, event)
  }
  return pictures
}

const STICKER_EXTENSIONS: Readonly<Record<number, string>> = {
  [StickerFormat.LOTTIE]: 'json',
  [StickerFormat.GIF]: 'gif',
}

/** Returns the bytes at the CDN, or why there are none. */
async function download({ cdn, wait = sleep }: PictureSource, { path, maxBytes }: Picture): Promise<Buffer | string> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await ask(`${cdn.replace(/\/+$/, '')}/${path}`)
    if (typeof response === 'string') return response
    if (response.ok) return (await readBounded(response, maxBytes)) ?? `has more than ${maxBytes} bytes`
    await response.body?.cancel()
    const again = response.status === 429 || response.status >= BAD_GATEWAY
    const seconds = Number(response.headers.get('retry-after') ?? attempt)
    if (!again || attempt === TRIES_MAX || !(seconds >= 0 && seconds <= WAIT_MAX_S))
      return `cannot be read: the CDN responds with ${response.status}`
    await wait(seconds * 1_000)
  }
}

async function ask(address: string): Promise<Response | string> {
  try {
    return await fetch(address, { signal: AbortSignal.timeout(RESPONSE_MAX_MS), redirect: 'error' })
  } catch (error) {
    return `cannot be read: ${String((error as Error).cause ?? error)}`
  }
}

/** Pictures for a folder beside a world file. */
export interface DetachedPictures {
  readonly folder: string
  /** By the name of the file. */
  readonly files: ReadonlyMap<string, Buffer>
}

/** Replaces the pictures of a guild by the paths that they get beside its file. */
export function detachPictures(guild: WorldGuild, out: string): DetachedPictures {
  const folder = `${basename(out, extname(out))}-images`
  const files = new Map<string, Buffer>()
  const detached = (name: string, dataUri: string) => {
    const bytes = bytesOf(dataUri)
    const file = `${name}.${EXTENSIONS[imageType(bytes)] ?? 'bin'}`
    files.set(file, bytes)
    return `${folder}/${file}`
  }
  if (guild.icon !== undefined) guild.icon = detached('icon', guild.icon)
  const parts = { emoji: guild.emojis, sticker: guild.stickers, event: guild.scheduled_events }
  for (const [prefix, entries] of Object.entries(parts))
    for (const [key, entry] of Object.entries(entries ?? {}))
      if (entry.image !== undefined) entry.image = detached(`${prefix}-${key}`, entry.image)
  return { folder: join(dirname(out), folder), files }
}

/** Writes pictures. @throws GuildReadError for a folder that exists already */
export async function writePictures({ folder, files }: DetachedPictures): Promise<void> {
  if (files.size === 0) return
  try {
    await mkdir(folder)
    for (const [file, bytes] of files) await writeFile(join(folder, file), bytes, { flag: 'wx' })
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const reason = code === 'EEXIST' ? 'exists already; choose another name for --out' : `cannot be written: ${message}`
    throw new GuildReadError(`${folder} ${reason}.`, { cause })
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'application/json': 'json',
}
