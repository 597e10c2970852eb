import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const isThere = spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0

/** Options of tests that need PostgreSQL and NATS. */
export const ON_POSTGRES_AND_NATS = {
  skip: !process.env.GUILDHALL_TEST_DATABASE_URL
    ? 'several nodes need PostgreSQL, and none answers'
    : isThere
      ? false
      : 'the program nats-server is missing',
  timeout: 60_000,
}

/** A NATS server of a test, with a user and a password. */
export interface TestNats {
  readonly url: string
  /** Stops it as a crash does, and starts it again on the same port. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it without a word, and lets it go on. */
  pause(): void
  resume(): void
}

/** Starts a NATS server on a free port of this machine. */
export async function startNats(): Promise<TestNats & AsyncDisposable> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const nats = {
    url: `nats://guildhall:secret@127.0.0.1:${port}`,
    async start() {
      child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '--user', 'guildhall', '--pass', 'secret'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let written = ''
      child.stderr?.on('data', (bytes: Buffer) => {
        written += bytes.toString()
      })
      await until('NATS is ready', async () => written.includes('Server is ready'))
    },
    async kill() {
      if (child === null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      child = null
      await exited
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    [Symbol.asyncDispose]: () => nats.kill(),
  }
  await nats.start()
  return nats
}
