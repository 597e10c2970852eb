/** CPU of several nodes beside that of a process that is alone, on PostgreSQL and NATS. */
import { startNats } from '../packages/server/test/support/nats-server.ts'
import { type Bench, type Measured, openAll, verdict } from './bench.ts'
import type { Worker } from './children.ts'
import { type Guildhall, startGuildhall, USUAL_DATABASE } from './guildhall.ts'
import { cpuMicros, median, pause } from './measure.ts'
import type { LoadResult, RestTarget } from './rest-load.ts'
import type { Counted, Latencies } from './sessions.ts'
import type { Table } from './table.ts'

const GUILDS = 8
/** Few callers share little of what nodes ask the database. Nodes that are full have many. */
const CALLERS = [16, 64] as const
const REQUESTS_MAX = 100_000
const CONNECTIONS = 32
const WARMED_UP_MS = 500
/** Equal deliveries a second. The cost of one message on each node weighs less with more sessions. */
const LOADS = [
  { sessions: 200, perSecond: 100 },
  { sessions: 1_000, perSecond: 20 },
] as const
type Load = (typeof LOADS)[number]

const REQUESTS = ['GET guild', 'GET messages', 'POST message'] as const
type Request = (typeof REQUESTS)[number]

/** A platform of one or several processes. */
interface Platform {
  readonly name: 'alone' | 'one node' | 'two nodes'
  readonly guildhall: Guildhall
  readonly sessions: Worker
}

/** The most that a figure may be, as a multiple of that of the process that is alone, or of one node. */
const BOUNDS: Readonly<Record<Request | 'delivery', { readonly oneToAlone: number; readonly twoToOne: number }>> = {
  'GET guild': { oneToAlone: 1.15, twoToOne: 1.1 },
  'GET messages': { oneToAlone: 1.15, twoToOne: 1.1 },
  'POST message': { oneToAlone: 1.2, twoToOne: 1.1 },
  delivery: { oneToAlone: 1.05, twoToOne: 1.1 },
}

export async function measureCluster({ children, options }: Bench): Promise<Measured> {
  const databaseUrl = options.databaseUrl ?? USUAL_DATABASE
  await using nats = await startNats()
  const rest = children.worker('rest-load.ts')
  const platforms: Platform[] = []
  try {
    for (const [name, count] of [
      ['alone', 0],
      ['one node', 1],
      ['two nodes', 2],
    ] as const) {
      const nodes = count === 0 ? {} : { nodes: { count, busUrl: nats.url } }
      const start = { databaseUrl, moreGuilds: GUILDS, durable: true, ...nodes }
      const guildhall = await startGuildhall(children, options.server, start)
      platforms.push({ name, guildhall, sessions: children.worker('sessions.ts') })
      await guildhall.record(false)
    }
    for (const platform of platforms) await warmUp({ rest, callers: Math.max(...CALLERS) }, platform, options)
    const costs: Record<number, Costs> = {}
    for (const callers of CALLERS) costs[callers] = await requestCosts(options, { rest, callers }, platforms)
    const deliveries: { load: Load; found: Delivery[] }[] = []
    let opened = 0
    for (const load of LOADS) {
      const found: Delivery[] = []
      for (const platform of platforms) found.push(await deliveryOf(options, { rest, load, opened }, platform))
      deliveries.push({ load, found })
      opened = load.sessions
    }
    const requests = CALLERS.flatMap((callers) => (costs[callers] ? [requestTable(callers, costs[callers])] : []))
    const tables = [...requests, ...deliveries.map(({ load, found }) => deliveryTable(load, found))]
    return { figures: { costs, deliveries }, tables }
  } finally {
    await rest.stop()
    for (const { guildhall, sessions } of platforms) {
      await sessions.stop()
      await guildhall.stop()
    }
  }
}

type Costs = Record<Request, Record<Platform['name'], number[]>>

interface Callers {
  readonly rest: Worker
  readonly callers: number
}

async function requestCosts(options: Bench['options'], load: Callers, platforms: readonly Platform[]): Promise<Costs> {
  const costs = Object.fromEntries(
    REQUESTS.map((request) => [request, { alone: [], 'one node': [], 'two nodes': [] }]),
  ) as unknown as Costs
  for (let round = 0; round < options.pathRounds; round += 1) {
    const turn = round % platforms.length
    for (const request of REQUESTS) {
      for (const platform of [...platforms.slice(turn), ...platforms.slice(0, turn)])
        costs[request][platform.name].push(await costOf(load, platform, request, options.pathMs))
    }
  }
  return costs
}

/** Warms up each process by the same time: nodes share the callers, and would compile their program for longer. */
async function warmUp(load: Callers, platform: Platform, { nodeWarmUpMs }: Bench['options']): Promise<void> {
  for (const request of REQUESTS) await costOf(load, platform, request, nodeWarmUpMs * platform.guildhall.nodes.length)
}

/** Returns the CPU of all nodes for each request, in µs, with callers spread over nodes and guilds. */
async function costOf(
  { rest, callers }: Callers,
  { guildhall }: Platform,
  request: Request,
  durationMs: number,
): Promise<number> {
  const before = cpuOf(guildhall)
  const targets = guildhall.nodes.flatMap(({ port }) => targetsOf(guildhall, request).map((to) => ({ ...to, port })))
  const method = request === 'POST message' ? 'POST' : 'GET'
  const concurrency = Math.max(1, Math.round(callers / targets.length))
  const results = await Promise.all(
    targets.map((to) =>
      rest.call<LoadResult>('load', { ...to, method, concurrency, durationMs, requestsMax: REQUESTS_MAX }),
    ),
  )
  const reason = results.flatMap(({ failed }) => Object.keys(failed))[0]
  if (reason !== undefined) throw new Error(`${request}: ${reason}`)
  return (cpuOf(guildhall) - before) / results.reduce((sum, { requests }) => sum + requests, 0)
}

function targetsOf({ messages, scene, guildId, moreChannels }: Guildhall, request: Request): RestTarget[] {
  if (request === 'GET guild') return [{ ...messages, path: `${scene.api}/guilds/${guildId}` }]
  const limit = request === 'GET messages' ? '?limit=1' : ''
  return moreChannels.map((id) => ({ ...messages, path: `${scene.api}/channels/${id}/messages${limit}` }))
}

const cpuOf = ({ nodes }: Guildhall) => nodes.reduce((sum, { pid }) => sum + cpuMicros(pid), 0)

/** Cost and delay of deliveries to sessions that are spread evenly over the nodes; all posts are at the first one. */
interface Delivery extends Latencies {
  readonly name: Platform['name']
  readonly micros: number
  readonly missing: number
}

async function deliveryOf(
  { quick, nodeWarmUpMs }: Bench['options'],
  { rest, load, opened }: { rest: Worker; load: Load; opened: number },
  { name, guildhall, sessions }: Platform,
): Promise<Delivery> {
  const count = (load.sessions - opened) / guildhall.nodes.length
  for (const { port } of guildhall.nodes) await openAll(sessions, { ...guildhall.gateway, port }, count)
  const pace = { ...guildhall.messages, perSecond: load.perSecond, connections: CONNECTIONS }
  await rest.call('pace', { ...pace, durationMs: nodeWarmUpMs })
  // The last message of the warm-up is on its way to most sessions when its response has come.
  await pause(WARMED_UP_MS)
  await sessions.call('reset', { sample: true })
  const before = cpuOf(guildhall)
  const { sent } = await rest.call<{ sent: number }>('pace', { ...pace, durationMs: quick ? 3_000 : 10_000 })
  const expected = sent * load.sessions
  const counted = await sessions.call<Counted>('wait', { deliveries: expected, timeoutMs: 10_000 })
  const micros = (cpuOf(guildhall) - before) / expected
  return { name, micros, missing: expected - counted.deliveries, ...(await sessions.call<Latencies>('latencies')) }
}

function requestTable(callers: number, costs: Costs): Table {
  return {
    title: `Cluster: CPU of all nodes per request, ${callers} callers spread over nodes and ${GUILDS} guilds`,
    columns: ['request', 'alone µs', 'one node µs', 'two nodes µs', 'one : alone', '', 'two : one', ''],
    rows: REQUESTS.map((request) => {
      const of = costs[request]
      const oneToAlone = ratioOf(of['one node'], of.alone)
      const twoToOne = ratioOf(of['two nodes'], of['one node'])
      return [
        ...[request, median(of.alone), median(of['one node']), median(of['two nodes'])],
        ...[oneToAlone, verdict(oneToAlone, BOUNDS[request].oneToAlone)],
        ...[twoToOne, verdict(twoToOne, BOUNDS[request].twoToOne)],
      ]
    }),
  }
}

/** The ratio of each round, because other work on the machine weighs on a whole round. */
function ratioOf(figures: readonly number[], others: readonly number[]): number {
  return median(figures.map((figure, round) => figure / (others[round] ?? Number.NaN)))
}

function deliveryTable({ sessions, perSecond }: Load, deliveries: readonly Delivery[]): Table {
  const [alone, one, two] = deliveries.map(({ micros }) => micros)
  const oneToAlone = (one ?? Number.NaN) / (alone ?? Number.NaN)
  const twoToOne = (two ?? Number.NaN) / (one ?? Number.NaN)
  const { delivery } = BOUNDS
  return {
    title: `Cluster: ${perSecond} messages a second at the first node to ${sessions} sessions, spread evenly`,
    columns: ['', 'CPU µs per delivery', 'missing', 'p50 ms', 'p99 ms'],
    rows: deliveries.map(({ name, micros, missing, p50Ms, p99Ms }) => [name, micros, missing, p50Ms, p99Ms]),
    notes: [
      `one node to alone ${oneToAlone.toFixed(2)}: ${verdict(oneToAlone, delivery.oneToAlone)}`,
      `two nodes to one ${twoToOne.toFixed(2)}: ${verdict(twoToOne, delivery.twoToOne)}`,
    ],
  }
}
