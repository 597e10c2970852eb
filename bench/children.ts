/** The processes of a run. Load, servers and measuring are separate processes, and all end with the run. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Answer {
  id: number
  result?: unknown
  error?: string
}

const READY_TIMEOUT_MS = 30_000
/** Longer than a node drains. */
const STOP_TIMEOUT_MS = 45_000
const LOG_KEPT_CHARS = 4096

export class Children {
  readonly #alive = new Set<ChildProcess>()

  constructor() {
    process.on('exit', () => {
      for (const child of this.#alive) child.kill('SIGKILL')
    })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
  }

  /** Starts a file of this folder that responds to commands (see `answerCommands`). */
  worker(file: string): Worker {
    const child = fork(new URL(file, import.meta.url), { stdio: 'inherit', serialization: 'advanced' })
    this.#watch(child)
    return new Worker(child)
  }

  /** Starts a program, and waits for the one line that it prints when it is ready. */
  async program(file: string, args: readonly string[], { loopDelayFile, memoryFile }: Watched = {}): Promise<Program> {
    const startedAt = performance.now()
    const preload = (name: string, wanted: string | undefined) =>
      wanted === undefined ? [] : ['--import', new URL(name, import.meta.url).href]
    const watch = [...preload('watch-loop.ts', loopDelayFile), ...preload('watch-memory.ts', memoryFile)]
    const child = spawn(process.execPath, [...watch, file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GUILDHALL_BENCH_LOOP: loopDelayFile, GUILDHALL_BENCH_MEMORY: memoryFile },
    })
    this.#watch(child)
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_KEPT_CHARS)
    })
    const guard = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS)
    const lines = createInterface({ input: child.stdout })
    const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close')])) as [string | undefined]
    clearTimeout(guard)
    if (line === undefined) throw new Error(`${file} did not become ready:\n${log}`)
    return { pid: child.pid ?? 0, line, readyMs: performance.now() - startedAt, stop: () => stop(child) }
  }

  #watch(child: ChildProcess): void {
    this.#alive.add(child)
    child.once('exit', () => this.#alive.delete(child))
  }
}

export interface Watched {
  /** File to which the program writes the delays of its event loop; watching has its own cost. */
  loopDelayFile?: string | undefined
  /** File to which the program writes its memory after a collection of garbage. Excludes `loopDelayFile`. */
  memoryFile?: string
}

export interface Program {
  pid: number
  /** The line that the program printed when ready. */
  line: string
  readyMs: number
  stop(): Promise<void>
}

/** A child that processes one command after the other. */
export class Worker {
  readonly pid: number
  readonly #child: ChildProcess
  #lastId = 0

  constructor(child: ChildProcess) {
    this.#child = child.setMaxListeners(0)
    this.pid = child.pid ?? 0
  }

  /**
   * Sends a command and returns its result. Rejects if the command fails, the child ends, or `timeoutMs` have passed.
   * T is the caller's claim about the result.
   */
  async call<T>(command: string, args: object = {}, timeoutMs = 60_000): Promise<T> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const onMessage = (answer: Answer) => {
      if (answer.id !== id) return
      if (answer.error !== undefined) reject(new Error(`${command}: ${answer.error}`))
      else resolve(answer.result as T)
    }
    const onExit = () => reject(new Error(`${command}: the child ended`))
    const guard = setTimeout(() => reject(new Error(`${command}: no answer in ${timeoutMs} ms`)), timeoutMs)
    this.#child.on('message', onMessage).on('exit', onExit)
    try {
      this.#child.send({ id, command, args })
      return await promise
    } finally {
      clearTimeout(guard)
      this.#child.off('message', onMessage).off('exit', onExit)
    }
  }

  stop(): Promise<void> {
    return stop(this.#child)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const guard = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(guard)
}
