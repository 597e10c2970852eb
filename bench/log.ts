/** The event log of several nodes: its cost for PostgreSQL and for an idle node, and how fast a node catches up. */
import { execFileSync } from 'node:child_process'
import postgres from 'postgres'
import { startNats } from '../packages/server/test/support/nats-server.ts'
import { type Bench, type Measured, verdict } from './bench.ts'
import type { Worker } from './children.ts'
import { type Guildhall, type StartOptions, startGuildhall, USUAL_DATABASE } from './guildhall.ts'
import { cpuMicros, median, pause } from './measure.ts'
import type { LoadResult } from './rest-load.ts'
import type { Table } from './table.ts'

const GUILDS = 8
const PER_SECOND = 200
const CONNECTIONS = 16
const LOOKED_MS = 20
const CAUGHT_UP_MAX_MS = 120_000
const BOUNDS = { postgresCpu: 1.3, walBytes: 2, idleEventMicros: 30, caughtUpPerSecond: 20_000 }
/** CPU for each event of a node that reads that many a second on a core, in µs. */
const CAUGHT_UP_MICROS = 1_000_000 / BOUNDS.caughtUpPerSecond

/** Cost of a message for PostgreSQL. */
interface StoreCost {
  readonly cpuMicros: number
  readonly walBytes: number
}

interface CaughtUp {
  readonly perSecond: number
  /** CPU of the first node for each event, in µs. PostgreSQL and the other node share its cores. */
  readonly cpuMicros: number
}

export async function measureLog({ children, options }: Bench): Promise<Measured> {
  const databaseUrl = options.databaseUrl ?? USUAL_DATABASE
  await using nats = await startNats()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const rest = children.worker('rest-load.ts')
  const durationMs = options.quick ? 3_000 : 10_000
  const start = (nodes: StartOptions = {}) =>
    startGuildhall(children, options.server, { databaseUrl, moreGuilds: GUILDS, durable: true, ...nodes })
  const alone = await start()
  const nodes = await start({ nodes: { count: 2, busUrl: nats.url } })
  try {
    for (const platform of [alone, nodes]) await platform.record(false)
    const storeCost = async (platform: Guildhall): Promise<StoreCost> => {
      const before = [postgresCpu(), await walBytes(sql)] as const
      const { requests } = await post(rest, platform, { durationMs })
      return {
        cpuMicros: (postgresCpu() - before[0]) / requests,
        walBytes: ((await walBytes(sql)) - before[1]) / requests,
      }
    }
    const costs: { alone: StoreCost; nodes: StoreCost }[] = []
    for (const platform of [alone, nodes]) await post(rest, platform, { durationMs: options.nodeWarmUpMs })
    for (let round = 0; round < options.rounds; round += 1)
      costs.push({ alone: await storeCost(alone), nodes: await storeCost(nodes) })
    const bare = children.worker('bare-subscriber.ts')
    await bare.call('subscribe', { url: nats.url })
    const idleEvent = await idleEventMicros(rest, nodes, { bare, durationMs })
    await bare.stop()
    const caughtUp = await catchUp(nodes, options.quick ? 20_000 : 100_000)
    const figures = { costs, idleEvent, caughtUp }
    return { figures, tables: [table(figures)] }
  } finally {
    await rest.stop()
    await nodes.stop()
    await alone.stop()
    await sql.end()
  }
}

/** Posts as fast as some callers can, spread over the guilds, at the first node. */
async function post(
  rest: Worker,
  { messages, moreChannels, scene }: Guildhall,
  { durationMs }: { durationMs: number },
): Promise<{ requests: number }> {
  const results = await Promise.all(
    moreChannels.map((id) => {
      const to = { ...messages, path: `${scene.api}/channels/${id}/messages` }
      return rest.call<LoadResult>('load', { ...to, method: 'POST', concurrency: 1, durationMs, requestsMax: 100_000 })
    }),
  )
  return { requests: results.reduce((sum, { requests }) => sum + requests, 0) }
}

/** CPU for each event, in µs. */
interface IdleEvent {
  /** Of the second node. It has no session. */
  readonly node: number
  /** Of a process that drops the same messages: at this pace, waking up costs more than the work. */
  readonly bare: number
}

async function idleEventMicros(
  rest: Worker,
  { nodes, messages }: Guildhall,
  { bare, durationMs }: { bare: Worker; durationMs: number },
): Promise<IdleEvent> {
  const cpu = () => [nodes[1]?.pid ?? 0, bare.pid].map(cpuMicros)
  const idleFrom = cpu()
  await pause(durationMs)
  const from = cpu()
  const pace = { ...messages, perSecond: PER_SECOND, connections: CONNECTIONS }
  const { sent } = await rest.call<{ sent: number }>('pace', { ...pace, durationMs })
  const to = cpu()
  const perEvent = (at: number) => {
    const [start, middle, end] = [idleFrom, from, to].map((figures) => figures[at] ?? Number.NaN) as [
      number,
      number,
      number,
    ]
    return (end - middle - (middle - start)) / sent
  }
  return { node: perEvent(0), bare: perEvent(1) }
}

/** Lets both nodes read events from the log, of which no message has told them. */
async function catchUp(nodes: Guildhall, count: number): Promise<CaughtUp> {
  const sql = postgres(nodes.databaseUrl ?? '', { max: 1, onnotice: () => undefined })
  const repaired = () => nodes.metric('bus_repaired_events_total')
  try {
    // The text of an event is encrypted for its topic: copies of it follow the last one.
    const [last] = await sql<{ topic: string; version: number; events: string }[]>`
      SELECT topic, version, events FROM event_log WHERE topic LIKE 'guild.%' ORDER BY xid DESC, version DESC LIMIT 1`
    if (!last) throw new Error('the log is empty')
    const { topic, version, events } = last
    const before = await repaired()
    await sql.begin(async (transaction) => {
      await transaction`INSERT INTO event_log (topic, version, node, tables, events)
        SELECT ${topic}, ${version} + step, 'bench', '', ${events} FROM generate_series(1, ${count}::int) AS step`
      await transaction`UPDATE topics SET version = ${version} + ${count}::int WHERE topic = ${topic}`
    })
    const pid = nodes.nodes[0]?.pid ?? 0
    const [startedAt, cpuFrom] = [performance.now(), cpuMicros(pid)]
    while ((await repaired()) - before < count) {
      if (performance.now() - startedAt > CAUGHT_UP_MAX_MS) throw new Error('the node does not catch up')
      await pause(LOOKED_MS)
    }
    return {
      perSecond: (count / (performance.now() - startedAt)) * 1_000,
      cpuMicros: (cpuMicros(pid) - cpuFrom) / count,
    }
  } finally {
    await sql.end()
  }
}

/** CPU of all processes of PostgreSQL on this machine, in µs. */
function postgresCpu(): number {
  const pids = execFileSync('pgrep', ['-x', 'postgres'], { encoding: 'utf8' }).trim().split('\n')
  return pids.reduce((sum, pid) => {
    try {
      return sum + cpuMicros(Number(pid))
    } catch {
      return sum // It has ended meanwhile.
    }
  }, 0)
}

async function walBytes(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes`
  return Number(row?.bytes)
}

interface Figures {
  readonly costs: readonly { readonly alone: StoreCost; readonly nodes: StoreCost }[]
  readonly idleEvent: IdleEvent
  readonly caughtUp: CaughtUp
}

function table({ costs, idleEvent, caughtUp }: Figures): Table {
  const of = (platform: 'alone' | 'nodes', figure: keyof StoreCost) => costs.map((cost) => cost[platform][figure])
  const row = (name: string, figure: keyof StoreCost, bound: number) => {
    const [alone, nodes] = [of('alone', figure), of('nodes', figure)]
    const ratio = median(nodes.map((value, round) => value / (alone[round] ?? Number.NaN)))
    return [name, median(alone), median(nodes), ratio, verdict(ratio, bound)]
  }
  return {
    title: `Event log: messages posted at one of two nodes, into ${GUILDS} guilds`,
    columns: ['', 'alone', 'two nodes', 'ratio or figure', ''],
    rows: [
      row('CPU of PostgreSQL per message, µs', 'cpuMicros', BOUNDS.postgresCpu),
      row('WAL per message, bytes', 'walBytes', BOUNDS.walBytes),
      [
        'CPU of a node without sessions per event, µs',
        '',
        '',
        idleEvent.node,
        verdict(idleEvent.node, BOUNDS.idleEventMicros),
      ],
      ['… of a process that drops the messages, µs', '', '', idleEvent.bare, ''],
      [
        'events a second read from the log',
        '',
        '',
        caughtUp.perSecond,
        caughtUp.perSecond >= BOUNDS.caughtUpPerSecond ? 'ok' : `MISSED (at least ${BOUNDS.caughtUpPerSecond})`,
      ],
      ['… CPU of a node for each, µs', '', '', caughtUp.cpuMicros, verdict(caughtUp.cpuMicros, CAUGHT_UP_MICROS)],
    ],
  }
}
