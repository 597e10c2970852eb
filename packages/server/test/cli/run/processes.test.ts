/** Processes of `guildhall run`: nothing that a program started outlives it, whatever passes no signal on. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { found, skipWithout } from './library-bots.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const POLL_MS = 20

/** A bot that tells the test by a socket of its start, its farewell and, as the socket closes, its end. */
const BOT = `
  const socket = require('net').connect(Number(process.env.TEST_PORT), '127.0.0.1')
  socket.on('connect', () => socket.write(process.pid + ' started '))
  const end = (signal) => socket.end(signal, () => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end)
`
/** Two workers, which end by signals only, and a primary that fails as soon as its input ends. */
const CLUSTER = `
  const { fork } = require('child_process')
  for (let index = 0; index < 2; index += 1) fork('bot.js')
  process.stdin.on('end', () => process.exit(3)).resume()
`

let root = ''
/** Folder of the temporary files of a run. */
let temporary = ''
let listener: Server
const bots: Bot[] = []

interface Bot {
  pid: number
  /** Text that the bot wrote until its end. */
  readonly said: Promise<string>
}

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'guildhall-processes-'))
  temporary = join(root, 'tmp')
  await mkdir(temporary)
  await writeFile(join(root, 'package.json'), '{"scripts":{"start":"node bot.js"}}')
  await writeFile(join(root, 'bot.js'), BOT)
  await writeFile(join(root, 'cluster.js'), CLUSTER)
  listener = createServer((socket) => bots.push(meet(socket))).listen(0, '127.0.0.1')
  await once(listener, 'listening')
})
after(async () => {
  for (const { pid } of bots) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  }
  listener?.close()
  await rm(root, { recursive: true, force: true })
})

function meet(socket: Socket): Bot {
  let heard = ''
  const bot = { pid: 0, said: once(socket, 'end').then(() => heard) }
  socket.setEncoding('utf8').on('data', (data: string) => {
    heard += data
    bot.pid = Number.parseInt(heard, 10)
  })
  return bot
}

/** Starts `guildhall run -- PROGRAM` and resolves with its bots when they have started. */
async function start(program: readonly string[], { count = 1, through = (line: readonly string[]) => line } = {}) {
  bots.length = 0
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const { port } = listener.address() as { port: number }
  const [first = '', ...args] = through([process.execPath, COMMAND, 'run', '--', ...program])
  const child = spawn(first, args, {
    env: { ...inherited, TMPDIR: temporary, TEST_PORT: String(port) },
    cwd: root,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const log = text(child.stderr)
  const ended = once(child, 'exit').then(async ([code]) => code as number)
  const failed = ended.then(async (code) => assert.fail(`run ended with ${code}: ${await log}`))
  await Promise.race([startOf(count), failed])
  failed.catch(() => undefined)
  return { child, ended }
}

async function startOf(count: number): Promise<void> {
  while (bots.length < count || bots.some(({ pid }) => pid === 0)) await wait(POLL_MS)
}

const said = () => Promise.all(bots.map((bot) => bot.said))

const foldersOfRuns = async () => (await readdir(temporary)).filter((name) => name.startsWith('guildhall-run-'))

const npm = skipWithout(found(['npm', '--version']), 'npm')
test('SIGTERM to run reaches a bot that npm started, and run ends after it', { skip: npm }, async () => {
  const { child, ended } = await start(['npm', 'start'])
  child.kill('SIGTERM')
  await ended
  assert.deepEqual(await said(), [`${bots[0]?.pid} started SIGTERM`])
  assert.deepEqual(await foldersOfRuns(), [])
})

test('run ends the processes that a program leaves behind, and has the exit code of the program', async () => {
  const { child, ended } = await start([process.execPath, 'cluster.js'], { count: 2 })
  child.stdin.end()
  assert.equal(await ended, 3)
  for (const text of await said()) assert.match(text, /^\d+ started SIGTERM$/)
})

test('a killed run leaves neither its program nor its folder behind', {
  skip: npm,
}, async () => {
  const { child, ended } = await start(['npm', 'start'])
  assert.equal((await foldersOfRuns()).length, 1)
  child.kill('SIGKILL')
  await ended
  assert.deepEqual(await said(), [`${bots[0]?.pid} started SIGTERM`])
  while ((await foldersOfRuns()).length > 0) await wait(POLL_MS)
})

const script = skipWithout(found(['script', '--version']), 'script')
test('in a terminal, SIGTERM to run reaches a bot that npm started', { skip: script || npm }, async () => {
  const command = 'echo $$ > pid; exec "$@"'
  const { ended } = await start(['npm', 'start'], {
    through: (line) => ['script', '-q', '-e', '-c', `sh -c '${command}' sh ${line.join(' ')}`, '/dev/null'],
  })
  process.kill(Number(await readFile(join(root, 'pid'), 'utf8')), 'SIGTERM')
  await ended
  assert.deepEqual(await said(), [`${bots[0]?.pid} started SIGTERM`])
})
