/** Requests on a timetable by several callers of one channel: every second one posts, the others read 50 messages. */
import { answerCommands } from './answer-commands.ts'
import { HttpConnection, requestBytes } from './http-connection.ts'
import { monotonicMicros, pause } from './measure.ts'
import type { RestTarget } from './rest-load.ts'
import { words } from './words.ts'

const CONTENT_CHARS = 64
const READ = 50

export interface Steady extends RestTarget {
  perSecond: number
  durationMs: number
  connections: number
}

/** Durations of requests in ms, from the time at which each was due, and responses outside 2xx. */
export interface SteadyTimes {
  times: number[]
  failed: number
}

answerCommands({
  async steady({ port, path, authorization, perSecond, durationMs, connections }: Steady): Promise<SteadyTimes> {
    const times: number[] = []
    let failed = 0
    const startedAt = monotonicMicros()
    const until = startedAt + durationMs * 1_000
    const call = async (_: unknown, number: number) => {
      const connection = new HttpConnection(port)
      const step = (1e6 / perSecond) * connections
      let due = startedAt + (step * number) / connections
      for (let count = number; due < until; count += 1, due += step) {
        await pause(Math.max(0, (due - monotonicMicros()) / 1_000))
        const body = JSON.stringify({ content: words(CONTENT_CHARS, 'steady ') })
        const request =
          count % 2 === 0
            ? requestBytes('POST', path, authorization, body)
            : requestBytes('GET', `${path}?limit=${READ}`, authorization)
        const status = await connection.send(request)
        if (status >= 300) failed += 1
        // A timer may be early by a fraction of a millisecond.
        times.push(Math.max(0, monotonicMicros() - due) / 1_000)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: connections }, call))
    return { times, failed }
  },
})
