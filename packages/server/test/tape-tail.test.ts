/** `guildhall tail` as a user starts it. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api } from '@guildhall/testing'
import { announceControl } from '../src/control-address.ts'
import { startPlatform } from './support/platform.ts'

const program = fileURLToPath(new URL('../bin/guildhall.js', import.meta.url))
const world = { users: { ann: {} }, applications: {}, guilds: {} }
const WAIT_MAX_MS = 30_000

function tail(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, 'tail', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
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
    while (!pattern.test(output)) await once(changed, 'text', { signal: AbortSignal.timeout(WAIT_MAX_MS) })
    return output
  }
  return { child, until, output: () => output }
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

test('tail finds the platform of its user, turns recording on, prints records and survives a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-tail-'))
  const first = await startPlatform({ world, rateLimits: 'off' })
  let withdraw = await announceControl(first.control, data)
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
    await using second = await startPlatform({ world, rateLimits: 'off' })
    withdraw = await announceControl(second.control, data)
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
  const [code] = await once(wrong.child, 'close', { signal: AbortSignal.timeout(WAIT_MAX_MS) })
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
