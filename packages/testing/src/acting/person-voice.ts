import { VoiceClient } from '../voice/voice-client.ts'

const SAMPLE_RATE = 48_000
const CHANNELS = 2
/** Samples of a frame of 20 ms. */
const FRAME_SAMPLES = 960
const AMPLITUDE = 12_000
/** Strength from which a tone counts as heard: a tenth of what `says` sends. */
const HEARD = AMPLITUDE / 20
/** Frames in which a tone is looked for. */
const TONE_FRAMES = 10

/** Place of a person in a call, as the gateway named it. */
export interface VoicePlace {
  readonly endpoint: string
  readonly token: string
  readonly guildId: string
  readonly channelId: string
  readonly userId: string
  readonly sessionId: string
}

/** A person's part in a call: tones out, and frames of others in, end-to-end encrypted. */
export class PersonVoice {
  readonly #client: VoiceClient
  /** Frames of each user that were taken by a wait. */
  readonly #taken = new Map<string, number>()

  private constructor(client: VoiceClient) {
    this.#client = client
  }

  /** Connects to the voice server. */
  static async join({ guildId, ...place }: VoicePlace): Promise<PersonVoice> {
    const { channelId } = place
    return new PersonVoice(await VoiceClient.connect({ ...place, serverId: guildId }, { guildId, channelId }))
  }

  /** Plays a tone of a frequency, or frames of Opus, at the pace of speech. */
  async says(sound: number | readonly Buffer[], frames: number): Promise<void> {
    const client = this.#client
    // A call with others is encrypted; what is sent before would be lost.
    if (client.members.size > 0) await client.until(() => client.encrypts || client.epoch === null, 'encryption group')
    await client.play(typeof sound === 'number' ? await toneFrames(sound, frames) : sound)
  }

  /**
   * Waits for sound of a user that no wait has taken yet. With a tone, waits for that frequency.
   * @returns the frames of Opus; undefined after the limit
   */
  async hears(userId: string, tone: number | undefined, limitMs: number): Promise<Buffer[] | undefined> {
    const needed = tone === undefined ? 1 : TONE_FRAMES
    const end = performance.now() + limitMs
    for (;;) {
      const from = this.#taken.get(userId) ?? 0
      const frames = this.#client.framesOf(userId).slice(from)
      if (frames.length >= needed && (tone === undefined || (await hasTone(frames.slice(-TONE_FRAMES), tone)))) {
        this.#taken.set(userId, from + frames.length)
        return frames
      }
      if (performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Returns the number of frames of each user so far, for errors. */
  heard(userId: string): number {
    return this.#client.framesOf(userId).length
  }

  async leave(): Promise<void> {
    await this.#client.leave()
  }
}

async function toneFrames(hertz: number, count: number): Promise<Buffer[]> {
  const { Encoder } = await opus()
  const encoder = new Encoder({ channels: CHANNELS, sample_rate: SAMPLE_RATE })
  return Array.from({ length: count }, (_, number) => {
    const pcm = Int16Array.from({ length: FRAME_SAMPLES * CHANNELS }, (_, at) => {
      const sample = number * FRAME_SAMPLES + Math.floor(at / CHANNELS)
      return AMPLITUDE * Math.sin((2 * Math.PI * hertz * sample) / SAMPLE_RATE)
    })
    return Buffer.from(encoder.encode(pcm))
  })
}

async function hasTone(frames: readonly Buffer[], hertz: number): Promise<boolean> {
  const { Decoder } = await opus()
  const decoder = new Decoder({ channels: CHANNELS, sample_rate: SAMPLE_RATE })
  const samples = frames.flatMap((frame) => {
    const pcm = decoder.decode(frame)
    return [...new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2)].filter((_, at) => at % CHANNELS === 0)
  })
  return strengthOf(hertz, samples) > HEARD
}

/** Returns the strength of a frequency in samples, by the algorithm of Goertzel. */
function strengthOf(hertz: number, samples: readonly number[]): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE)
  let [before, last] = [0, 0]
  for (const sample of samples) [before, last] = [last, sample + turn * last - before]
  const power = before * before + last * last - turn * before * last
  return (2 * Math.sqrt(Math.max(0, power))) / samples.length
}

async function opus() {
  try {
    return await import('@evan/opus')
  } catch (cause) {
    throw new Error('Tones need the package @evan/opus: npm install --save-dev @evan/opus', { cause })
  }
}
