/** Facts that a sound file states about itself. */
export interface AudioFacts {
  readonly type: 'audio/mpeg' | 'audio/ogg'
  readonly durationMs: number
}

/** Reads an MP3 or Ogg file by its content; null for any other file, and for an incomplete one. */
export function audioOf(bytes: Buffer): AudioFacts | null {
  const ogg = bytes.toString('latin1', 0, 4) === 'OggS'
  const durationMs = ogg ? durationOfOgg(bytes) : durationOfMp3(bytes)
  return durationMs === null ? null : { type: ogg ? 'audio/ogg' : 'audio/mpeg', durationMs }
}

/** Returns the content type that a sound's first bytes indicate. */
export function audioType(head: Buffer): string {
  return head.toString('latin1', 0, 4) === 'OggS' ? 'audio/ogg' : 'audio/mpeg'
}

const KBITS_1: readonly number[] = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_2: readonly number[] = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES: readonly number[] = [44_100, 48_000, 32_000]
/** Version bits: 2.5, reserved, 2, 1. */
const RATE_DIVISORS: readonly number[] = [4, 0, 2, 1]
const LAYER_3 = 1
const TAG_V1_BYTES = 128

interface Frame {
  readonly bytes: number
  readonly samples: number
  readonly rate: number
}

/** Parses the header of an MPEG audio frame of layer III; null if there is none. */
function frameAt(bytes: Buffer, at: number): Frame | null {
  if (at + 4 > bytes.length) return null
  const header = bytes.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== LAYER_3) return null
  const version = (header >>> 19) & 3
  const divisor = RATE_DIVISORS[version] ?? 0
  const rate = (RATES[(header >>> 10) & 3] ?? 0) / (divisor || 1)
  const first = divisor === 1
  const kbits = (first ? KBITS_1 : KBITS_2)[(header >>> 12) & 15] ?? 0
  if (divisor === 0 || rate === 0 || kbits === 0) return null
  const samples = first ? 1152 : 576
  return { bytes: Math.floor((samples * kbits * 125) / rate) + ((header >>> 9) & 1), samples, rate }
}

/** Measures an MP3: frames, perhaps between tags. The first frame may only describe the others. */
function durationOfMp3(bytes: Buffer): number | null {
  let at = afterId3(bytes)
  let ms = 0
  let count = 0
  for (let frame = frameAt(bytes, at); frame; frame = frameAt(bytes, at)) {
    // The last frame of a file is often cut short.
    if (at + frame.bytes > bytes.length && count === 0) return null
    if (!(count === 0 && describes(bytes, at, frame))) ms += (frame.samples * 1000) / frame.rate
    at += frame.bytes
    count += 1
  }
  const rest = bytes.subarray(Math.min(at, bytes.length))
  return count > 0 && isTag(rest) ? ms : null
}

/** Returns the length of an ID3v2 tag: four times seven bits. */
function afterId3(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127))
}

/** Encoders write a first, silent frame that states the number of frames. */
function describes(bytes: Buffer, at: number, { bytes: length }: Frame): boolean {
  const head = bytes.toString('latin1', at, at + Math.min(length, 64))
  return head.includes('Xing') || head.includes('Info')
}

function isTag(rest: Buffer): boolean {
  if (rest.every((byte) => byte === 0)) return true
  const head = rest.toString('latin1', 0, 8)
  return (head.startsWith('TAG') && rest.length === TAG_V1_BYTES) || head === 'APETAGEX' || head.startsWith('LYRICS')
}

const PAGE_BYTES = 27
const CONTINUED = 1
const FIRST = 2

/** Measures an Ogg file: pages with checksums. The first names the codec, the last the number of samples. */
function durationOfOgg(bytes: Buffer): number | null {
  let at = 0
  let rate: { perSecond: number; skipped: number } | null = null
  let last = 0n
  while (at < bytes.length) {
    const page = pageAt(bytes, at)
    if (!page) return null
    if (page.flags & FIRST) {
      // Only one stream is accepted: a soundboard sound is not an album.
      if (rate || page.flags & CONTINUED) return null
      rate = rateOf(page.data)
      if (!rate) return null
    }
    if (!rate) return null
    if (page.position > last) last = page.position
    at += page.bytes
  }
  return rate ? Math.max(((Number(last) - rate.skipped) * 1000) / rate.perSecond, 0) : null
}

function pageAt(bytes: Buffer, at: number) {
  if (at + PAGE_BYTES > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS' || bytes[at + 4] !== 0)
    return null
  const segments = bytes[at + 26] ?? 0
  const start = at + PAGE_BYTES + segments
  if (start > bytes.length) return null
  let length = 0
  for (const lacing of bytes.subarray(at + PAGE_BYTES, start)) length += lacing
  if (start + length > bytes.length) return null
  const whole = Buffer.from(bytes.subarray(at, start + length))
  whole.writeUInt32LE(0, 22)
  if (oggChecksum(whole) !== bytes.readUInt32LE(at + 22)) return null
  const position = bytes.readBigInt64LE(at + 6)
  return { flags: bytes[at + 5] ?? 0, position, data: bytes.subarray(start, start + length), bytes: whole.length }
}

/** Returns the sample rate by the codec's own header: Vorbis, Opus or FLAC. */
function rateOf(head: Buffer): { perSecond: number; skipped: number } | null {
  const name = head.toString('latin1', 0, 8)
  if (name.startsWith('\x01vorbis') && head.length >= 30) return positive(head.readUInt32LE(12), 0)
  if (name === 'OpusHead' && head.length >= 19) return { perSecond: 48_000, skipped: head.readUInt16LE(10) }
  if (name.startsWith('\x7fFLAC') && head.length >= 51) return positive(head.readUIntBE(27, 3) >>> 4, 0)
  return null
}

function positive(perSecond: number, skipped: number) {
  return perSecond > 0 ? { perSecond, skipped } : null
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/**
 * Computes the checksum of a page whose own is 0. It differs from that of PNG and zip: bits run in the opposite
 * order.
 */
export function oggChecksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) sum = ((sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 255] ?? 0)) >>> 0
  return sum
}
