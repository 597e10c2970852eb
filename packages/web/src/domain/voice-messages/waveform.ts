/** Points of the waveform of a recording, at most. */
const POINTS_MAX = 256
/** Points for one second of sound, as long as there are fewer than the most. */
const POINTS_PER_SECOND = 10
const BYTE_MAX = 255

/** Returns the loudness of a sound over time: one byte for each point, in base64. */
export function waveformOf(samples: Float32Array, durationSeconds: number): string {
  const points = Math.min(POINTS_MAX, Math.max(1, Math.ceil(durationSeconds * POINTS_PER_SECOND)))
  const levels = Array.from({ length: points }, (_, point) => {
    const start = Math.floor((point * samples.length) / points)
    const end = Math.floor(((point + 1) * samples.length) / points)
    return meanSquareRoot(samples.subarray(start, Math.max(end, start + 1)))
  })
  const loudest = Math.max(...levels)
  const bytes = levels.map((level) => (loudest === 0 ? 0 : Math.round((level / loudest) * BYTE_MAX)))
  return btoa(String.fromCharCode(...bytes))
}

function meanSquareRoot(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length)
}

/** Returns the heights of bars, 0 to 1, for a waveform; none for a text that is no base64. */
export function barsOf(waveform: string, count: number): number[] {
  let bytes: string
  try {
    bytes = atob(waveform)
  } catch {
    return []
  }
  if (bytes.length === 0) return []
  const bars = Math.min(count, bytes.length)
  return Array.from({ length: bars }, (_, bar) => bytes.charCodeAt(Math.floor((bar * bytes.length) / bars)) / BYTE_MAX)
}

/** Returns a length of time as minutes and seconds. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
