/** Voice of browsers: CPU per packet beside bots, delay beside REST requests, handshakes, size of the script. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { SrtpProfileName } from '../packages/server/test/support/webrtc-client.ts'
import { type Bench, type Measured, verdict } from './bench.ts'
import type { Worker } from './children.ts'
import { cpuMicros, median } from './measure.ts'
import type { RestTarget } from './rest-load.ts'
import type { SendArgs, VoiceSent } from './voice-load.ts'
import type { VoiceOpened } from './voice-server.ts'

const MODE = 'aead_aes256_gcm_rtpsize'
const PROFILES = [
  { profile: 'SRTP_AEAD_AES_128_GCM', name: 'GCM', ratioMax: 1.6 },
  { profile: 'SRTP_AES128_CM_SHA1_80', name: 'CM', ratioMax: 2 },
] as const
const SHAPES = [
  { receivers: 1, perSecond: 2_000 },
  { receivers: 5, perSecond: 800 },
  { receivers: 25, perSecond: 200 },
] as const
const SENDERS = 4
const WARM_UP_MS = 500
const DELAY = { receivers: 1, perSecond: 1_000, restPerSecond: 500, maxMs: 20 }
const REST_CONNECTIONS = 20
const HANDSHAKES = { warm: 50, measured: 100, maxMs: 5 }
const SCRIPT_KB_MAX = 110
const ASSETS = fileURLToPath(new URL('../packages/web/dist/assets/', import.meta.url))
/** Files that are loaded with the first call: the feature, and its worker. */
const VOICE_FILES = /^voice-(?:panel|worker)-/
const WORLD = {
  users: { owner: {} },
  applications: { writer: { name: 'writer', owner: 'owner', bot: {} } },
  guilds: { bench: { owner: 'owner', bots: { writer: { permissions: '8' } }, channels: { general: { type: 0 } } } },
}

/** A server and its load: as many bots in one call as browsers in another. */
async function withCalls<Result>(
  { children }: Bench,
  { receivers, profile }: { receivers: number; profile: SrtpProfileName },
  run: (server: Worker, load: Worker) => Promise<Result>,
): Promise<Result> {
  const server = children.worker('voice-server.ts')
  const load = children.worker('voice-load.ts')
  try {
    const ports = await load.call<number[]>('open', { count: 2 * SENDERS + receivers })
    const opened = await server.call<VoiceOpened>('ours', {
      mode: MODE,
      senders: ports.slice(0, SENDERS),
      receivers: ports.slice(SENDERS, SENDERS + receivers),
      browserSenders: ports.slice(SENDERS + receivers),
      browsers: await load.call<string[]>('browsers', { count: receivers }),
    })
    await load.call('connect', { opened, mode: MODE })
    await load.call('shake', { opened, profile }, 120_000)
    return await run(server, load)
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
}

/** Returns the CPU of the server for each packet that it forwards to bots or browsers, in µs. */
async function cpuOf(server: Worker, load: Worker, args: SendArgs): Promise<{ micros: number; lost: number }> {
  const [before, forwardedBefore] = [cpuMicros(server.pid), await server.call<number>('forwarded')]
  const sent = await load.call<VoiceSent>('send', args)
  const forwarded = (await server.call<number>('forwarded')) - forwardedBefore
  return { micros: (cpuMicros(server.pid) - before) / forwarded, lost: sent.sent * args.receivers - sent.received }
}

async function compare(bench: Bench) {
  const lines = []
  for (const { profile, name, ratioMax } of PROFILES) {
    for (const { receivers, perSecond } of SHAPES) {
      const ratios: number[] = []
      const [bots, browsers]: [number[], number[]] = [[], []]
      let lost = 0
      await withCalls(bench, { receivers, profile }, async (server, load) => {
        const args = { perSecond, durationMs: bench.options.durationMs, receivers }
        for (const toBrowsers of [false, true]) await load.call('send', { ...args, toBrowsers, durationMs: WARM_UP_MS })
        for (let round = 0; round < bench.options.rounds * 2 + 1; round++) {
          const bot = await cpuOf(server, load, args)
          const browser = await cpuOf(server, load, { ...args, toBrowsers: true })
          ratios.push(browser.micros / bot.micros)
          bots.push(bot.micros)
          browsers.push(browser.micros)
          lost += browser.lost
        }
      })
      lines.push({
        name,
        receivers,
        ratio: median(ratios),
        ratioMax,
        bot: median(bots),
        browser: median(browsers),
        lost,
      })
    }
  }
  return lines
}

/** Measures the delay of packets to browsers, alone and with messages that are posted to the same thread. */
async function delays(bench: Bench) {
  const { receivers, perSecond, restPerSecond } = DELAY
  const data = mkdtempSync(join(tmpdir(), 'guildhall-bench-'))
  const rest = bench.children.worker('rest-load.ts')
  try {
    return await withCalls(bench, { receivers, profile: 'SRTP_AEAD_AES_128_GCM' }, async (server, load) => {
      const target = await server.call<RestTarget>('platform', { data, world: WORLD }, 60_000)
      const durationMs = bench.options.durationMs * 2
      const pace = (ms: number) =>
        rest.call<{ sent: number; unanswered: number; failed: object }>(
          'pace',
          { ...target, perSecond: restPerSecond, durationMs: ms, connections: REST_CONNECTIONS },
          60_000,
        )
      const send = (ms: number) =>
        load.call<VoiceSent>('send', { perSecond, durationMs: ms, receivers, toBrowsers: true }, 60_000)
      await Promise.all([pace(durationMs), send(durationMs)])
      const loopDelay = () => server.call<{ p50: number; p99: number }>('loopDelay')
      await loopDelay()
      const alone = { ...(await send(durationMs)), loop: await loopDelay() }
      const [sent, requests] = await Promise.all([send(durationMs), pace(durationMs)])
      const beside = { ...sent, loop: await loopDelay() }
      return { alone, beside, requests }
    })
  } finally {
    await rest.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** Returns the CPU of the server for a handshake once its code is warm, in ms. */
async function handshakeMs({ children }: Bench): Promise<number> {
  const server = children.worker('voice-server.ts')
  const load = children.worker('voice-load.ts')
  try {
    const shake = async (count: number) => {
      const browsers = await load.call<string[]>('browsers', { count })
      const opened = await server.call<VoiceOpened>('ours', { mode: MODE, senders: [], receivers: [], browsers })
      const before = cpuMicros(server.pid)
      await load.call('shake', { opened, profile: 'SRTP_AEAD_AES_128_GCM' }, 120_000)
      return (cpuMicros(server.pid) - before) / 1_000 / count
    }
    await shake(HANDSHAKES.warm)
    return await shake(HANDSHAKES.measured)
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
}

/** Returns the files that are loaded with the first call, with their compressed sizes in KB. */
function scripts(): { file: string; kb: number }[] {
  return readdirSync(ASSETS)
    .filter((file) => file.endsWith('.js') && VOICE_FILES.test(file))
    .map((file) => ({ file, kb: gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length / 1_000 }))
}

const ms = (micros: number) => (micros / 1_000).toFixed(2)

/** Measures calls of browsers. */
export async function measureBrowsers(bench: Bench): Promise<Measured> {
  const lines = await compare(bench)
  const delay = await delays(bench)
  const handshake = await handshakeMs(bench)
  const files = scripts()
  const kb = files.reduce((sum, file) => sum + file.kb, 0)
  const cpu = {
    title: 'Voice of browsers: CPU of the server process per forwarded packet, beside bots',
    columns: ['receivers', 'profile', 'bot µs', 'browser µs', 'ratio', 'lost', ''],
    rows: lines.map(({ name, receivers, ratio, ratioMax, bot, browser, lost }) => [
      receivers,
      name,
      bot,
      browser,
      ratio,
      lost,
      verdict(ratio, ratioMax),
    ]),
  }
  const others = {
    title: 'Voice of browsers: delay, handshake, script',
    columns: ['what', 'figure', ''],
    rows: [
      ['delay alone, p50 / p99 in ms', `${ms(delay.alone.p50)} / ${ms(delay.alone.p99)}`, ''],
      [
        `delay beside ${DELAY.restPerSecond} messages posted a second, p50 / p99 in ms`,
        `${ms(delay.beside.p50)} / ${ms(delay.beside.p99)}`,
        verdict(delay.beside.p99 / 1_000, DELAY.maxMs),
      ],
      ['event loop alone / beside, p99 in ms', `${delay.alone.loop.p99} / ${delay.beside.loop.p99}`, ''],
      ['handshake, CPU in ms', handshake, verdict(handshake, HANDSHAKES.maxMs)],
      ['script of voice, compressed, in KB', kb, verdict(kb, SCRIPT_KB_MAX)],
    ],
  }
  return { figures: { lines, delay, handshake, files }, tables: [cpu, others] }
}
