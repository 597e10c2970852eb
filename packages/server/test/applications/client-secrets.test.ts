/** Secrets of `guildhall client`, as other users of the computer see its process. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startPlatform } from '../support/platform.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
let platform: Awaited<ReturnType<typeof startPlatform>>
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-client-'))
  platform = await startPlatform({ world: { users: { alice: { password: 'correct horse' } } } })
})
after(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

/** Starts the client until it is ready; returns its user and what it wrote to stderr. */
async function run(args: string[], { env = {}, input = '' } = {}): Promise<{ username: string; warnings: string }> {
  const options = ['client', '--server', platform.url, '--ipc-dir', folder, '--json', ...args]
  const child = spawn(process.execPath, [COMMAND, ...options], { env: { ...process.env, ...env } })
  try {
    let warnings = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      warnings += text
    })
    child.stdin.end(input)
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { user } = JSON.parse(line.toString()) as { user: { username: string } }
    return { username: user.username, warnings }
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}

test('client takes the token or password of a variable or of stdin without a warning', async () => {
  const token = platform.world?.users.alice?.token ?? ''
  const quiet = { username: 'alice', warnings: '' }
  assert.deepEqual(await run([], { env: { GUILDHALL_TOKEN: token } }), quiet)
  assert.deepEqual(await run(['--token', '-'], { input: `${token}\n` }), quiet)
  assert.deepEqual(await run(['--login', 'alice'], { env: { GUILDHALL_PASSWORD: 'correct horse' } }), quiet)
  assert.deepEqual(await run(['--login', 'alice', '--password', '-'], { input: 'correct horse\nmore\n' }), quiet)
})

test('client warns of a token or password among its arguments, and works', async () => {
  const token = platform.world?.users.alice?.token ?? ''
  for (const args of [
    ['--token', token],
    ['--login', 'alice', '--password', 'correct horse'],
  ]) {
    const { username, warnings } = await run(args)
    assert.equal(username, 'alice')
    assert.match(warnings, /^--(token|password) is readable in the process list: use GUILDHALL_(TOKEN|PASSWORD)/)
  }
})
