/** Voice: CPU per forwarded packet beside a bare relay, and the delay at 1,000 packets a second. */
import { type Bench, type Measured, verdict } from './bench.ts'
import type { Worker } from './children.ts'
import { cpuMicros, median } from './measure.ts'
import { measureBrowsers } from './voice-browsers.ts'
import type { VoiceSent } from './voice-load.ts'
import type { VoiceOpened } from './voice-server.ts'

const RATIO_MAX = 1.3
const DELAY_MAX_MS = 5
const DELAY_PER_SECOND = 1_000
const WARM_UP_MS = 500
/** Senders take turns: the platform limits the packets of one sender. */
const SENDERS = 4
const SHAPES = [
  { mode: 'aead_aes256_gcm_rtpsize', receivers: 1, perSecond: 2_000 },
  { mode: 'aead_aes256_gcm_rtpsize', receivers: 5, perSecond: 800 },
  { mode: 'aead_aes256_gcm_rtpsize', receivers: 25, perSecond: 200 },
  { mode: 'aead_xchacha20_poly1305_rtpsize', receivers: 25, perSecond: 200 },
] as const

type Shape = (typeof SHAPES)[number]
type Side = 'ours' | 'bare'

interface Round extends VoiceSent {
  cpuMicros: number
  lost: number
}

export async function measureVoice(bench: Bench): Promise<Measured> {
  const rounds = bench.options.rounds * 2 + 1
  const lines = []
  for (const shape of SHAPES) {
    const bare: Round[] = []
    const ours: Round[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await measure(bench, 'bare', shape, shape.perSecond))
      ours.push(await measure(bench, 'ours', shape, shape.perSecond))
    }
    const ratio = median(ours.map((mine, round) => mine.cpuMicros / (bare[round]?.cpuMicros ?? 0)))
    const delays = {
      bare: await measure(bench, 'bare', shape, DELAY_PER_SECOND),
      ours: await measure(bench, 'ours', shape, DELAY_PER_SECOND),
    }
    lines.push({ shape, ratio, bare: middle(bare), ours: middle(ours), lost: lostOf([...ours, delays.ours]), delays })
  }
  const cpu = {
    title: 'Voice: CPU of the server process per forwarded packet',
    columns: ['receivers', 'packets in /s', 'bare µs', 'ours µs', 'ratio', 'lost', ''],
    rows: lines.map(({ shape, ratio, bare, ours, lost }) => [
      nameOf(shape),
      shape.perSecond,
      bare,
      ours,
      ratio,
      lost,
      verdict(ratio, RATIO_MAX),
    ]),
    notes: ['The bare relay decrypts, encrypts and sends. It has no rules.'],
  }
  const delay = {
    title: `Voice: delay at ${DELAY_PER_SECOND} packets a second`,
    columns: ['receivers', 'bare p50 ms', 'bare p99 ms', 'ours p50 ms', 'ours p99 ms', 'added p99 ms', ''],
    rows: lines.map(({ shape, delays: { bare, ours } }) => {
      const added = (ours.p99 - bare.p99) / 1_000
      return [
        nameOf(shape),
        bare.p50 / 1_000,
        bare.p99 / 1_000,
        ours.p50 / 1_000,
        ours.p99 / 1_000,
        added,
        verdict(added, DELAY_MAX_MS),
      ]
    }),
  }
  const browsers = await measureBrowsers(bench)
  return { figures: { lines, browsers: browsers.figures }, tables: [cpu, delay, ...browsers.tables] }
}

async function measure({ children, options }: Bench, side: Side, shape: Shape, perSecond: number): Promise<Round> {
  const server = children.worker('voice-server.ts')
  const load = children.worker('voice-load.ts')
  try {
    const { mode, receivers } = shape
    const ports = await load.call<number[]>('open', { count: SENDERS + receivers })
    const clients = { mode, senders: ports.slice(0, SENDERS), receivers: ports.slice(SENDERS) }
    const opened = await server.call<VoiceOpened>(side, clients)
    await load.call('connect', { opened, mode })
    await send(load, { perSecond, durationMs: WARM_UP_MS, receivers })
    const cpuBefore = cpuMicros(server.pid)
    const forwardedBefore = await server.call<number>('forwarded')
    const sent = await send(load, { perSecond, durationMs: options.durationMs, receivers })
    const used = cpuMicros(server.pid) - cpuBefore
    const forwarded = (await server.call<number>('forwarded')) - forwardedBefore
    return { ...sent, cpuMicros: used / forwarded, lost: sent.sent * receivers - sent.received }
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
}

function send(load: Worker, args: { perSecond: number; durationMs: number; receivers: number }): Promise<VoiceSent> {
  return load.call<VoiceSent>('send', args)
}

function middle(rounds: readonly Round[]): number {
  return median(rounds.map((round) => round.cpuMicros))
}

function lostOf(rounds: readonly Round[]): number {
  return rounds.reduce((sum, { lost }) => sum + lost, 0)
}

function nameOf({ mode, receivers }: Shape): string {
  return `${receivers}, ${mode.includes('gcm') ? 'AES-GCM' : 'XChaCha20'}`
}
