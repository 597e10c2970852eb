/** Many gateway sessions in one process, which counts their deliveries. */
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros, pause, quantile } from './measure.ts'
import { type Compress, Session, Tally } from './session.ts'

const HEARTBEAT_EVERY_MS = 30_000
const HEARTBEAT_STEP_MS = 500
const SAMPLES_MAX = 1 << 20

const sessions: Session[] = []
let tally = new Tally()

// Spread evenly, or a burst of N every half minute would show in the figures.
let beaten = 0
setInterval(() => {
  const share = Math.ceil((sessions.length * HEARTBEAT_STEP_MS) / HEARTBEAT_EVERY_MS)
  for (let n = 0; n < share; n += 1) sessions[beaten++ % sessions.length]?.heartbeat()
}, HEARTBEAT_STEP_MS)

export interface OpenArgs {
  port: number
  path: string
  /** Tokens that sessions take in turn; empty for the bare server. */
  tokens: string[]
  /** Sessions to open besides the open ones. */
  count: number
  concurrency: number
  compress?: Compress
  /** Length of the smallest frame that counts as a delivery. */
  deliveryMinBytes?: number
  /** Local addresses to spread them over; each has about 28,000 ports. */
  addresses?: number
}

export interface Opened {
  opened: number
  /** Reasons of failures, with their counts. */
  failed: Record<string, number>
  ms: number
  p50Ms: number
  p99Ms: number
}

export type Counted = Omit<Tally, 'latencies' | 'samples' | 'sample'>

export interface Latencies {
  samples: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

function counted(): Counted {
  const { latencies, samples, ...counted } = tally
  return counted
}

answerCommands({
  async open({ tokens, count, concurrency, addresses = 1, ...to }: OpenArgs): Promise<Opened> {
    const startedAt = monotonicMicros()
    const times: number[] = []
    const failed: Record<string, number> = {}
    let next = 0
    const openOneByOne = async () => {
      while (next < count) {
        const token = tokens[next % Math.max(1, tokens.length)]
        const from = addresses > 1 ? `127.0.0.${2 + (next % addresses)}` : undefined
        next += 1
        const at = monotonicMicros()
        try {
          sessions.push(await Session.open({ ...to, token, from }, tally))
          times.push(monotonicMicros() - at)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          failed[reason] = (failed[reason] ?? 0) + 1
        }
      }
    }
    await Promise.all(Array.from({ length: concurrency }, openOneByOne))
    const sorted = Float64Array.from(times)
    return {
      opened: times.length,
      failed,
      ms: (monotonicMicros() - startedAt) / 1000,
      p50Ms: quantile(sorted, 0.5) / 1000,
      p99Ms: quantile(sorted, 0.99) / 1000,
    }
  },

  /** Resets the counters; `sample` keeps latencies from here on. */
  reset({ sample }: { sample: boolean }): void {
    Object.assign(tally, new Tally())
    if (sample) tally.latencies = new Float64Array(SAMPLES_MAX)
  },

  /** Waits until that many have been delivered since `reset`, or no more come. */
  async wait({ deliveries, timeoutMs }: { deliveries: number; timeoutMs: number }): Promise<Counted> {
    const until = monotonicMicros() + timeoutMs * 1000
    while (tally.deliveries < deliveries && monotonicMicros() < until) await pause(10)
    return counted()
  },

  latencies(): Latencies {
    const values = (tally.latencies ?? new Float64Array()).subarray(0, tally.samples)
    const at = (q: number) => quantile(values, q) / 1000
    return { samples: tally.samples, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
  },

  /** The first session requests all members of a guild, and receives them. */
  async members({ guildId }: { guildId: string }) {
    const startedAt = monotonicMicros()
    const chunks = await sessions[0]?.allMembers(guildId)
    return { chunks, ms: (monotonicMicros() - startedAt) / 1000 }
  },

  counted,

  close(): void {
    for (const session of sessions.splice(0)) session.close()
    tally = new Tally()
  },
})
