/** The command as whoever starts it sees it: options, ready line, refusals, signals. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api, RawGateway } from '@guildhall/testing'
import { spawnPlatform } from '../support/platform.ts'

const COMMAND = fileURLToPath(new URL('../../bin/guildhall.js', import.meta.url))
let folder = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-start-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs the command to its end. */
async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

test('the ready line names addresses and the whole world, and its tokens work', async () => {
  await using platform = await spawnPlatform({
    world: {
      users: { ann: { id: '1001', username: 'ann', password: 'correct horse' } },
      applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
      guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
    },
  })
  assert.equal(platform.ready, true)
  assert.equal(platform.api, `${platform.url}/api`)
  assert.equal(platform.cdn, `${platform.url}/cdn`)
  assert.match(platform.gateway, /^ws:\/\/127\.0\.0\.1:\d+\/gateway$/)
  const { users, applications, guilds } = platform.world
  assert.equal(users.ann?.id, '1001')
  const token = applications.app?.bot.token ?? ''
  const botId = applications.app?.bot.id ?? ''
  assert.equal(Buffer.from(token.split('.')[0] ?? '', 'base64').toString(), botId)
  const me = await api(platform.api, `Bot ${token}`).get<{ id: string }>('/users/@me')
  assert.equal(me.body.id, botId)
  assert.match(applications.app?.public_key ?? '', /^[0-9a-f]{64}$/)
  assert.match(guilds.lab?.channels.general?.id ?? '', /^\d+$/)
  assert.equal(JSON.stringify(platform).includes('signing_key'), false)

  const anonymous = api(platform.api)
  const signedIn = await anonymous.post<{ token: string; user_id: string }>('/auth/login', {
    login: 'ann',
    password: 'correct horse',
  })
  assert.deepEqual([signedIn.status, signedIn.body.user_id], [200, '1001'])
  const ann = await api(platform.api, signedIn.body.token).get<{ username: string }>('/users/@me')
  assert.equal(ann.body.username, 'ann')
  for (const login of ['ann', 'nobody']) {
    const refused = await anonymous.post<{ code: number }>('/auth/login', { login, password: 'wrong' })
    assert.deepEqual([refused.status, refused.code], [400, 50035], login)
  }
})

test('SIGTERM tells sessions to reconnect and ends with 0; after a restart the world is the same', async () => {
  const data = join(folder, 'kept')
  const first = await spawnPlatform({ data })
  const token = first.world.applications.ping?.bot.token ?? ''
  const gateway = await RawGateway.connect(first.gateway)
  await gateway.identify({ token, intents: 0 })
  const [exit] = await Promise.all([first.stop(), gateway.next(7)])
  assert.deepEqual(exit, { code: 0, signal: null })

  await using second = await spawnPlatform({ data })
  assert.deepEqual(second.world, first.world)
  assert.equal((await api(second.api, `Bot ${token}`).get('/users/@me')).status, 200)
  const again = await run('start', '--data', data, '--port', '0')
  assert.equal(again.code, 1)
  assert.match(again.stderr, /in use/i)
  assert.doesNotMatch(again.stderr, /\n\s+at /)
})

test('a faulty world file is refused with the path of each fault, exit code 2, and nothing written', async () => {
  const world = join(folder, 'faulty.json')
  const data = join(folder, 'untouched')
  await writeFile(world, JSON.stringify({ guilds: { lab: { owner: 'nobody', colour: 1 } } }))
  const { code, stdout, stderr } = await run('start', '--json', '--world', world, '--data', data)
  assert.equal(code, 2)
  assert.equal(stdout, '')
  assert.match(stderr, /guilds\.lab\.owner/)
  assert.match(stderr, /guilds\.lab\.colour/)
  assert.deepEqual(await readdir(data).catch(() => []), [])
})

test('a failed start prints the reason in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const port = String((taken.address() as { port: number }).port)
  const cases: [string[], number, RegExp][] = [
    [['start', '--prot', '1'], 2, /--prot.*--port/s],
    [['start', '--port', 'many'], 2, /--port/],
    [['start', '--rate-limits', 'loose'], 2, /--rate-limits/],
    [['start', '--date', 'yesterday'], 2, /--date/],
    [['start', '--tls-cert', 'a.pem'], 2, /--tls-key/],
    [['start', '--port', port, '--data', ':memory:'], 1, new RegExp(`Port ${port}`)],
  ]
  for (const [args, code, message] of cases) {
    const ended = await run(...args)
    assert.equal(ended.code, code, args.join(' '))
    assert.match(ended.stderr, message)
    assert.doesNotMatch(ended.stderr, /\n\s+at /)
  }
  taken.close()
})

test('--help and --version print to stdout', async () => {
  const help = await run('--help')
  assert.equal(help.code, 0)
  for (const option of ['--port', '--data', '--world', '--date', '--rate-limits', '--json', '--database-url']) {
    assert.ok(help.stdout.includes(option), option)
  }
  assert.match((await run('--version')).stdout, /\d+\.\d+\.\d+/)
})

test('[SVC-1] without --json the page for people shows how to connect', async () => {
  const child = spawn(process.execPath, [COMMAND, 'start', '--port', '0', '--data', ':memory:'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let page = ''
  for await (const chunk of child.stdout) {
    page += chunk
    if (page.includes('Stop with')) break
  }
  for (const part of ['alice', 'client.login', '/api', 'ws://127.0.0.1']) assert.ok(page.includes(part), part)
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
})

test('the platform date applies, and ids contain it', async () => {
  await using platform = await spawnPlatform({ date: '2026-01-15T00:00:00Z' })
  const id = BigInt(platform.world.users.alice?.id ?? 0)
  const at = Number(id >> 22n) + 1420070400000
  assert.ok(Math.abs(at - Date.parse('2026-01-15T00:00:00Z')) < 60_000)
})
