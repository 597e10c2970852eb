const SAMPLE_MS = 1_000
/** Samples that are looked at: 5 seconds. */
const SAMPLES = 5
/** Limits from which a connection is fair or poor: loss in percent, and time to the server and back in ms. */
const LIMITS = { poor: { loss: 8, ping: 400 }, fair: { loss: 3, ping: 200 } } as const

/** Quality of a connection over the last five seconds. */
export interface Quality {
  readonly level: 'good' | 'fair' | 'poor'
  /** Time to the server and back; null as long as it is unknown. */
  readonly pingMs: number | null
  readonly lossPercent: number
  readonly jitterMs: number
  readonly transport: 'UDP' | 'TCP'
}

/** Counts of received packets at one moment. */
interface Sample {
  readonly received: number
  readonly lost: number
}

/** Statistics that a meter needs. */
interface Facts extends Sample {
  readonly jitterMs: number
  readonly pingMs: number | null
  readonly transport: 'UDP' | 'TCP'
}

/** Returns the level of a connection. */
export function levelOfQuality({ lossPercent, pingMs }: Pick<Quality, 'lossPercent' | 'pingMs'>): Quality['level'] {
  const reaches = ({ loss, ping }: { loss: number; ping: number }) => lossPercent >= loss || (pingMs ?? 0) >= ping
  if (reaches(LIMITS.poor)) return 'poor'
  return reaches(LIMITS.fair) ? 'fair' : 'good'
}

/** Measures a connection each second. */
export class QualityMeter {
  readonly #timer: ReturnType<typeof setInterval>
  readonly #samples: Sample[] = []
  #socketPing: number | null = null

  constructor(statistics: () => Promise<RTCStatsReport>, onChange: (quality: Quality) => void) {
    this.#timer = setInterval(() => {
      // A closed connection has no statistics.
      statistics().then(
        (report) => onChange(this.#measure(factsOf(report))),
        () => undefined,
      )
    }, SAMPLE_MS)
  }

  /** Notes the time of a heartbeat of the voice gateway, for browsers that do not measure media. */
  ping(ms: number): void {
    this.#socketPing = ms
  }

  #measure(facts: Facts): Quality {
    this.#samples.push({ received: facts.received, lost: facts.lost })
    if (this.#samples.length > SAMPLES) this.#samples.shift()
    const first = this.#samples[0] ?? facts
    const lost = Math.max(0, facts.lost - first.lost)
    const received = Math.max(0, facts.received - first.received)
    const lossPercent = lost + received === 0 ? 0 : Math.round((100 * lost) / (lost + received))
    const pingMs = facts.pingMs ?? this.#socketPing
    const { jitterMs, transport } = facts
    return { level: levelOfQuality({ lossPercent, pingMs }), pingMs, lossPercent, jitterMs, transport }
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

function factsOf(report: RTCStatsReport): Facts {
  let [received, lost, jitterMs] = [0, 0, 0]
  let pingMs: number | null = null
  let local = ''
  const protocols = new Map<string, string>()
  report.forEach((entry: Record<string, unknown>) => {
    const number = (name: string) => (typeof entry[name] === 'number' ? entry[name] : 0)
    if (entry.type === 'inbound-rtp') {
      received += number('packetsReceived')
      lost += number('packetsLost')
      jitterMs = Math.max(jitterMs, Math.round(number('jitter') * 1_000))
    }
    if (entry.type === 'candidate-pair' && entry.nominated === true) {
      if (entry.currentRoundTripTime !== undefined) pingMs = Math.round(number('currentRoundTripTime') * 1_000)
      local = String(entry.localCandidateId)
    }
    if (entry.type === 'local-candidate') protocols.set(String(entry.id), String(entry.protocol))
  })
  return { received, lost, jitterMs, pingMs, transport: protocols.get(local) === 'tcp' ? 'TCP' : 'UDP' }
}
