/** Requests per second and their latencies, for writing and for reading. */
import { type Bench, listenBare, type Measured, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import { cpuMicros } from './measure.ts'
import type { LoadResult, RestTarget } from './rest-load.ts'

const CONCURRENCIES = [1, 16, 64]
const REQUESTS_MAX = 200_000

interface Line {
  what: string
  concurrency: number
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicrosPerRequest: number
  failed: Record<string, number>
}

export async function measureRest(bench: Bench): Promise<Measured> {
  const files = { bare: 'bare-server.ts', rest: 'rest-load.ts' }
  return await withGuildhall(bench, files, async (guildhall, { bare, rest }) => {
    const { httpPort } = await listenBare(bare)
    const { messages } = guildhall
    const posted = JSON.parse(await rest.call<string>('post', messages)) as { id: string }
    const message = { ...messages, path: `${messages.path}/${posted.id}` }
    const subjects: [what: string, pid: number, target: RestTarget, method: 'GET' | 'POST'][] = [
      ['bare node:http, POST', bare.pid, { ...messages, port: httpPort }, 'POST'],
      ['create message', guildhall.pid, messages, 'POST'],
      ['bare node:http, GET', bare.pid, { ...messages, port: httpPort }, 'GET'],
      ['get message', guildhall.pid, message, 'GET'],
    ]
    const lines: Line[] = []
    for (const [what, pid, target, method] of subjects) {
      await load(rest, what, pid, { ...target, method, concurrency: 16, durationMs: 1000 })
      for (const concurrency of CONCURRENCIES) {
        const { durationMs } = bench.options
        lines.push(await load(rest, what, pid, { ...target, method, concurrency, durationMs }))
      }
    }
    return { figures: { lines }, tables: [table(lines)] }
  })
}

async function load(
  rest: Worker,
  what: string,
  pid: number,
  args: RestTarget & { method: string; concurrency: number; durationMs: number },
): Promise<Line> {
  const cpu = cpuMicros(pid)
  const result = await rest.call<LoadResult>('load', { ...args, requestsMax: REQUESTS_MAX })
  return {
    what,
    concurrency: args.concurrency,
    perSecond: (result.requests / result.ms) * 1000,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMicrosPerRequest: (cpuMicros(pid) - cpu) / result.requests,
    failed: result.failed,
  }
}

function table(lines: readonly Line[]) {
  return {
    title: 'HTTP API',
    columns: ['request', 'callers', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'failed'],
    rows: lines.map((line) => [
      line.what,
      String(line.concurrency),
      line.perSecond,
      line.p50Ms,
      line.p99Ms,
      line.cpuMicrosPerRequest,
      Object.values(line.failed).reduce((sum, count) => sum + count, 0),
    ]),
    notes: lines.flatMap(({ what, failed }) =>
      Object.keys(failed)
        .slice(0, 1)
        .map((reason) => `${what}: ${reason}`),
    ),
  }
}
