/**
 * The social SDK as it is published for Node: its import, RunCallbacks, the delay of a message, idle Clients, memory
 * after much use, and calls.
 */
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundleSocialSdk } from '../scripts/builds.ts'
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import type { Guildhall } from './guildhall.ts'
import { median, quantile } from './measure.ts'
import type { Heard, Loaded, Place, Usage } from './social-sdk-player.ts'

const PLAYER = 'social-sdk-player.ts'
const FOLDER = fileURLToPath(new URL('../packages/social-sdk/dist/bench', import.meta.url))
const FILE = `${FOLDER}/index.js`
const IMPORTS = 7
const MB = 2 ** 20
const TIMEOUT_MS = 300_000
const IDLE_CLIENTS = 10
const PLAYERS = IDLE_CLIENTS + 4
const MESSAGES_EVERY_MS = 5
const WARM_UP_MESSAGES = 1_000
/** Growth of the heap that counts as none: less than a hundredth of what was sent and received. */
const FLAT_MB = 1
/** Largest figures, in the units of the table. */
const MAX = { importMs: 60, callbacksMs: 10, delayMs: 1, clientMb: 3, streamPercent: 3, playbackMs: 80 }
/** Share of a core that counts as none. */
const IDLE_PERCENT_MAX = 0.1

type Row = readonly [what: string, figure: number, unit: string, verdict: string]

/** Measures with players who are signed in to a game of one platform. */
export async function measureSocialSdk(bench: Bench): Promise<Measured> {
  await bundleSocialSdk(FOLDER)
  const manifest = { type: 'module', imports: { '#runtime': './runtime.js' } }
  await writeFile(`${FOLDER}/package.json`, JSON.stringify(manifest))
  try {
    const files = { one: PLAYER, other: PLAYER, many: PLAYER, bare: PLAYER }
    const alone = await measureAlone(bench)
    const online = await withGuildhall(bench, files, (guildhall, workers) => measureOnline(bench, guildhall, workers), {
      players: PLAYERS,
    })
    const rows = [...alone, ...online]
    const table = {
      title: 'Social SDK',
      columns: ['', 'figure', '', ''],
      rows: rows.map((row) => [...row]),
      notes: ['CPU of the process of the game; the delay of a message and of sound by the clock'],
    }
    return { figures: { rows }, tables: [table] }
  } finally {
    await rm(FOLDER, { recursive: true })
  }
}

/** Measures what needs no platform. */
async function measureAlone({ children, options }: Bench): Promise<Row[]> {
  const imports: Loaded[] = []
  let callbacks: number[] = []
  for (let run = 0; run < IMPORTS; run += 1) {
    const worker = children.worker(PLAYER)
    imports.push(await worker.call<Loaded>('load', { file: FILE }))
    if (run === 0)
      callbacks = await worker.call<number[]>('runCallbacks', { count: 10_000, rounds: options.rounds * 7 })
    await worker.stop()
  }
  const importMs = median(imports.map(({ cpuMs }) => cpuMs))
  const natives = imports.flatMap(({ native }) => native).length
  return [
    ['import, by the clock', median(imports.map(({ ms }) => ms)), 'ms', ''],
    ['import, CPU', importMs, 'ms', verdict(importMs, MAX.importMs)],
    ['native modules after the import', natives, '', verdict(natives, 0)],
    ['RunCallbacks with 10,000 waiting, CPU', median(callbacks), 'ms', verdict(median(callbacks), MAX.callbacksMs)],
  ]
}

type Workers = Record<'one' | 'other' | 'many' | 'bare', Worker>

async function measureOnline({ options }: Bench, guildhall: Guildhall, workers: Workers): Promise<Row[]> {
  const url = `http://127.0.0.1:${guildhall.gateway.port}`
  const tokens = (await guildhall.signInPlayers()).games.map((token) => token.replace('Bearer ', ''))
  const connect = (worker: Worker, from: number, to: number) =>
    worker.call('connect', { url, tokens: tokens.slice(from, to) } satisfies Place, TIMEOUT_MS)
  for (const worker of Object.values(workers)) await worker.call('load', { file: FILE })
  await connect(workers.one, 0, 1)
  await connect(workers.other, 1, 2)
  const scale = options.quick ? 0.1 : 1
  return [
    ...(await measureIdle(workers.many, connect, 20_000 * scale)),
    ...(await measureDelay(workers, { url, tokens }, 2_000 * scale)),
    ...(await measureUse(workers.one, scale)),
    ...(await measureCall(workers, 20_000 * scale)),
  ]
}

/** Ten Clients beside one. */
async function measureIdle(
  many: Worker,
  connect: (worker: Worker, from: number, to: number) => Promise<unknown>,
  ms: number,
): Promise<Row[]> {
  await connect(many, 3, 4)
  const one = await many.call<Usage>('rest', { ms }, TIMEOUT_MS)
  await connect(many, 4, 4 + IDLE_CLIENTS)
  const all = await many.call<Usage>('rest', { ms }, TIMEOUT_MS)
  const percent = (percentOf(all) - percentOf(one)) / IDLE_CLIENTS
  const mb = (all.heapBytes - one.heapBytes) / IDLE_CLIENTS / MB
  return [
    ['idle Client that is Ready, CPU', percent, '% of a core', verdict(percent, IDLE_PERCENT_MAX)],
    ['… memory', mb, 'MB', verdict(mb, MAX.clientMb)],
  ]
}

/** Delay from the arrival of a frame to the callback of its message, beside a program without the library. */
async function measureDelay({ one, other, bare }: Workers, where: Place, count: number): Promise<Row[]> {
  const secret = 'delay'
  const lobbyId = await one.call<string>('join', { secret })
  await other.call('join', { secret })
  await bare.call('connectBare', { url: where.url, token: where.tokens[2], secret })
  await other.call('send', { lobbyId, count: WARM_UP_MESSAGES }, TIMEOUT_MS)
  for (const worker of [one, bare]) await worker.call('hear')
  await other.call('send', { lobbyId, count, everyMs: MESSAGES_EVERY_MS }, TIMEOUT_MS)
  await one.call('rest', { ms: 200 })
  const ours = await one.call<Heard>('heard')
  const limit = await bare.call<Heard>('heard')
  const counts = [ours.count, limit.count]
  if (Math.min(...counts) < count) throw new Error(`${counts.join(' and ')} of ${count} messages were heard`)
  const added = (of: 'clock' | 'cpu') => ours[of].p99 - limit[of].p99
  return [
    ['arrival of a message to its callback, p50', ours.clock.p50, 'ms', ''],
    ['… p99', ours.clock.p99, 'ms', ''],
    ['… p99 above a bare socket', added('clock'), 'ms', verdict(added('clock'), MAX.delayMs)],
    ['… p50, CPU', ours.cpu.p50, 'ms', ''],
    ['… p99, CPU, above a bare socket', added('cpu'), 'ms', verdict(added('cpu'), MAX.delayMs)],
  ]
}

/** Memory after messages and lobbies, beside a fifth of them. */
async function measureUse(one: Worker, scale: number): Promise<Row[]> {
  const lobbyId = await one.call<string>('join', { secret: 'use' })
  const use = async (messages: number, lobbies: number) => {
    await one.call('send', { lobbyId, count: messages }, TIMEOUT_MS)
    await one.call('visit', { count: lobbies }, TIMEOUT_MS)
    return one.call<Usage>('rest', { ms: 500 })
  }
  const before = await use(2_000 * scale, 200 * scale)
  const after = await use(10_000 * scale, 1_000 * scale)
  const growth = (after.heapBytes - before.heapBytes) / MB
  return [['growth by 10,000 messages and 1,000 lobbies', growth, 'MB', verdict(growth, FLAT_MB)]]
}

/** A call of two players: what a received stream costs, and the time from the microphone to the loudspeaker. */
async function measureCall({ one, other }: Workers, ms: number): Promise<Row[]> {
  const lobbyId = await one.call<string>('join', { secret: 'call' })
  await other.call('join', { secret: 'call' })
  const before = await one.call<Usage>('rest', { ms }, TIMEOUT_MS)
  await one.call('call', { lobbyId })
  await other.call('call', { lobbyId })
  await one.call('rest', { ms: 1_000 })
  const silent = await one.call<Usage>('rest', { ms }, TIMEOUT_MS)
  await other.call('speak', { how: 'always' })
  await one.call('rest', { ms: 1_000 })
  const speaking = await one.call<Usage>('rest', { ms }, TIMEOUT_MS)
  await other.call('speak', { how: 'none' })
  await one.call('rest', { ms: 1_000 })
  await one.call('bursts')
  await other.call('speak', { how: 'bursts' })
  await one.call('rest', { ms }, TIMEOUT_MS)
  const captured = await other.call<number[]>('bursts')
  const played = await one.call<number[]>('bursts')
  const delays = played.map((at) => (at - (captured.findLast((began) => began < at) ?? at)) / 1e3)
  const delay = median(delays)
  const stream = percentOf(speaking) - percentOf(silent)
  const p99 = quantile(Float64Array.from(delays), 0.99)
  return [
    ['call without sound, CPU', percentOf(silent) - percentOf(before), '% of a core', ''],
    ['received stream, CPU', stream, '% of a core', verdict(stream, MAX.streamPercent)],
    [`capture to playback, p50 of ${delays.length}`, delay, 'ms', verdict(delay, MAX.playbackMs)],
    ['… p99', p99, 'ms', ''],
  ]
}

function percentOf({ cpuMs, elapsedMs }: Usage): number {
  return (100 * cpuMs) / elapsedMs
}
