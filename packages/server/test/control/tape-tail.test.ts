/** `guildhall tail` as a user starts it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api } from '@guildhall/testing'
import { announceControl } from '../../src/cli/control/control-address.ts'
import { startPlatform } from '../support/platform.ts'

const program = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}
const WAIT_MAX_MS = 30_000
/** Variables of colours, which a runner of tests may set. */
const NO_COLOUR_VARIABLES = {
  FORCE_COLOR: undefined,
  NO_COLOR: undefined,
  NODE_DISABLE_COLORS: undefined,
  CI: undefined,
}
/** Everything that steers a terminal, except the end of a line. */
const STEERS = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** The program of util-linux that runs a command on a terminal. */
const TERMINAL = 'script'
const NO_TERMINAL = spawnSync(TERMINAL, ['--version']).stdout?.toString().includes('util-linux')
  ? false
  : 'no `script` of util-linux on this system'

type Environment = Record<string, string | undefined>

function tail(args: readonly string[], env: Environment = {}) {
  return observed(process.execPath, [program, 'tail', ...args], env)
}

/** Runs `tail` on a terminal, whose keys are written to its input. */
function tailOnTerminal(args: readonly string[], env: Environment = {}) {
  const command = [process.execPath, program, 'tail', ...args].map((word) => `'${word}'`).join(' ')
  return observed(TERMINAL, ['-qefc', command, '/dev/null'], { TERM: 'xterm-256color', ...env })
}

function observed(command: string, args: readonly string[], env: Environment) {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...NO_COLOUR_VARIABLES, ...env },
  })
  let output = ''
  const changed = new EventTarget()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      changed.dispatchEvent(new Event('text'))
    })
  }
  const until = async (pattern: RegExp) => {
    const signal = AbortSignal.timeout(WAIT_MAX_MS)
    while (!pattern.test(output)) {
      await once(changed, 'text', { signal }).catch((cause: Error) => {
        throw new Error(`No ${pattern} in ${JSON.stringify(output.slice(-2_000))}`, { cause })
      })
    }
    return output
  }
  const closed = once(child, 'close') as Promise<[code: number | null, signal: string | null]>
  return { child, until, closed, output: () => output }
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

test('tail finds the platform of its user, turns recording on, prints records and survives a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-tail-'))
  const first = await startPlatform({ world, rateLimits: 'off', tape: false })
  let withdraw = await announceControl(first, data)
  const { child, until } = tail(['--data', data, '--kind', 'request'])
  try {
    await until(/The tape was off; it records now/)
    await api(first.api, first.world?.users.ann?.token).get('/users/@me')
    const line = await until(/GET \/users\/@me/)
    assert.match(line, /\d\d:\d\d:\d\d\.\d{3} request {2}→ GET \/users\/@me 200 [\d.]+ ms user \d+\n/)
    assert.ok(!line.includes('\u001b'), 'no colours into a pipe')
    withdraw()
    await first.close()
    await until(/waiting for it/)
    await using second = await startPlatform({ world, rateLimits: 'off', tape: false })
    withdraw = await announceControl(second, data)
    await until(/records now[\s\S]*records now/)
    await api(second.api).get('/gateway')
    await until(/GET \/gateway 200/)
    withdraw()
  } finally {
    await end(child)
    await rm(data, { recursive: true, force: true })
  }
})

test('tail says that a key is wrong, and prints JSON with details', async () => {
  await using platform = await startPlatform({ world, rateLimits: 'off', tape: true })
  const server = ['--server', platform.url]
  const wrong = tail([...server, '--key', 'wrong'])
  const [code] = await wrong.closed
  assert.deepEqual([code, wrong.output()], [1, `${platform.url} refuses the control key.\n`])
  const { child, until } = tail([...server, '--json', '--details'], { GUILDHALL_CONTROL_KEY: platform.control.key })
  try {
    await until(/Following .*\.\n/)
    await api(platform.api).get('/gateway')
    const line = await until(/\{.*\}\n/)
    const record = JSON.parse(line.split('\n').find((text) => text.startsWith('{')) ?? '')
    assert.deepEqual([record.title, record.details.response.status], ['GET /gateway', 200])
  } finally {
    await end(child)
  }
})

/** Starts a platform that records, with the arguments by which `tail` finds it. */
async function startTaped() {
  const platform = await startPlatform({ world, rateLimits: 'off', tape: true })
  return {
    platform,
    server: ['--server', platform.url, '--key', platform.control.key],
    ann: platform.ann.api,
    bot: platform.app.api,
    messages: `/channels/${platform.lab.general.id}/messages`,
  }
}

test('tail colours a terminal, unless NO_COLOR or a dumb terminal forbids it', { skip: NO_TERMINAL }, async () => {
  const { platform, server } = await startTaped()
  await using _ = platform
  for (const [env, colours] of [
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ] as const) {
    const { child, until } = tailOnTerminal([...server, '--kind', 'request'], env)
    try {
      await until(/Following/)
      await api(platform.api).get('/gateway')
      const output = await until(/GET \/gateway[^\n]*\n/)
      assert.equal(output.includes('\u001b[36mrequest'), colours, JSON.stringify([env, output]))
      assert.equal(output.includes('\u001b'), colours)
    } finally {
      await end(child)
    }
  }
})

test('tail colours a pipe with FORCE_COLOR only', async () => {
  const { platform, server } = await startTaped()
  await using _ = platform
  const { child, until } = tail(server, { FORCE_COLOR: '1' })
  try {
    await until(/Following/)
    await api(platform.api).get('/gateway')
    assert.ok((await until(/GET \/gateway.*\n/)).includes('\u001b[36mrequest'))
  } finally {
    await end(child)
  }
})

test('tail prints why a request was refused', async () => {
  await using platform = await startPlatform({ world, tape: false })
  const follower = tail(['--server', platform.url, '--key', platform.control.key, '--kind', 'request'])
  await follower.until(/Following/)
  await api(platform.api, 'Bot nonsense').get('/users/@me')
  await follower.until(/GET \/users\/@me 401 .*\n {4}the token is unknown: it was never issued here/)
  follower.child.kill()
})

test('tail prints only records that match its filters, and refuses unknown kinds and ids', async () => {
  const { platform, server, ann, bot, messages } = await startTaped()
  await using _ = platform
  const ids = { app: platform.app.applicationId, guild: platform.lab.id, user: platform.ann.id }
  const filters = [
    { args: ['--kind', 'request', '--app', `${ids.app}`], shown: /GET \/users\/@me 200/, hidden: /GET \/gateway / },
    { args: ['--kind', 'event', '--guild', `${ids.guild}`], shown: /MESSAGE_CREATE/, hidden: /request/ },
    { args: ['--kind', 'request', '--user', `${ids.user}`], shown: /POST \/channels/, hidden: /GET \/users/ },
    { args: ['--text', 'NEEDLE'], shown: /POST \/channels/, hidden: /GET / },
  ].map((filter) => ({ ...filter, ...tail([...server, ...filter.args]) }))
  try {
    await Promise.all(filters.map(({ until }) => until(/Following/)))
    await api(platform.api).get('/gateway')
    await bot.get('/users/@me')
    await ann.post(messages, { content: 'a needle' })
    for (const { until, shown, hidden } of filters) assert.doesNotMatch(await until(shown), hidden)
  } finally {
    await Promise.all(filters.map(({ child }) => end(child)))
  }
  for (const [args, text] of [
    [['--kind', 'requests'], /request, frame, event, delivery, rpc/],
    [['--app', 'ping'], /takes an id, not "ping"/],
  ] as const) {
    const refused = tail([...server, ...args])
    assert.equal((await refused.closed)[0], 2)
    assert.match(refused.output(), text)
  }
})

test('Ctrl+C ends tail while it follows a platform', { skip: NO_TERMINAL }, async () => {
  const { platform, server } = await startTaped()
  await using _ = platform
  const { child, until, closed, output } = tailOnTerminal(server)
  await until(/Following/)
  child.stdin.write('\u0003')
  assert.deepEqual(await closed, [130, null])
  assert.doesNotMatch(output(), /Error|waiting/)
})

test('SIGINT ends tail while it waits for a platform', async () => {
  const { platform, server } = await startTaped()
  const { child, until, closed } = tail(server)
  await until(/Following/)
  await platform.close()
  await until(/waiting for it/)
  child.kill('SIGINT')
  assert.deepEqual(await closed, [null, 'SIGINT'])
})

test('tail ends without an error when the reader of its pipe has ended', async () => {
  const { platform, server } = await startTaped()
  await using _ = platform
  const command = '{ "$0" "$@"; echo "ended with $?" >&2; } | head -1'
  const piped = observed('sh', ['-c', command, process.execPath, program, 'tail', '--kind', 'request', ...server], {})
  await piped.until(/Following/)
  // Each line is an attempt to write. Only those behind the end of `head` fail.
  while (piped.child.exitCode === null) await api(platform.api).get('/gateway')
  await piped.closed
  assert.match(piped.output(), /^Following .*\n.* GET \/gateway 200 .*\nended with 0\n$/)
})

test('escape sequences of a message do not reach the terminal', async () => {
  const { platform, server, ann, messages } = await startTaped()
  await using _ = platform
  const content = 'a\u001b[2J\u001b]0;title\u0007\u009b31m\u202eb\u007f'
  for (const args of [[], ['--json']]) {
    const { child, until } = tail([...server, '--details', ...args])
    try {
      await until(/Following/)
      await ann.post(messages, { content })
      await ann.get('/gateway')
      const output = await until(/GET \/gateway[\s\S]*\n$/)
      assert.match(output, /POST \/channels/)
      assert.doesNotMatch(output, STEERS)
    } finally {
      await end(child)
    }
  }
})

test('tail says how many records it lost while nobody read its output', async () => {
  const { platform, server, ann, messages } = await startTaped()
  await using _ = platform
  const { child, until } = tail([...server, '--kind', 'request', '--details'])
  try {
    await until(/Following/)
    child.stdout.pause()
    const content = 'x'.repeat(60_000)
    // More than the buffers of the pipe, of both sockets and of the stream together.
    for (let n = 0; n < 500; n += 1) await ann.post(messages, { content })
    child.stdout.resume()
    await until(/\d+ records were lost: this terminal is too slow/)
    await api(platform.api).get('/gateway')
    await until(/GET \/gateway 200/)
  } finally {
    await end(child)
  }
})
