/** Search in a guild of very many messages: the duration by kind of query, and the duration of indexing. */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import type { Scene } from './interactions-load.ts'
import { cpuMicros, pause, quantile } from './measure.ts'
import { authorOf, wordOf } from './seed-messages.ts'

const P99_MS = 30
const INDEXING_TIMEOUT_MS = 10 * 60_000
/** Channels that the searcher may not read, so that the permission rule has something to exclude. */
const HIDDEN = 5
const HISTORY = String(1 << 16)

interface Line {
  what: string
  p50Ms: number
  p99Ms: number
  /** CPU of the server, per response. */
  cpuMs: number
  found: number
}

/** Kinds of query: the n-th query of each kind differs, so that none is served from what the last one read. */
const QUESTIONS: Record<string, (n: number, channels: readonly string[]) => string> = {
  'a frequent word': (n) => `content=${wordOf(n % 20)}`,
  'a usual word': (n) => `content=${wordOf(100 + n)}`,
  'a rare word': (n) => `content=${wordOf(20_000 + n * 7)}`,
  'no such word': (n) => `content=nothing${n}`,
  'two words near each other': (n) => `content=${wordOf(n % 30)} ${wordOf(50 + n)}`,
  'the most relevant': (n) => `content=${wordOf(30 + n)}&sort_by=relevance`,
  'a word in a channel': (n, channels) => `content=${wordOf(10 + n)}&channel_id=${channels[n % channels.length]}`,
  'an author': (n) => `author_id=${authorOf(n * 3)}`,
  'images that mention': (n) => `has=image&mentions=${authorOf(n)}`,
  'a far page': (n) => `offset=${9_000 + n}`,
}

export async function measureSearch(bench: Bench): Promise<Measured> {
  const messages = bench.options.searchMessages
  return await withGuildhall(
    bench,
    {},
    async ({ scene, pid }) => {
      const connection = new HttpConnection(scene.port)
      const get = async (path: string, method = 'GET', as = `Bot ${scene.botToken}`, body?: string) => {
        const status = await connection.send(requestBytes(method, `${scene.api}${encodeURI(path)}`, as, body))
        if (status >= 400) throw new Error(`${path}: ${status} ${connection.body.slice(0, 200)}`)
        return { status, body: connection.body === '' ? null : JSON.parse(connection.body) }
      }
      try {
        const channels = await hideSome(scene, get)
        const indexingMs = await indexed(scene, get)
        const lines: Line[] = []
        const all: number[] = []
        for (const [what, question] of Object.entries(QUESTIONS)) {
          lines.push(
            await line({ what, pid, count: bench.options.searches }, all, async (n) => {
              const { body } = await get(`/guilds/${scene.guildId}/messages/search?${question(n, channels)}`)
              return (body as { total_results: number }).total_results
            }),
          )
        }
        const mean = (of: 'cpuMs' | 'found') => lines.reduce((sum, each) => sum + each[of], 0) / lines.length
        const whole = { what: 'all of them', ...quantiles(all), cpuMs: mean('cpuMs'), found: mean('found') }
        return {
          figures: { messages, indexingMs, lines, whole },
          tables: [table(messages, indexingMs, [...lines, whole])],
        }
      } finally {
        connection.close()
      }
    },
    { messages },
  )
}

type Get = (path: string, method?: string, as?: string, body?: string) => Promise<{ status: number; body: unknown }>

/** Revokes the searcher's access to some channels, and returns the others. */
async function hideSome(scene: Scene, get: Get): Promise<string[]> {
  const me = (await get('/users/@me')).body as { id: string }
  const channels = (await get(`/guilds/${scene.guildId}/channels`)).body as { id: string; type: number }[]
  const ids = channels.filter(({ type }) => type === 0).map(({ id }) => id)
  for (const id of ids.slice(-HIDDEN)) {
    const body = JSON.stringify({ type: 1, deny: HISTORY })
    await get(`/channels/${id}/permissions/${me.id}`, 'PUT', scene.personToken, body)
  }
  return ids.slice(0, -HIDDEN)
}

async function indexed(scene: Scene, get: Get): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < INDEXING_TIMEOUT_MS) {
    if ((await get(`/guilds/${scene.guildId}/messages/search?limit=1`)).status === 200)
      return performance.now() - startedAt
    await pause(100)
  }
  throw new Error(`not indexed after ${INDEXING_TIMEOUT_MS / 60_000} minutes`)
}

async function line(
  { what, pid, count }: { what: string; pid: number; count: number },
  all: number[],
  ask: (n: number) => Promise<number>,
): Promise<Line> {
  const times: number[] = []
  const cpu = cpuMicros(pid)
  let found = 0
  for (let n = 0; n < count; n += 1) {
    const at = performance.now()
    found += await ask(n)
    times.push(performance.now() - at)
  }
  all.push(...times)
  return { what, ...quantiles(times), cpuMs: (cpuMicros(pid) - cpu) / 1000 / count, found: found / count }
}

function quantiles(times: readonly number[]) {
  const sorted = Float64Array.from(times).sort()
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

function table(messages: number, indexingMs: number, lines: readonly Line[]) {
  return {
    title: `Searching ${messages.toLocaleString('en')} messages`,
    columns: ['what is asked for', 'p50 ms', 'p99 ms', 'CPU ms', 'found', ''],
    rows: lines.map(({ what, p50Ms, p99Ms, cpuMs, found }) => [
      what,
      p50Ms,
      p99Ms,
      cpuMs,
      found,
      verdict(p99Ms, P99_MS),
    ]),
    notes: [
      `one request at a time, whole answers of 25 messages; ${HIDDEN} channels are not the searcher's to read`,
      `indexed at first use in ${(indexingMs / 1000).toFixed(1)} s`,
    ],
  }
}
