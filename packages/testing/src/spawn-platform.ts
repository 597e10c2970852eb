import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { remoteClock } from './acting/clock.ts'
import { type ActingOptions, type ActingPlatform, NamedPlatform } from './acting/named-platform.ts'
import type { Names } from './acting/names.ts'
import type { World } from './acting/world.ts'

const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 30_000
const STDERR_KEPT_CHARS = 64 * 1024

export interface SpawnOptions<W = unknown> extends ActingOptions {
  /** Default 0: a free port. A restart on the same port lets clients resume. */
  port?: number
  /** A data folder to keep. Default: a temporary one that is deleted at the end. */
  data?: string
  /** A world file's content. */
  world?: W
  /** The platform date, ISO. */
  date?: string
  rateLimits?: 'documented' | 'off'
  databaseUrl?: string | undefined
  busUrl?: string
  /** Further command-line arguments. */
  args?: readonly string[]
  env?: NodeJS.ProcessEnv
}

/** The line that the command prints with `--json` once it listens. */
export interface ReadyLine {
  ready: true
  url: string
  api: string
  gateway: string
  cdn: string
  ca?: string
  /** Access of the operator. */
  control: { url: string; key: string }
  /** Address of voice packets: `HOST:PORT`. */
  voice: { udp: string }
  /** With `--local-client`: the socket for games. */
  local_client?: { ipc: string }
  world: World
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A platform in a child process. */
export interface SpawnedPlatform extends Omit<ReadyLine, 'control'>, ActingPlatform, AsyncDisposable {
  pid: number
  exited: Promise<Exit>
  /** The log so far, its last 64 Ki characters. */
  stderr(): string
  /** Sends a signal, by default SIGKILL, and waits for the end. */
  kill(signal?: NodeJS.Signals): Promise<Exit>
  /** Sends SIGTERM as an operator would. Throws, after SIGKILL, if the platform does not end in time. */
  stop(): Promise<Exit>
}

/**
 * Starts the real command as a child process and waits until it is ready. Its files are removed after its end, unless
 * `data` was given.
 * Users, applications and guilds of the world are properties of the platform.
 * @throws with the log if the process ends before it is ready, or is not ready in 30 s
 */
export async function spawnPlatform<W = unknown>(options: SpawnOptions<W> = {}): Promise<SpawnedPlatform & Names<W>> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const args = commandLine(options, folder)
  if (options.world !== undefined) await writeFile(join(folder, 'world.json'), JSON.stringify(options.world))

  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  // A test process that ends without its `await using` must not leave a platform running.
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-STDERR_KEPT_CHARS)
  })
  const exited = once(child, 'close').then(async ([code, signal]): Promise<Exit> => {
    process.off('exit', killAtExit)
    await rm(folder, { recursive: true, force: true })
    return { code, signal }
  })

  try {
    const ready = await readyLine(child, exited)
    const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal)
      return exited
    }
    const dispose = async () => void (await kill())
    const stop = () => stopInTime(child, exited, () => log)
    const named = new NamedPlatform(ready, options)
    void exited.then(() => named.close())
    const acting = { ...named.members(), clock: remoteClock(named.control) }
    const process = { pid: child.pid ?? 0, exited, stderr: () => log, kill, stop, [Symbol.asyncDispose]: dispose }
    const platform: SpawnedPlatform = { ...ready, ...acting, ...process }
    named.nameOn(platform)
    return platform as SpawnedPlatform & Names<W> // The names were just added.
  } catch (error) {
    child.kill('SIGKILL')
    await exited
    throw new Error(`the platform did not start:\n${log}`, { cause: error })
  }
}

function commandLine(options: SpawnOptions, folder: string): string[] {
  const program = fileURLToPath(new URL('../bin/guildhall.js', import.meta.resolve('guildhall')))
  const values: Record<string, string | undefined> = {
    port: String(options.port ?? 0),
    data: options.data ?? join(folder, 'data'),
    world: options.world === undefined ? undefined : join(folder, 'world.json'),
    date: options.date,
    'rate-limits': options.rateLimits,
    'database-url': options.databaseUrl,
    'bus-url': options.busUrl,
  }
  const given = Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [`--${key}`, value]))
  return [program, 'start', '--json', ...given, ...(options.args ?? [])]
}

async function readyLine(child: ChildProcess, exited: Promise<Exit>): Promise<ReadyLine> {
  if (!child.stdout) throw new Error('stdout is not a pipe')
  const [line, guard] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()]
  // The reader stays until the end: a full pipe would block the child.
  createInterface({ input: child.stdout }).once('line', line.resolve)
  const timer = setTimeout(() => guard.reject(new Error(`not ready in ${READY_TIMEOUT_MS} ms`)), READY_TIMEOUT_MS)
  try {
    const ended = exited.then(({ code, signal }) => {
      throw new Error(`it ended with ${signal ?? code} before it was ready`)
    })
    return JSON.parse(await Promise.race([line.promise, ended, guard.promise])) as ReadyLine
  } finally {
    clearTimeout(timer)
  }
}

async function stopInTime(child: ChildProcess, exited: Promise<Exit>, log: () => string): Promise<Exit> {
  let late = false
  const guard = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, STOP_TIMEOUT_MS)
  child.kill('SIGTERM')
  const exit = await exited
  clearTimeout(guard)
  if (late) throw new Error(`the platform did not stop within ${STOP_TIMEOUT_MS} ms of SIGTERM:\n${log()}`)
  return exit
}
