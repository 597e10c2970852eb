/**
 * CPU of the server process per request, as a multiple of a bare Node HTTP server that sends the same bodies. All
 * servers take turns within one run.
 */
import type { Bench, Measured } from './bench.ts'
import type { Worker } from './children.ts'
import { type Guildhall, startGuildhall } from './guildhall.ts'
import { cpuMicros, median } from './measure.ts'
import type { LoadResult, RestTarget } from './rest-load.ts'
import type { Table } from './table.ts'

const CALLERS = 16
const PAGE = 50
const REQUESTS_MAX = 200_000
/** Messages a second on PostgreSQL, as a multiple of the other checkout's. */
const POSTGRES_BOUND = 2.27

interface Path {
  readonly what: string
  readonly method: 'GET' | 'POST'
  /** Multiple of the bare server's CPU that is the goal. */
  readonly bound: number
  target(guildhall: Guildhall): RestTarget
}

const PATHS: readonly Path[] = [
  { what: 'GET /users/@me', method: 'GET', bound: 2, target: (guildhall) => target(guildhall, '/users/@me') },
  {
    what: 'GET /guilds/{id}',
    method: 'GET',
    bound: 2.5,
    target: (guildhall) => target(guildhall, `/guilds/${guildhall.guildId}`),
  },
  { what: 'POST message', method: 'POST', bound: 8, target: ({ messages }) => messages },
  {
    what: `GET ${PAGE} messages`,
    method: 'GET',
    bound: 12,
    target: (guildhall) => target(guildhall, `/channels/${pageChannel(guildhall)}/messages?limit=${PAGE}`),
  },
]

/** Cost of one path on one server in one round. */
interface Cost {
  readonly micros: number
  readonly perSecond: number
}

interface Server {
  readonly name: string
  readonly pid: number
  target(path: Path): RestTarget
}

export async function measurePaths(bench: Bench): Promise<Measured> {
  const embedded = await besideBare(bench)
  const { databaseUrl } = bench.options
  const postgres = databaseUrl === null ? null : await onPostgres(bench, databaseUrl)
  return {
    figures: { embedded: embedded.figures, ...(postgres && { postgres: postgres.figures }) },
    tables: [embedded.table, ...(postgres ? [postgres.table] : [])],
  }
}

async function besideBare(bench: Bench) {
  const { children } = bench
  return await withAll(bench, null, async (guildhalls, rest) => {
    const bare = children.worker('bare-http.ts')
    try {
      const { port } = await bare.call<{ port: number }>('listen')
      const [ours] = guildhalls
      if (!ours) throw new Error('no server')
      for (const path of PATHS)
        await bare.call('serve', { path: path.target(ours).path, body: await sample(ours, path) })
      const servers: Server[] = [
        { name: 'bare', pid: bare.pid, target: (path) => ({ ...path.target(ours), port }) },
        ...guildhalls.map((guildhall, at) => serverOf(guildhall, at)),
      ]
      const figures = await rounds(bench, rest, servers, PATHS)
      return { figures, table: pathsTable(figures) }
    } finally {
      await bare.stop()
    }
  })
}

/** Creates messages on PostgreSQL. Its commits are durable here, unlike those of other sections. */
async function onPostgres(bench: Bench, databaseUrl: string) {
  return await withAll(bench, databaseUrl, async (guildhalls, rest) => {
    const posting = PATHS.filter(({ method }) => method === 'POST')
    const figures = await rounds(bench, rest, guildhalls.map(serverOf), posting)
    return { figures, table: postgresTable(figures) }
  })
}

function serverOf(guildhall: Guildhall, at: number): Server {
  return { name: at === 0 ? 'guildhall' : 'beside', pid: guildhall.pid, target: (path) => path.target(guildhall) }
}

/** Passes the measured program, and the one beside it, with pages to read. The tape is off. */
async function withAll<T>(
  { children, options }: Bench,
  databaseUrl: string | null,
  run: (guildhalls: readonly Guildhall[], rest: Worker) => Promise<T>,
): Promise<T> {
  const rest = children.worker('rest-load.ts')
  const guildhalls: Guildhall[] = []
  try {
    for (const file of [options.server, ...(options.beside === null ? [] : [options.beside])]) {
      const guildhall = await startGuildhall(children, file, { databaseUrl, durable: true })
      guildhalls.push(guildhall)
      await guildhall.record(false)
      await fillPage(guildhall, rest)
    }
    return await run(guildhalls, rest)
  } finally {
    await Promise.all([rest.stop(), ...guildhalls.map((guildhall) => guildhall.stop())])
  }
}

/** Posts a page of messages, by all bots in turn. */
async function fillPage(guildhall: Guildhall, rest: Worker): Promise<void> {
  const { path } = target(guildhall, `/channels/${pageChannel(guildhall)}/messages`)
  for (let at = 0; at < PAGE; at += 1) {
    const token = guildhall.botTokens[at % guildhall.botTokens.length]
    await rest.call('post', { port: guildhall.messages.port, path, authorization: `Bot ${token}` })
  }
}

function pageChannel({ channelIds }: Guildhall): string {
  return channelIds.at(-1) ?? ''
}

function target({ scene, messages }: Guildhall, path: string): RestTarget {
  return { ...messages, path: `${scene.api}${path}` }
}

/** Returns the body of one response. */
async function sample(guildhall: Guildhall, { what, method, target }: Path): Promise<string> {
  const { port, path, authorization } = target(guildhall)
  const body = method === 'POST' ? { body: JSON.stringify({ content: 'x'.repeat(64) }) } : {}
  const headers = { authorization, 'content-type': 'application/json', 'user-agent': 'DiscordBot (guildhall-bench, 1)' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...body })
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  return await response.text()
}

/** Costs by path and server, of all rounds. */
type Figures = Record<string, Record<string, Cost[]>>

async function rounds(
  { options }: Bench,
  rest: Worker,
  servers: readonly Server[],
  paths: readonly Path[],
): Promise<Figures> {
  const figures: Figures = {}
  for (const { what } of paths) figures[what] = Object.fromEntries(servers.map(({ name }) => [name, []]))
  for (const path of paths) for (const server of servers) await cost(rest, server, path, options.pathWarmUpMs)
  for (let round = 0; round < options.pathRounds; round += 1) {
    // Each server is first in some of the rounds.
    const turn = round % servers.length
    for (const path of paths) {
      for (const server of [...servers.slice(turn), ...servers.slice(0, turn)])
        figures[path.what]?.[server.name]?.push(await cost(rest, server, path, options.pathMs))
    }
  }
  return figures
}

async function cost(rest: Worker, server: Server, path: Path, durationMs: number): Promise<Cost> {
  const load = { ...server.target(path), method: path.method, concurrency: CALLERS, requestsMax: REQUESTS_MAX }
  const cpu = cpuMicros(server.pid)
  const { requests, ms, failed } = await rest.call<LoadResult>('load', { ...load, durationMs })
  const [reason] = Object.keys(failed)
  if (reason !== undefined) throw new Error(`${server.name}, ${path.what}: ${reason}`)
  return { micros: (cpuMicros(server.pid) - cpu) / requests, perSecond: (requests / ms) * 1000 }
}

function pathsTable(figures: Figures): Table {
  return {
    title: `Paths: CPU of the server per request, ${CALLERS} callers, and as a multiple of the bare server's`,
    columns: ['request', 'bare µs', 'µs', 'multiple', 'least, most', 'goal', 'beside µs', 'beside'],
    rows: PATHS.map(({ what, bound }) => {
      const costs = figures[what] ?? {}
      const multiples = multiplesOf(costs, 'guildhall')
      const ratio = median(multiples)
      return [
        what,
        median(microsOf(costs, 'bare')),
        median(microsOf(costs, 'guildhall')),
        ratio,
        `${Math.min(...multiples).toFixed(2)}, ${Math.max(...multiples).toFixed(2)}`,
        ratio <= bound ? `ok (${bound})` : `MISSED (${bound})`,
        median(microsOf(costs, 'beside')),
        median(multiplesOf(costs, 'beside')),
      ]
    }),
  }
}

function postgresTable(figures: Figures): Table {
  const costs = Object.values(figures)[0] ?? {}
  const rows = Object.keys(costs).map((name) => [
    name,
    median(perSecondOf(costs, name)),
    median(microsOf(costs, name)),
    name === 'guildhall' ? median(perSecondOf(costs, name)) / median(perSecondOf(costs, 'beside')) : 1,
  ])
  return {
    title: `Paths: create message on PostgreSQL, ${CALLERS} callers in one guild (goal: ${POSTGRES_BOUND} times 5bd29d1b)`,
    columns: ['', 'per second', 'CPU µs', 'times beside'],
    rows,
  }
}

const microsOf = (costs: Record<string, Cost[]>, name: string) => (costs[name] ?? []).map(({ micros }) => micros)
const perSecondOf = (costs: Record<string, Cost[]>, name: string) =>
  (costs[name] ?? []).map(({ perSecond }) => perSecond)

/** The multiple of each round, because other work on the machine weighs on a whole round. */
function multiplesOf(costs: Record<string, Cost[]>, name: string): number[] {
  const bare = microsOf(costs, 'bare')
  return microsOf(costs, name).map((micros, round) => micros / (bare[round] ?? Number.NaN))
}
