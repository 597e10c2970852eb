/** Load on the HTTP API: either as fast as a number of callers can, or a number of requests a second. */
import { answerCommands } from './answer-commands.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { monotonicMicros, pause, quantile } from './measure.ts'
import { words } from './words.ts'

const TIMES_MAX = 1 << 19
/** Content whose MESSAGE_CREATE is about 1 KB. */
const CONTENT_CHARS = 64

export interface RestTarget {
  port: number
  path: string
  authorization: string
}

export interface Load extends RestTarget {
  method: 'GET' | 'POST'
  concurrency: number
  durationMs: number
  requestsMax: number
}

export interface LoadResult {
  startedAt: number
  requests: number
  ms: number
  p50Ms: number
  p99Ms: number
  /** Responses outside 2xx, and lost connections, by kind. */
  failed: Record<string, number>
}

export interface Pace extends RestTarget {
  perSecond: number
  durationMs: number
  connections: number
}

answerCommands({
  async load(load: Load): Promise<LoadResult> {
    const fixed = load.method === 'GET' ? requestBytes(load.method, load.path, load.authorization) : null
    const request = () => fixed ?? requestBytes(load.method, load.path, load.authorization, messageBody('bench '))
    const times = new Float64Array(Math.min(load.requestsMax, TIMES_MAX))
    const failed: Record<string, number> = {}
    const startedAt = monotonicMicros()
    const until = startedAt + load.durationMs * 1000
    let sent = 0
    let answered = 0
    const call = async () => {
      const connection = new HttpConnection(load.port)
      try {
        while (sent < times.length && monotonicMicros() < until) {
          sent += 1
          const at = monotonicMicros()
          const status = await connection.send(request())
          if (status >= 200 && status < 300) times[answered++] = monotonicMicros() - at
          else note(failed, `status ${status}: ${connection.body.slice(0, 200)}`)
        }
      } catch (error) {
        note(failed, String(error)) // This caller is lost; the others go on, and the table reports it.
      } finally {
        connection.close()
      }
    }
    await Promise.all(Array.from({ length: load.concurrency }, call))
    const sorted = times.subarray(0, answered)
    const at = (q: number) => quantile(sorted, q) / 1000
    return {
      startedAt,
      requests: answered,
      ms: (monotonicMicros() - startedAt) / 1000,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      failed,
    }
  },

  /** Posts one message, for others to read. */
  async post({ port, path, authorization }: RestTarget): Promise<string> {
    const connection = new HttpConnection(port)
    try {
      const status = await connection.send(requestBytes('POST', path, authorization, messageBody('bench ')))
      if (status !== 200) throw new Error(`status ${status}: ${connection.body.slice(0, 500)}`)
      return connection.body
    } finally {
      connection.close()
    }
  },

  /** Posts messages on a timetable, each marked with its time, whether or not earlier ones have been answered. */
  async pace({ port, path, authorization, perSecond, durationMs, connections }: Pace) {
    const free = Array.from({ length: connections }, () => new HttpConnection(port))
    const all = [...free]
    const due: number[] = []
    const failed: Record<string, number> = {}
    let sent = 0
    let pending = 0
    const sendDue = () => {
      for (let at = due[0]; at !== undefined && free.length > 0; at = due[0]) {
        due.shift()
        const connection = free.pop()
        if (!connection) return
        pending += 1
        // Marked with the time it was due, so that waiting for a free connection counts as latency.
        const request = requestBytes('POST', path, authorization, messageBody(`t${Math.round(at)} `))
        connection
          .send(request)
          .then((status) => {
            if (status !== 200) note(failed, `status ${status}`)
            free.push(connection)
          })
          .catch((error: unknown) => note(failed, String(error)))
          .finally(() => {
            pending -= 1
            sendDue()
          })
      }
    }
    const startedAt = monotonicMicros()
    const total = Math.round((perSecond * durationMs) / 1000)
    while (sent < total) {
      await pause(1)
      const now = monotonicMicros()
      for (; sent < total && now >= startedAt + (sent * 1e6) / perSecond; sent += 1) due.push(now)
      sendDue()
    }
    for (let wait = 0; wait < 500 && pending + due.length > 0; wait += 1) await pause(10)
    for (const connection of all) connection.close()
    return { sent, unanswered: pending + due.length, failed }
  },
})

function messageBody(start: string): string {
  return JSON.stringify({ content: words(CONTENT_CHARS, start) })
}

function note(failed: Record<string, number>, reason: string): void {
  failed[reason] = (failed[reason] ?? 0) + 1
}
