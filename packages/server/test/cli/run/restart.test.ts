/** Bots of other libraries under `guildhall run`, used before and after the server was stopped and killed. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { RawGateway } from '@guildhall/testing'
import { spawnPlatform } from '../../support/platform.ts'
import { testStore } from '../../support/test-store.ts'
import { isResponseOf, LIBRARY_BOTS, type LibraryBot, libraryWorld, ready, useCommand } from './library-bots.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const STDERR_KEPT_CHARS = 8 * 1024

interface Started {
  readonly child: ChildProcess
  /** Rejects when the program ends, with what it wrote last. */
  readonly ended: Promise<never>
}

let platform: Awaited<ReturnType<typeof spawnPlatform>>
let world: typeof platform.world
let ann: RawGateway
const started = new Map<LibraryBot, Started>()
const cleanup = new AsyncDisposableStack()
/** Store and port of all starts. */
const kept: { data?: string; databaseUrl?: string | undefined; port?: number } = {}

before(async () => {
  kept.data = await mkdtemp(join(tmpdir(), 'guildhall-restart-'))
  cleanup.defer(() => rm(kept.data ?? '', { recursive: true, force: true }))
  const store = await testStore()
  cleanup.defer(store.drop)
  kept.databaseUrl = store.databaseUrl
  await start({ world: libraryWorld })
  kept.port = Number(new URL(platform.url).port)
  world = platform.world
  await connectAnn()
  for (const bot of LIBRARY_BOTS) if (bot.missing === false) started.set(bot, startBot(bot))
})
after(async () => {
  for (const { child } of started.values()) child.kill('SIGTERM')
  await Promise.allSettled([...started.values()].map(({ ended }) => ended))
  await ann?.close()
  await platform?.kill()
  await cleanup.disposeAsync()
})

async function start(options: { world?: unknown } = {}): Promise<void> {
  platform = await spawnPlatform({ ...kept, rateLimits: 'off', ...options } as never)
}

async function connectAnn(): Promise<void> {
  ann = await RawGateway.connect(platform.gateway)
  await ann.identify({ token: world.users.ann?.token ?? '', intents: 0 })
}

function startBot({ name, command }: LibraryBot): Started {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const options = ['--server', platform.url, '--key', platform.control.key, '--as', name]
  const child = spawn(process.execPath, [COMMAND, 'run', ...options, '--', ...command], { env })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-STDERR_KEPT_CHARS)
  })
  const ended = once(child, 'close').then(([code]) => assert.fail(`the bot ended with ${code}:\n${log}`))
  // Seen by the next test that waits for the bot.
  ended.catch(() => undefined)
  return { child, ended }
}

/** Uses the command of a bot until it responds. */
async function responds(bot: LibraryBot): Promise<void> {
  const isResponse = isResponseOf(bot)
  for (;;) {
    const nonce = randomUUID()
    await useCommand(platform.api, world, bot, nonce)
    const { t } = await ann.next(
      (frame) => isResponse(frame) || (frame.t === 'INTERACTION_FAILURE' && frame.d?.nonce === nonce),
    )
    if (t === 'MESSAGE_CREATE') return
    // The library waits before it connects again. The platform gives an interaction three seconds.
  }
}

const ROUNDS: Readonly<Record<string, () => Promise<unknown>>> = {
  'gets ready, registers a command and responds': () => Promise.resolve(),
  // The kill comes first: discord.py waits longer after each failed connection.
  'responds after the server was killed and started': async () => {
    await platform.kill()
    await start()
    await connectAnn()
  },
  'responds after the server was stopped and started': async () => {
    await platform.stop()
    await start()
    await connectAnn()
  },
}

for (const [round, change] of Object.entries(ROUNDS)) {
  test(`each bot ${round}`, { timeout: 180_000, concurrency: true }, async (t) => {
    await change()
    const isFirst = change === Object.values(ROUNDS)[0]
    const tests = LIBRARY_BOTS.map((bot) =>
      t.test(`a bot of ${bot.client} ${round}`, { skip: bot.missing }, async () => {
        const { child, ended } = started.get(bot) ?? assert.fail()
        if (isFirst) await Promise.race([ready(child), ended])
        await Promise.race([responds(bot), ended])
      }),
    )
    await Promise.all(tests)
  })
}
