import { oggFlac, RATE } from '../../../media/ogg-flac.ts'

/** Sound that every user has. */
export interface DefaultSound {
  readonly id: bigint
  readonly name: string
  readonly emoji_name: string
}

/** Returns the amplitude at a time in seconds, from -1 to 1. */
type Wave = (seconds: number) => number
interface SoundRecipe {
  name: string
  emoji_name: string
  seconds: number
  wave: Wave
}

const sine = (hertz: number, seconds: number) => Math.sin(2 * Math.PI * hertz * seconds)
const fade = (seconds: number, speed: number) => Math.exp(-seconds * speed)
/** Returns noise that is not random, so that the files are equal on every platform. */
const hiss = (seconds: number) => {
  const value = Math.sin(seconds * RATE * 12.9898) * 43758.5453
  return 2 * (value - Math.floor(value)) - 1
}

const SOUNDS: readonly SoundRecipe[] = [
  {
    name: 'quack',
    emoji_name: '🦆',
    seconds: 0.35,
    wave: (at) => Math.sign(sine(310 - at * 260, at)) * 0.4 * fade(at, 7) + hiss(at) * 0.1 * fade(at, 9),
  },
  {
    name: 'ding',
    emoji_name: '🔔',
    seconds: 1.2,
    wave: (at) => (sine(1318, at) * 0.5 + sine(2637, at) * 0.25) * fade(at, 4),
  },
  { name: 'clap', emoji_name: '👏', seconds: 0.6, wave: (at) => hiss(at) * 0.7 * fade(at % 0.2, 40) },
  {
    name: 'sad horn',
    emoji_name: '🎺',
    seconds: 1.6,
    wave: (at) => {
      const note = Math.min(Math.floor(at / 0.4), 3)
      return Math.sign(sine(330 * 2 ** (-note / 12), at)) * 0.3 * fade(at % 0.4, 2)
    },
  },
  {
    name: 'drum',
    emoji_name: '🥁',
    seconds: 0.9,
    wave: (at) => sine(110 - (at % 0.3) * 150, at % 0.3) * 0.8 * fade(at % 0.3, 14),
  },
]

/** Default sounds; their files are computed by `defaultSoundFile`. */
export const DEFAULT_SOUNDS: readonly DefaultSound[] = SOUNDS.map(({ name, emoji_name }, index) => ({
  id: BigInt(index + 1),
  name,
  emoji_name,
}))

/** Returns the Ogg FLAC file of a default sound for the CDN; null for other ids. */
export function defaultSoundFile(id: string): Buffer | null {
  const sound = /^\d{1,3}$/.test(id) ? SOUNDS[Number(id) - 1] : undefined
  if (!sound) return null
  const samples = Float64Array.from({ length: Math.round(sound.seconds * RATE) }, (_, n) => sound.wave(n / RATE))
  return oggFlac(samples)
}
