import type { Prepared, Range } from './frames.ts'
import type { Bytes } from './mls/codec.ts'

const TYPE_MASK = 0x1f
const SLICE = 1
const IDR = 5
/** Numbers in front of a slice that packetizers read: first macroblock, type of the slice, picture parameter set. */
const NUMBERS = 3
const LONG_START = 4
/** Zeros in front of the longest number. */
const ZEROS_MAX = 31

/** Place of a NAL unit: its header, and the end of its payload. */
interface Unit {
  readonly start: number
  readonly end: number
}

/** Returns the NAL units of a frame in the format of annex B. */
function unitsOf(frame: Bytes): Unit[] {
  const starts: { code: number; start: number }[] = []
  for (let at = 2; at < frame.length; at++) {
    if (frame[at] !== 1 || frame[at - 1] !== 0 || frame[at - 2] !== 0) continue
    starts.push({ code: frame[at - 3] === 0 ? at - 3 : at - 2, start: at + 1 })
  }
  return starts
    .map(({ start }, index) => ({ start, end: starts[index + 1]?.code ?? frame.length }))
    .filter(({ start, end }) => start < end)
}

/** Whether bytes contain a start code, which packetizers would take for the begin of a unit. */
export function hasStartCode(bytes: Uint8Array): boolean {
  for (let at = 2; at < bytes.length; at++)
    if (bytes[at] === 1 && bytes[at - 1] === 0 && bytes[at - 2] === 0) return true
  return false
}

/** Returns how many bytes after the header of a slice hold the numbers that packetizers read. */
function numbersOf(frame: Bytes, { start, end }: Unit): number {
  let [at, bit, zeros, left] = [start + 1, 0, 0, NUMBERS]
  const next = (): number | undefined => {
    // 00 00 03: the last byte only keeps the payload free of start codes.
    if (bit === 0 && frame[at] === 3 && frame[at - 1] === 0 && frame[at - 2] === 0 && at - 2 > start) at += 1
    if (at >= end) return undefined
    const value = ((frame[at] ?? 0) >> (7 - bit)) & 1
    bit = (bit + 1) % 8
    if (bit === 0) at += 1
    return value
  }
  while (left > 0) {
    const value = next()
    if (value === undefined) break
    if (value === 0) {
      zeros += 1
      // No number is as long: the slice is broken, or no slice.
      if (zeros > ZEROS_MAX) return 0
      continue
    }
    for (; zeros > 0; zeros--) next()
    left -= 1
  }
  // One byte more where a number ends with its byte, as other clients leave it.
  return Math.min(end, at + 1) - start - 1
}

/**
 * Returns a frame of H.264 with long start codes, as depacketizers write them, and its clear ranges: other units than
 * slices whole, and of a slice what packetizers read. A frame without units is encrypted whole.
 */
export function h264Ranges(frame: Bytes): Prepared {
  const units = unitsOf(frame)
  if (units.length === 0) return { frame, ranges: [], hasStartCodes: true }
  const rewritten = new Uint8Array(units.reduce((sum, { start, end }) => sum + LONG_START + end - start, 0))
  const ranges: Range[] = []
  let at = 0
  for (const unit of units) {
    const { start, end } = unit
    rewritten[at + LONG_START - 1] = 1
    rewritten.set(frame.subarray(start, end), at + LONG_START)
    const type = (frame[start] ?? 0) & TYPE_MASK
    const clear = type === SLICE || type === IDR ? 1 + numbersOf(frame, unit) : end - start
    const former = ranges.at(-1)
    const range = { offset: at, size: LONG_START + clear }
    if (former && former.offset + former.size === at)
      ranges.splice(-1, 1, { ...former, size: former.size + range.size })
    else ranges.push(range)
    at += LONG_START + end - start
  }
  return { frame: rewritten, ranges, hasStartCodes: true }
}
