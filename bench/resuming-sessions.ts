/** Gateway sessions in one process that resume at another port: when they are asked to, or when their node drains. */
import { WebSocket } from 'ws'
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros, pause, quantile } from './measure.ts'

const INTENTS = 1 | (1 << 9)
const RESUMED_MAX_MS = 30_000

export interface OpenResuming {
  readonly port: number
  readonly path: string
  readonly tokens: readonly string[]
  readonly count: number
  readonly concurrency: number
}

/** Counts of sessions that moved to the other node. */
export interface Moved {
  readonly resumed: number
  /** Op 9, and connections that ended before RESUMED. */
  readonly refused: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

interface Frame {
  readonly op: number
  readonly t: string | null
  readonly s: number | null
  readonly d: unknown
}

class ResumingSession {
  readonly #path: string
  readonly #token: string
  #socket: WebSocket
  #id = ''
  #seq: number | null = null
  /** Called when its node has closed the connection. */
  onClosed: () => void = () => undefined

  private constructor(path: string, token: string, port: number) {
    this.#path = path
    this.#token = token
    this.#socket = this.#connect(port)
  }

  static async open(port: number, path: string, token: string): Promise<ResumingSession> {
    const session = new ResumingSession(path, token, port)
    const properties = { os: 'linux', browser: 'bench', device: 'bench' }
    await session.#opened({ op: 2, d: { token, intents: INTENTS, properties } }, 'READY')
    return session
  }

  /** Resumes at a port, and returns the µs until RESUMED; null if it was refused. */
  async resumeAt(port: number): Promise<number | null> {
    const startedAt = monotonicMicros()
    const former = this.#socket
    this.#socket = this.#connect(port)
    const resume = { op: 6, d: { token: this.#token, session_id: this.#id, seq: this.#seq } }
    const resumed = await this.#opened(resume, 'RESUMED')
    former.terminate()
    return resumed ? monotonicMicros() - startedAt : null
  }

  close(): void {
    this.#socket.terminate()
  }

  #connect(port: number): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${this.#path}`)
    socket.on('error', () => undefined)
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Frame
      if (frame.s !== null) this.#seq = frame.s
      if (frame.t === 'READY') this.#id = (frame.d as { session_id: string }).session_id
    })
    socket.on('close', () => {
      if (socket === this.#socket) this.onClosed()
    })
    return socket
  }

  /** Sends the first message after Hello. Resolves with whether the dispatch of that name came. */
  #opened(message: object, name: string): Promise<boolean> {
    const socket = this.#socket
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const guard = setTimeout(() => resolve(false), RESUMED_MAX_MS)
    socket.on('message', (data) => {
      const { op, t } = JSON.parse(String(data)) as Frame
      if (op === 10) socket.send(JSON.stringify(message))
      if (op === 9) resolve(false)
      if (t === name) resolve(true)
    })
    socket.on('close', () => resolve(false))
    return promise.finally(() => clearTimeout(guard))
  }
}

const sessions: ResumingSession[] = []

/** Runs a task for each session, at most `concurrency` at once, and sums up how they went over. */
async function move(concurrency: number, task: (session: ResumingSession) => Promise<number | null>): Promise<Moved> {
  const waiting = [...sessions]
  const times: number[] = []
  let refused = 0
  const one = async () => {
    for (let session = waiting.pop(); session; session = waiting.pop()) {
      const micros = await task(session)
      if (micros === null) refused += 1
      else times.push(micros / 1000)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, one))
  const sorted = Float64Array.from(times)
  const at = (share: number) => quantile(sorted, share)
  return { resumed: times.length, refused, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

let drained: Promise<Moved> | null = null

answerCommands({
  async open({ port, path, tokens, count, concurrency }: OpenResuming): Promise<void> {
    let next = 0
    const one = async () => {
      while (next < count) {
        const token = tokens[next++ % tokens.length] ?? ''
        sessions.push(await ResumingSession.open(port, path, token))
      }
    }
    await Promise.all(Array.from({ length: concurrency }, one))
  },

  /** Resumes all sessions at a port. */
  move({ port, concurrency }: { port: number; concurrency: number }): Promise<Moved> {
    return move(concurrency, (session) => session.resumeAt(port))
  },

  /** From now on, sessions whose connection is closed resume at a port, each after a random moment. */
  follow({ port, withinMs }: { port: number; withinMs: number }): void {
    drained = move(sessions.length, async (session) => {
      await new Promise<void>((resolve) => {
        session.onClosed = resolve
      })
      session.onClosed = () => undefined
      await pause(Math.random() * withinMs)
      return session.resumeAt(port)
    })
  },

  followed: () => drained,

  close(): void {
    for (const session of sessions.splice(0)) session.close()
  },
})
