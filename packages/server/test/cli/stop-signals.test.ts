/** The platform is stopped as people, service managers and npm stop it: in order, with sessions that resume. */
import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Intent } from '@guildhall/protocol'
import { RawGateway, type ReadyLine } from '@guildhall/testing'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
/** Runs a command in a terminal: its input is typed, and Ctrl+C there reaches the whole process group. */
const TERMINAL = 'script'
const NO_TERMINAL = spawnSync(TERMINAL, ['--version']).stdout?.toString().includes('util-linux')
  ? false
  : 'no `script` of util-linux on this system'
const CTRL_C = '\x03'
const TIMEOUT = { timeout: 120_000 }

interface Way {
  readonly name: string
  readonly skip?: string | false | undefined
  /** Command and arguments that start `npm start`. */
  start(args: readonly string[]): readonly [string, readonly string[]]
  stop(child: ChildProcessWithoutNullStreams): void
}

const npmStart = (args: readonly string[]) => ['npm', ['start', '--silent', '--', ...args]] as const
const ways: readonly Way[] = [
  {
    name: 'Ctrl+C in a terminal',
    skip: NO_TERMINAL,
    // Without exec the shell stays in between, and a shell ends with 130 at Ctrl+C whatever its command ends with.
    start: (args) => [TERMINAL, ['-qec', `exec npm start --silent -- ${args.join(' ')}`, '/dev/null']],
    stop: (child) => child.stdin.write(CTRL_C),
  },
  {
    name: 'SIGTERM to each process of the group, as systemd sends it',
    start: npmStart,
    stop: ({ pid }) => process.kill(-(pid ?? 0), 'SIGTERM'),
  },
  { name: 'SIGTERM to npm alone', start: npmStart, stop: (child) => child.kill('SIGTERM') },
  {
    name: 'SIGHUP, as the end of a terminal sends it',
    start: (args) => [process.execPath, ['packages/server/bin/guildhall.js', 'start', ...args]],
    stop: (child) => child.kill('SIGHUP'),
  },
]

for (const way of ways) {
  test(
    `[GW-13] the platform ends with 0 and its session resumes after ${way.name}`,
    { ...TIMEOUT, skip: way.skip },
    (t) => stopsInOrder(t, way),
  )
}

async function stopsInOrder(t: TestContext, way: Way): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-signals-'))
  t.after(() => rm(data, { recursive: true, force: true }))
  const first = await startedBy(t, way, data)
  const token = first.ready.world.applications.ping?.bot.token ?? ''
  const session = await RawGateway.connect(first.ready.gateway)
  await session.identify({ token, intents: Intent.GUILDS })
  await session.next('GUILD_CREATE')
  way.stop(first.child)
  const [code, signal] = await first.exited
  assert.deepEqual({ code, signal, log: first.log() }, { code: 0, signal: null, log: '' })

  const second = await startedBy(t, way, data)
  const again = await RawGateway.connect(second.ready.gateway)
  await again.next(10)
  again.send(6, { token, session_id: session.sessionId, seq: session.seq })
  await again.next('RESUMED')
  way.stop(second.child)
  assert.deepEqual(await second.exited, [0, null])
}

/** Starts the platform and waits until it is ready. */
async function startedBy(t: TestContext, way: Way, data: string) {
  const args = ['--json', '--port', '0', '--data', data, '--keep-secrets', '--log-level', 'error']
  const child = spawn(...way.start(args), { cwd: ROOT, detached: true })
  const exited = once(child, 'close')
  t.after(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const lines = createInterface({ input: child.stdout })
  const line = await new Promise<string>((resolve, reject) => {
    lines.on('line', (text) => text.startsWith('{') && resolve(text))
    exited.then(([code, signal]) => reject(new Error(`it ended with ${code ?? signal} before it was ready:\n${log}`)))
  })
  return { child, exited, ready: JSON.parse(line) as ReadyLine, log: () => log }
}
