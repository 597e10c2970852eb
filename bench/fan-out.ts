/** Fan-out: what a delivery costs Guildhall, beside what it costs a bare server to write a frame as large. */
import { type Bench, listenBare, type Measured, openAll, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import type { Guildhall } from './guildhall.ts'
import { cpuMicros, median } from './measure.ts'
import type { LoadResult } from './rest-load.ts'
import type { Counted } from './sessions.ts'

/** Bounds what can pile up in the kernel when the reader falls behind: 600 MB of frames. */
const DELIVERIES_MAX = 600_000
const POSTERS = 8
const ARRIVE_TIMEOUT_MS = 20_000

interface Rate {
  deliveriesPerSecond: number
  cpuMicrosPerDelivery: number
  /** Written or due, but not read in time. */
  missing: number
}

interface GuildhallRate extends Rate {
  messages: number
  /** Less what the same messages cost with no session open: the fan-out alone. */
  cpuMicrosPerDeliveryAlone: number
}

interface Parts {
  guildhall: Guildhall
  bare: Worker
  bareSessions: Worker
  sessions: Worker
  rest: Worker
}

export async function measureFanOut(bench: Bench): Promise<Measured> {
  const files = {
    bare: 'bare-server.ts',
    bareSessions: 'sessions.ts',
    sessions: 'sessions.ts',
    rest: 'rest-load.ts',
  }
  return await withGuildhall(bench, files, async (guildhall, workers) => {
    const { durationMs, fanOutSessions, rounds } = bench.options
    const parts = { guildhall, ...workers }
    const { gateway } = await listenBare(workers.bare)
    await post(parts, durationMs, 100_000) // until the code is warm, a message costs several times as much
    const { cpuPerMessage } = await post(parts, durationMs, 100_000)

    const lines = []
    let open = 0
    for (const count of fanOutSessions) {
      await openAll(workers.sessions, guildhall.gateway, count - open)
      await openAll(workers.bareSessions, gateway, count - open)
      open = count
      await ours(parts, 500, count, cpuPerMessage)
      await limit(parts, 500, count)
      const pairs: { bare: Rate; guildhall: GuildhallRate }[] = []
      // By turns, so that whatever else the machine does falls on both.
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({
          bare: await limit(parts, durationMs, count),
          guildhall: await ours(parts, durationMs, count, cpuPerMessage),
        })
      }
      lines.push(summary(count, pairs))
    }
    return { figures: { cpuMicrosPerMessageUnheard: cpuPerMessage, bySessions: lines }, tables: [table(lines)] }
  })
}

async function post({ guildhall, rest }: Parts, durationMs: number, requestsMax: number) {
  const cpu = cpuMicros(guildhall.pid)
  const load = { ...guildhall.messages, method: 'POST', concurrency: POSTERS, durationMs, requestsMax }
  const result = await rest.call<LoadResult>('load', load)
  if (result.requests === 0) throw new Error(`no message was accepted: ${JSON.stringify(result.failed)}`)
  return { ...result, cpuPerMessage: (cpuMicros(guildhall.pid) - cpu) / result.requests }
}

async function limit({ bare, bareSessions }: Parts, durationMs: number, count: number): Promise<Rate> {
  await bareSessions.call('reset', { sample: false })
  const cpu = cpuMicros(bare.pid)
  const framesMax = Math.ceil(DELIVERIES_MAX / count)
  const sent = await bare.call<{ startedAt: number; deliveries: number }>('fanOut', { durationMs, framesMax })
  return rate(await arrived(bareSessions, sent.deliveries), sent, cpuMicros(bare.pid) - cpu)
}

async function ours(parts: Parts, durationMs: number, count: number, cpuPerMessage: number): Promise<GuildhallRate> {
  await parts.sessions.call('reset', { sample: false })
  const cpu = cpuMicros(parts.guildhall.pid)
  const { startedAt, requests } = await post(parts, durationMs, Math.ceil(DELIVERIES_MAX / count))
  const deliveries = requests * count
  const counted = await arrived(parts.sessions, deliveries)
  const used = cpuMicros(parts.guildhall.pid) - cpu
  return {
    ...rate(counted, { startedAt, deliveries }, used),
    messages: requests,
    cpuMicrosPerDeliveryAlone: (used - requests * cpuPerMessage) / counted.deliveries,
  }
}

function arrived(sessions: Worker, deliveries: number): Promise<Counted> {
  return sessions.call<Counted>('wait', { deliveries, timeoutMs: ARRIVE_TIMEOUT_MS })
}

function rate(counted: Counted, sent: { startedAt: number; deliveries: number }, cpu: number): Rate {
  return {
    deliveriesPerSecond: (counted.deliveries / (counted.lastDeliveryAt - sent.startedAt)) * 1e6,
    cpuMicrosPerDelivery: cpu / counted.deliveries,
    missing: sent.deliveries - counted.deliveries,
  }
}

function summary(sessions: number, pairs: readonly { bare: Rate; guildhall: GuildhallRate }[]) {
  const of = (read: (pair: { bare: Rate; guildhall: GuildhallRate }) => number) => median(pairs.map(read))
  return {
    sessions,
    bare: {
      deliveriesPerSecond: of(({ bare }) => bare.deliveriesPerSecond),
      cpuMicrosPerDelivery: of(({ bare }) => bare.cpuMicrosPerDelivery),
    },
    guildhall: {
      deliveriesPerSecond: of(({ guildhall }) => guildhall.deliveriesPerSecond),
      cpuMicrosPerDelivery: of(({ guildhall }) => guildhall.cpuMicrosPerDelivery),
      cpuMicrosPerDeliveryAlone: of(({ guildhall }) => guildhall.cpuMicrosPerDeliveryAlone),
    },
    missing: pairs.reduce((sum, { bare, guildhall }) => sum + bare.missing + guildhall.missing, 0),
    ratios: {
      deliveriesPerSecond: of(({ bare, guildhall }) => guildhall.deliveriesPerSecond / bare.deliveriesPerSecond),
      cpuPerDelivery: of(({ bare, guildhall }) => guildhall.cpuMicrosPerDelivery / bare.cpuMicrosPerDelivery),
      cpuPerDeliveryAlone: of(({ bare, guildhall }) => guildhall.cpuMicrosPerDeliveryAlone / bare.cpuMicrosPerDelivery),
    },
    rounds: pairs,
  }
}

function table(lines: readonly ReturnType<typeof summary>[]) {
  return {
    title: 'Fan-out of messages of about 1 KB: Guildhall beside a bare server that writes ready-made frames',
    columns: [
      'sessions',
      'bare /s',
      'ours /s',
      'ratio',
      'bare CPU µs',
      'ours CPU µs',
      'ratio',
      'alone µs',
      'ratio',
      'missing',
    ],
    rows: lines.map(({ sessions, bare, guildhall, ratios, missing }) => [
      String(sessions),
      bare.deliveriesPerSecond,
      guildhall.deliveriesPerSecond,
      ratios.deliveriesPerSecond,
      bare.cpuMicrosPerDelivery,
      guildhall.cpuMicrosPerDelivery,
      ratios.cpuPerDelivery,
      guildhall.cpuMicrosPerDeliveryAlone,
      ratios.cpuPerDeliveryAlone,
      missing,
    ]),
    notes: [
      'deliveries a second and CPU of the server process per delivery; "alone" leaves out what accepting the message costs',
    ],
  }
}
