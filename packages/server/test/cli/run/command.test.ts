/** `guildhall run` and `guildhall env` as a user starts them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { spawnPlatform } from '../../support/platform.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
/** Folder of temporary files, which is empty when each command has ended. */
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-run-test-'))
})
after(() => rm(folder, { recursive: true, force: true }))

function guildhall(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, TMPDIR: folder, ...variables }
  const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, stdout: child.stdout, stderr: text(child.stderr), closed: once(child, 'close') }
}

const BOT = `
  console.log(JSON.stringify([process.env.MY_TOKEN === process.env.DISCORD_TOKEN, process.argv.slice(1)]))
  fetch('https://discord.com/api/v10/users/@me', { headers: { authorization: 'Bot ' + process.env.MY_TOKEN } })
    .then(async (response) => console.log((await response.json()).username))
  process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 1000)
`

test('run starts a platform, passes token, arguments and signals on, and ends as the program ends', async () => {
  const { child, stdout, stderr, closed } = guildhall(
    ['run', '--env', 'MY_TOKEN', '--', process.execPath, '-e', BOT, '--', 'a b', '--help'],
    { NODE_OPTIONS: '--no-warnings' },
  )
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
  const first = JSON.parse((await lines.next()).value ?? '[]') as unknown[]
  assert.deepEqual(first, [true, ['a b', '--help']])
  assert.equal((await lines.next()).value, 'ping')
  child.kill('SIGTERM')
  const [code] = await closed
  assert.equal(code, 7)
  assert.match(
    await stderr,
    /platform .*127\.0\.0\.1[\s\S]*inspector +\S+#key=[\w-]{20}[\s\S]*application +Ping[\s\S]*reaches/,
  )
  assert.deepEqual(await readdir(folder), [])
})

test('run reports a command that does not exist as shells do', async () => {
  const { stderr, closed } = guildhall(['run', '--', 'guildhall-no-such-command'])
  const [code] = await closed
  assert.equal(code, 127)
  assert.match(await stderr, /there is no such command/)
})

test('run takes a token of the environment or the control API for a server, and refuses a wrong one', async () => {
  await using platform = await spawnPlatform()
  const token = platform.world.applications.ping?.bot.token ?? ''
  const show = ['--', process.execPath, '-p', 'process.env.BOT_TOKEN']
  const given = guildhall(['run', '--server', platform.url, '--as', 'Ping', ...show], { DISCORD_TOKEN: token })
  assert.equal((await text(given.stdout)).trim(), token)
  const key = { GUILDHALL_CONTROL_KEY: platform.control.key }
  const issued = guildhall(['run', '--server', platform.url, '--as', 'ping', ...show], key)
  assert.match((await text(issued.stdout)).trim(), new RegExp(`^${token.split('.')[0]}\\.`))
  const wrong = guildhall(['run', '--server', platform.url, ...show], { DISCORD_TOKEN: 'MTIz.a.b' })
  const [code] = await wrong.closed
  assert.equal(code, 1)
  assert.match(await wrong.stderr, /refuses the token\.\n$/)
})

test('run and mcp find the key that a platform announced to its user, and no other', async () => {
  const place = { XDG_RUNTIME_DIR: join(folder, 'user') }
  const elsewhere = { XDG_RUNTIME_DIR: join(folder, 'other') }
  {
    await using platform = await spawnPlatform({ data: ':memory:', env: place })
    const run = ['run', '--server', platform.url, '--', process.execPath, '-p', 'process.env.BOT_TOKEN']
    // Voice libraries connect to the platform's own address by TLS.
    const secure = `fetch(${JSON.stringify(platform.url.replace(/^http:/, 'https:'))}).then((r) => console.log(r.status), (e) => console.log(e.cause))`
    const trusting = guildhall([...run.slice(0, -2), '-e', secure], place)
    assert.equal((await text(trusting.stdout)).trim(), '200')
    const mcp = ['mcp', '--server', platform.url]
    const user = platform.world.applications.ping?.bot.token.split('.')[0] ?? ''
    assert.equal((await text(guildhall(run, place).stdout)).split('.')[0], user)
    const served = guildhall(mcp, place)
    assert.deepEqual(await served.closed, [0, null])
    assert.equal(await served.stderr, `guildhall mcp: platform ${platform.url}\n`)
    for (const [command, message] of [
      [run, /--server needs the bot's token/],
      [mcp, /The key of .* is not known/],
    ] as const) {
      const refused = guildhall(command, elsewhere)
      assert.match(await refused.stderr, message)
      assert.notEqual((await refused.closed)[0], 0)
    }
    await platform.stop()
  }
  await rm(place.XDG_RUNTIME_DIR, { recursive: true })
})

test('env prints lines that lead a shell and its programs to the platform', async () => {
  const { child, stdout, closed } = guildhall(['env'])
  const lines = await text(stdout)
  const script = `fetch('https://discord.com/api/v10/gateway').then((r) => r.text()).then(console.log)`
  const program = spawn('sh', ['-c', `${lines}\nexec "$0" -e "$1"`, process.execPath, script])
  assert.match(await text(program.stdout), /"url":"ws:/)
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null])
})
