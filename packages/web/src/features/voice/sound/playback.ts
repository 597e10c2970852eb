/** Level above which a voice is heard, in parts of full scale. */
const AUDIBLE = 0.01
/** Time for which someone counts as speaking after the last sound, in ms. */
const HOLD_MS = 250
const CHECK_MS = 100
const FFT_SIZE = 512

interface Voice {
  readonly element: HTMLAudioElement
  readonly source: MediaStreamAudioSourceNode
  readonly gain: GainNode
  readonly analyser: AnalyserNode
  heardAt: number
}

export interface PlaybackParts {
  /** Volume of a person in percent, 0 to 200; 0 for one who is muted here. */
  readonly volumeOf: (userId: string) => number
  readonly onSpeaking: (speaking: ReadonlySet<string>) => void
  /** Whether the browser lets the page play. */
  readonly onBlocked: (blocked: boolean) => void
}

/** Plays the members of a call, each with a volume, and tells who is heard. */
export class Playback {
  readonly #parts: PlaybackParts
  readonly #context: AudioContext
  readonly #master: GainNode
  readonly #voices = new Map<string, Voice>()
  readonly #samples = new Float32Array(FFT_SIZE)
  readonly #check: ReturnType<typeof setInterval>
  #speaking: ReadonlySet<string> = new Set()

  constructor(context: AudioContext, parts: PlaybackParts) {
    this.#parts = parts
    this.#context = context
    this.#master = context.createGain()
    this.#master.connect(context.destination)
    context.onstatechange = () => parts.onBlocked(context.state !== 'running')
    this.#check = setInterval(() => this.#listen(), CHECK_MS)
    this.resume()
  }

  /** Plays, after a press if the browser wants one. */
  resume(): void {
    this.#context.resume().then(
      () => this.#parts.onBlocked(false),
      () => this.#parts.onBlocked(true),
    )
    // A blocked context keeps the promise waiting.
    this.#parts.onBlocked(this.#context.state !== 'running')
  }

  /** Sets the volume of everything, in percent. */
  setVolume(percent: number): void {
    this.#master.gain.value = percent / 100
  }

  /** Applies the volumes of persons anew. */
  updateVolumes(): void {
    for (const [userId, { gain }] of this.#voices) gain.gain.value = this.#parts.volumeOf(userId) / 100
  }

  add(userId: string, track: MediaStreamTrack): void {
    this.remove(userId)
    const stream = new MediaStream([track])
    // Chromium decodes a stream for Web Audio only if an element has it too.
    const element = new Audio()
    element.muted = true
    element.srcObject = stream
    element.play().catch(() => undefined)
    const source = this.#context.createMediaStreamSource(stream)
    const gain = this.#context.createGain()
    const analyser = this.#context.createAnalyser()
    analyser.fftSize = FFT_SIZE
    gain.gain.value = this.#parts.volumeOf(userId) / 100
    source.connect(analyser)
    source.connect(gain).connect(this.#master)
    this.#voices.set(userId, { element, source, gain, analyser, heardAt: Number.NEGATIVE_INFINITY })
  }

  remove(userId: string): void {
    const voice = this.#voices.get(userId)
    if (!voice) return
    voice.element.srcObject = null
    voice.source.disconnect()
    voice.gain.disconnect()
    this.#voices.delete(userId)
  }

  #listen(): void {
    const now = performance.now()
    const speaking = new Set<string>()
    for (const [userId, voice] of this.#voices) {
      if (levelOf(voice.analyser, this.#samples) >= AUDIBLE) voice.heardAt = now
      if (now - voice.heardAt <= HOLD_MS) speaking.add(userId)
    }
    const same = speaking.size === this.#speaking.size && [...speaking].every((user) => this.#speaking.has(user))
    if (same) return
    this.#speaking = speaking
    this.#parts.onSpeaking(speaking)
  }

  close(): void {
    clearInterval(this.#check)
    this.#context.onstatechange = null
    for (const userId of [...this.#voices.keys()]) this.remove(userId)
    this.#master.disconnect()
  }
}

/** Returns the largest sample of the moment, in parts of full scale. */
export function levelOf(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
  analyser.getFloatTimeDomainData(samples)
  let level = 0
  for (const sample of samples) level = Math.max(level, Math.abs(sample))
  return level
}
