import type { AudioBackend, Device } from '../../src/audio-backend.ts'

const RATE = 48_000
const FRAME = 960
const AMPLITUDE = 12_000
const HEARD_MAX_MS = 10_000

/** Returns 20 ms of a tone on both channels, beginning at a frame number. */
export function toneFrame(hertz: number, number: number): Int16Array {
  return Int16Array.from({ length: FRAME * 2 }, (_, at) => {
    const sample = number * FRAME + (at >> 1)
    return AMPLITUDE * Math.sin((2 * Math.PI * hertz * sample) / RATE)
  })
}

/** Returns the strength of a frequency in interleaved samples of two channels, by the algorithm of Goertzel. */
export function strengthOf(hertz: number, pcm: Int16Array): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / RATE)
  let before = 0
  let last = 0
  for (let at = 0; at < pcm.length; at += 2) [before, last] = [last, (pcm[at] ?? 0) + turn * last - before]
  return Math.sqrt(Math.max(0, before * before + last * last - turn * before * last)) / (pcm.length / 2)
}

/** A microphone that plays a tone, and a loudspeaker that keeps what it is given. */
export class ToneBackend implements AudioBackend {
  /** Frequency of the microphone; 0 for silence. */
  hertz: number
  /** Frames that were played last, at most two seconds. */
  played: Int16Array[] = []
  readonly opened: string[] = []
  readonly processing: object[] = []
  devices: Device[] = [
    { id: 'headset', name: 'Headset', isDefault: true },
    { id: 'table', name: 'Table', isDefault: false },
  ]
  #changed: () => void = () => undefined

  constructor(hertz: number) {
    this.hertz = hertz
  }

  inputs(): Device[] {
    return this.devices
  }

  outputs(): Device[] {
    return this.devices
  }

  openInput(id: string, onFrame: (pcm: Int16Array) => void): { close(): void } {
    let number = 0
    this.opened.push(`+in ${id}`)
    const timer = setInterval(() => {
      onFrame(this.hertz === 0 ? new Int16Array(FRAME * 2) : toneFrame(this.hertz, number))
      number += 1
    }, 20)
    return {
      close: () => {
        this.opened.push(`-in ${id}`)
        clearInterval(timer)
      },
    }
  }

  openOutput(id: string) {
    this.opened.push(`+out ${id}`)
    return {
      play: (pcm: Int16Array) => {
        this.played.push(pcm)
        if (this.played.length > 100) this.played.shift()
      },
      close: () => void this.opened.push(`-out ${id}`),
    }
  }

  onDevicesChanged(listener: () => void): void {
    this.#changed = listener
  }

  setProcessing(processing: object): void {
    this.processing.push(processing)
  }

  /** Replaces the devices, as the system does when one is plugged in. */
  plug(devices: Device[]): void {
    this.devices = devices
    this.#changed()
  }

  /**
   * Returns the strength of a frequency in what is played from now on, over some frames with sound.
   * @throws Error if nothing is played for 10 s, such as after the end of the call
   */
  async hears(hertz: number, frames = 15): Promise<number> {
    this.played = []
    const until = performance.now() + HEARD_MAX_MS
    while (this.played.length < frames) {
      if (performance.now() > until) throw new Error(`${this.played.length} frames were played`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const pcm = new Int16Array(frames * FRAME * 2)
    for (const [at, frame] of this.played.slice(0, frames).entries()) pcm.set(frame, at * FRAME * 2)
    return strengthOf(hertz, pcm)
  }

  /** Waits until a frequency is heard, and others are not. @throws after 10 s */
  async hearsOnly(hertz: number, others: readonly number[]): Promise<void> {
    const until = performance.now() + HEARD_MAX_MS
    let strengths: number[] = []
    while (performance.now() < until) {
      const heard = await this.hears(hertz)
      strengths = [heard]
      for (const other of others) strengths.push(await this.hears(other))
      if (heard > 1_500 && strengths.slice(1).every((strength) => strength < heard / 5)) return
    }
    throw new Error(`expected ${hertz} Hz, heard ${strengths.join(', ')}`)
  }

  /** Waits until nothing is heard. @throws after 10 s */
  async hearsNothing(hertz: number): Promise<void> {
    const until = performance.now() + HEARD_MAX_MS
    while (performance.now() < until) if ((await this.hears(hertz)) < 50) return
    throw new Error(`${hertz} Hz is still heard`)
  }
}
