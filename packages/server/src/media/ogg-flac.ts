import { oggChecksum } from './audio-duration.ts'

const BITS = 16
const BLOCK_SAMPLES = 4096
const SERIAL = 0x67687364
const CONTINUES = 0
const FIRST = 2
const LAST = 4
const SEGMENT_BYTES = 255

/** Samples per second. */
export const RATE = 16_000

/**
 * Writes samples of one channel, from -1 to 1, as a FLAC stream in Ogg: the one kind of Ogg that needs no
 * psychoacoustics.
 */
export function oggFlac(samples: Float64Array): Buffer {
  const pages: Buffer[] = []
  const page = (flags: number, position: number, packet: Buffer) =>
    pages.push(oggPage(flags, position, pages.length, packet))
  page(FIRST, 0, streamHead(samples.length))
  // A comment that names the encoder, and is the last header.
  const vendor = Buffer.from('Guildhall')
  page(
    CONTINUES,
    0,
    Buffer.concat([Buffer.from([0x84, 0, 0, vendor.length + 8]), uint32(vendor.length), vendor, uint32(0)]),
  )
  for (let start = 0, number = 0; start < samples.length; start += BLOCK_SAMPLES, number += 1) {
    const block = samples.subarray(start, start + BLOCK_SAMPLES)
    const end = start + block.length
    page(end === samples.length ? LAST : CONTINUES, end, flacFrame(block, number))
  }
  return Buffer.concat(pages)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function oggPage(flags: number, position: number, number: number, packet: Buffer): Buffer {
  const full = Math.floor(packet.length / SEGMENT_BYTES)
  const lacing = Buffer.from([...Array<number>(full).fill(SEGMENT_BYTES), packet.length % SEGMENT_BYTES])
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head[5] = flags
  head.writeBigInt64LE(BigInt(position), 6)
  head.writeUInt32LE(SERIAL, 14)
  head.writeUInt32LE(number, 18)
  head[26] = lacing.length
  const whole = Buffer.concat([head, lacing, packet])
  whole.writeUInt32LE(oggChecksum(whole), 22)
  return whole
}

/** Describes the stream: one further header, block sizes, rate, one channel, and no digest. */
function streamHead(total: number): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(BLOCK_SAMPLES, 0)
  info.writeUInt16BE(BLOCK_SAMPLES, 2)
  const packed = (BigInt(RATE) << 44n) | (BigInt(BITS - 1) << 36n) | BigInt(total)
  info.writeBigUInt64BE(packed, 10)
  const mapping = Buffer.from([0x7f, 0x46, 0x4c, 0x41, 0x43, 1, 0, 0, 1])
  return Buffer.concat([mapping, Buffer.from('fLaC'), Buffer.from([0, 0, 0, info.length]), info])
}

/**
 * Writes one verbatim block: larger, but simple. It states its rate and bits itself,
 * since some decoders read no other header. Its number is below 128, one byte.
 */
function flacFrame(block: Float64Array, number: number): Buffer {
  const head = Buffer.from([0xff, 0xf8, 0x75, 0x08, number, 0, 0])
  head.writeUInt16BE(block.length - 1, 5)
  const VERBATIM = 2
  const body = Buffer.alloc(1 + block.length * 2)
  body[0] = VERBATIM
  for (const [index, value] of block.entries()) body.writeInt16BE(Math.round(clamp(value) * 32_767), 1 + index * 2)
  const frame = Buffer.concat([head, Buffer.from([checksum(head, 8, 0x07)]), body])
  const foot = Buffer.alloc(2)
  foot.writeUInt16BE(checksum(frame, 16, 0x8005))
  return Buffer.concat([frame, foot])
}

const clamp = (value: number): number => Math.max(-1, Math.min(1, value))

function checksum(bytes: Buffer, width: number, polynomial: number): number {
  const top = 1 << (width - 1)
  const mask = top * 2 - 1
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask
  }
  return sum
}
