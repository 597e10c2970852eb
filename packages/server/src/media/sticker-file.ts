import { StickerFormat } from '@guildhall/protocol'
import { parseJson } from '../validation/parse-json.ts'

/** A Lottie file of 512 KB is mostly coordinates. */
const LOTTIE_NODES_MAX = 262_144

/** Facts that a sticker file states about itself. */
export interface FileFacts {
  readonly format: number
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly durationMs: number
  /** Width and height of a Lottie file. */
  readonly framerate?: number
  /** A Lottie file that embeds pictures. */
  readonly rasterized?: boolean
}

const PNG_SIGNATURE = '89504e470d0a1a0a'
/** Bytes of length and type before a chunk's data, and of the checksum after it. */
const CHUNK_BYTES = 12

/** Reads a PNG, APNG, GIF or Lottie file by its content; null for any other file, and for an incomplete one. */
export function factsOf(bytes: Buffer): FileFacts | null {
  if (bytes.toString('hex', 0, 8) === PNG_SIGNATURE) return factsOfPng(bytes)
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return factsOfGif(bytes)
  return null
}

/** Whether the file is meant to be a Lottie file; its faults are then reported as those of one. */
export function looksLikeLottie(bytes: Buffer): boolean {
  return /^\s*\{/.test(bytes.toString('utf8', 0, 64))
}

/** Reads a PNG: chunks from IHDR to IEND. An animated one has `acTL`, and each `fcTL` is a frame with its duration. */
function factsOfPng(bytes: Buffer): FileFacts | null {
  let at = 8
  let size: { width: number; height: number } | null = null
  let moves = false
  let pictures = 0
  let frames = 0
  let durationMs = 0
  while (at + CHUNK_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const data = at + 8
    if (data + length + 4 > bytes.length) return null
    if (type === 'IHDR' && length === 13)
      size = { width: bytes.readUInt32BE(data), height: bytes.readUInt32BE(data + 4) }
    else if (!size) return null
    else if (type === 'acTL') moves = true
    else if (type === 'IDAT') pictures += 1
    else if (type === 'fcTL' && length === 26) {
      frames += 1
      // Hundredths of a second if no denominator is given.
      durationMs += (bytes.readUInt16BE(data + 20) * 1000) / (bytes.readUInt16BE(data + 22) || 100)
    } else if (type === 'IEND') {
      if (pictures === 0) return null
      const format = moves ? StickerFormat.APNG : StickerFormat.PNG
      return { format, ...size, frames: moves ? frames : 1, durationMs: moves ? durationMs : 0 }
    }
    at = data + length + 4
  }
  return null
}

const GIF_HEADER_BYTES = 13
const EXTENSION = 0x21
const GRAPHIC_CONTROL = 0xf9
const IMAGE = 0x2c
const TRAILER = 0x3b
/** Browsers show frames with a shorter duration for a tenth of a second. */
const SHORTEST_HUNDREDTHS = 2
const HUNDREDTHS_DEFAULT = 10

/** Reads a GIF: blocks after the header and the palette (extensions and images), until the trailer. */
function factsOfGif(bytes: Buffer): FileFacts | null {
  if (bytes.length < GIF_HEADER_BYTES) return null
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  let at: number | null = GIF_HEADER_BYTES + paletteBytes(bytes[10] ?? 0)
  let frames = 0
  let hundredths = 0
  while (at !== null && at < bytes.length) {
    const kind: number | undefined = bytes[at]
    if (kind === TRAILER) {
      // A single picture is not animated, however long its duration.
      const durationMs = frames > 1 ? hundredths * 10 : 0
      return frames === 0 ? null : { format: StickerFormat.GIF, ...size, frames, durationMs }
    }
    if (kind === EXTENSION) {
      if (bytes[at + 1] === GRAPHIC_CONTROL && at + 6 <= bytes.length) {
        const delay = bytes.readUInt16LE(at + 4)
        hundredths += delay < SHORTEST_HUNDREDTHS ? HUNDREDTHS_DEFAULT : delay
      }
      at = afterSubBlocks(bytes, at + 2)
    } else if (kind === IMAGE) {
      frames += 1
      // The image's own palette, then the smallest code size.
      at = afterSubBlocks(bytes, at + 10 + paletteBytes(bytes[at + 9] ?? 0) + 1)
    } else return null
  }
  return null
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterSubBlocks(bytes: Buffer, start: number): number | null {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}

/** Reads a Lottie file's fields; null for any other file. */
export function factsOfLottie(bytes: Buffer): FileFacts | null {
  let file: unknown
  try {
    file = parseJson(bytes, { nodesMax: LOTTIE_NODES_MAX })
  } catch {
    return null
  }
  if (typeof file !== 'object' || file === null) return null
  const { v, w, h, fr, ip, op, layers, assets } = file as Record<string, unknown>
  const numbers = [w, h, fr, ip, op]
  if (typeof v !== 'string' || !Array.isArray(layers) || !numbers.every(isNumber)) return null
  const [width = 0, height = 0, framerate = 0, first = 0, last = 0] = numbers as number[]
  const frames = last - first
  if (width <= 0 || height <= 0 || frames <= 0) return null
  const images = Array.isArray(assets) ? assets : []
  return {
    format: StickerFormat.LOTTIE,
    width,
    height,
    frames,
    durationMs: framerate > 0 ? (frames * 1000) / framerate : 0,
    framerate,
    rasterized: images.some((asset) => typeof (asset as { p?: unknown } | null)?.p === 'string'),
  }
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
