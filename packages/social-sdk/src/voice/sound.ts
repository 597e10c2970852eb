import { clamp } from './clamp.ts'

/** Sound of calls: 48 kHz, 2 channels, interleaved, 20 ms at a time. */
export const SAMPLE_RATE = 48_000
export const CHANNELS = 2
export const SAMPLES_PER_CHANNEL = 960
export const FRAME_SAMPLES = SAMPLES_PER_CHANNEL * CHANNELS
export const FRAME_MS = 20

const SAMPLE_MIN = -32_768
const SAMPLE_MAX = 32_767
/** Level of a frame without any sound, and the lowest level that is told apart. */
export const SILENT_DBFS = -100

/** Returns the level of a frame in dBFS by its root mean square: 0 for the loudest square wave, -100 for silence. */
export function levelOf(pcm: Int16Array): number {
  let sum = 0
  for (const sample of pcm) sum += sample * sample
  if (sum === 0 || pcm.length === 0) return SILENT_DBFS
  const rms = Math.sqrt(sum / pcm.length) / SAMPLE_MAX
  return Math.max(SILENT_DBFS, 20 * Math.log10(rms))
}

/** Changes the volume of a frame in place. @param factor 1 changes nothing */
export function amplify(pcm: Int16Array, factor: number): void {
  if (factor === 1) return
  for (let at = 0; at < pcm.length; at += 1) pcm[at] = clamp((pcm[at] ?? 0) * factor, SAMPLE_MIN, SAMPLE_MAX)
}

/** Adds a frame to a sum of frames. @param factor volume of the added frame */
export function mixInto(sum: Int32Array, pcm: Int16Array, factor: number): void {
  const length = Math.min(sum.length, pcm.length)
  for (let at = 0; at < length; at += 1) sum[at] = (sum[at] ?? 0) + (pcm[at] ?? 0) * factor
}

/** Returns a frame of a sum. Samples beyond the range of 16 bits are clipped. */
export function clipped(sum: Int32Array, factor: number): Int16Array {
  const pcm = new Int16Array(sum.length)
  for (let at = 0; at < sum.length; at += 1) pcm[at] = clamp((sum[at] ?? 0) * factor, SAMPLE_MIN, SAMPLE_MAX)
  return pcm
}
