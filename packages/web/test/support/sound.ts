/** Sound of pages: a microphone that plays a tone, and ears at the loudspeaker. */
import type { Page } from 'playwright-core'

/** Level of a tone at the loudspeaker above which it is heard, in dB below full scale. */
const HEARD_DB = -50
const WAIT_MS = 20_000

/** Gives a page a microphone with a tone, and ears: it runs before the scripts of the page. */
export async function fakeMicrophone(page: Page, hertz: number): Promise<void> {
  await page.addInitScript(listening, hertz)
}

/** Runs in the page. */
function listening(hertz: number): void {
  const ears: AnalyserNode[] = []
  const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode
  AudioNode.prototype.connect = function (this: AudioNode, target: AudioNode) {
    if (target === this.context.destination) {
      const ear = this.context.createAnalyser()
      ear.fftSize = 8192
      ear.smoothingTimeConstant = 0
      connect.call(this, ear)
      ears.push(ear)
    }
    return connect.call(this, target)
  } as typeof AudioNode.prototype.connect
  let refused = false
  const streams: MediaStream[] = []
  navigator.mediaDevices.getUserMedia = async () => {
    if (refused) throw new DOMException('refused by the test', 'NotAllowedError')
    const context = new AudioContext()
    const tone = context.createOscillator()
    const out = context.createMediaStreamDestination()
    tone.frequency.value = hertz
    tone.connect(out)
    tone.start()
    await context.resume()
    streams.push(out.stream)
    return out.stream
  }
  Object.assign(globalThis, {
    microphone: {
      refuse(value: boolean) {
        refused = value
      },
      /** Takes the microphones away, as unplugging does. */
      lose() {
        for (const track of streams.flatMap((stream) => stream.getTracks())) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
      },
      /** Number of microphones that are open now. */
      open: () => streams.filter((stream) => stream.getTracks().some(({ readyState }) => readyState === 'live')).length,
    },
    /** Returns the level of a tone at the loudspeaker, in dB. */
    levelOf(wanted: number): number {
      return Math.max(
        -200,
        ...ears
          .filter(({ context }) => context.state === 'running')
          .map((ear) => {
            const levels = new Float32Array(ear.frequencyBinCount)
            ear.getFloatFrequencyData(levels)
            const bin = Math.round((wanted * ear.fftSize) / ear.context.sampleRate)
            return Math.max(...levels.slice(bin - 1, bin + 2))
          }),
      )
    },
  })
}

const POLL_MS = 100
/** Time without a tone after which it counts as not heard. */
const QUIET_MS = 500

/** Waits until a tone is heard at the loudspeaker of a page. */
export async function hears(page: Page, hertz: number): Promise<void> {
  await waitFor(async () => (await levelOf(page, hertz)) > HEARD_DB, `${hertz} Hz is not heard`)
}

/** Waits until a tone is not heard, for half a second. */
export async function hearsNot(page: Page, hertz: number): Promise<void> {
  let quietSince = performance.now()
  const isQuiet = async () => {
    if ((await levelOf(page, hertz)) > HEARD_DB) quietSince = performance.now()
    return performance.now() - quietSince > QUIET_MS
  }
  await waitFor(isQuiet, `${hertz} Hz is heard`)
}

async function levelOf(page: Page, hertz: number): Promise<number> {
  return await page.evaluate(`levelOf(${hertz})`)
}

async function waitFor(condition: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = performance.now() + WAIT_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(otherwise)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
