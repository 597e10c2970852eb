/** The environment of programs under `guildhall run`: what they get, and which hosts they may reach. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { spawnPlatform } from '../../support/platform.ts'
import { found, skipWithout } from './library-bots.ts'

const COMMAND = fileURLToPath(new URL('../../../bin/guildhall.js', import.meta.url))
const PING_BOT = fileURLToPath(new URL('../../../../../examples/ping-bot/bot.js', import.meta.url))
const PUBLIC_ID = '80351110224678912'
const PUBLIC_TOKEN = `${Buffer.from(PUBLIC_ID).toString('base64url')}.Gx1abC.${'x'.repeat(38)}`
const SHOW = ['--', process.execPath, '-p', 'JSON.stringify(process.env)']

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-environment-'))
})
after(() => rm(folder, { recursive: true, force: true }))

function run(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const env = { ...inherited, XDG_RUNTIME_DIR: folder, ...variables }
  const child = spawn(process.execPath, [COMMAND, 'run', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  return { child, stdout: child.stdout, stderr: text(child.stderr), closed: once(child, 'close') }
}

/** Runs a program that prints its environment. */
async function environmentOf(args: readonly string[], variables?: NodeJS.ProcessEnv) {
  const started = run([...args, ...SHOW], variables)
  const [out, report] = await Promise.all([text(started.stdout), started.stderr])
  return { env: JSON.parse(out || assert.fail(report)) as NodeJS.ProcessEnv, report }
}

test('a program gets the platform, the control key and all facts of its application', async () => {
  const { env, report } = await environmentOf([])
  assert.equal(env.GUILDHALL_API, `${env.GUILDHALL_URL}/api`)
  assert.ok(env.GUILDHALL_CONTROL_KEY)
  for (const name of ['APPLICATION_ID', 'DISCORD_CLIENT_ID', 'GUILD_ID', 'DISCORD_GUILD_ID'])
    assert.match(env[name] ?? '', /^\d{17,20}$/, name)
  assert.match(env.DISCORD_PUBLIC_KEY ?? '', /^[0-9a-f]{64}$/)
  assert.ok(env.CLIENT_SECRET)
  assert.match(report, new RegExp(`application +Ping, id ${env.CLIENT_ID}`))
  assert.match(report, new RegExp(`guild +.*, id ${env.GUILD_ID}`))
})

test('a test command acts as people of the platform that run started', async () => {
  const file = join(folder, 'acts.mjs')
  const from = import.meta.resolve('@guildhall/testing')
  await writeFile(
    file,
    `import { connectPlatform } from ${JSON.stringify(from)}
     const { GUILDHALL_URL: server, GUILDHALL_CONTROL_KEY: key } = process.env
     const platform = await connectPlatform({ server, key })
     const { alice, Workshop } = platform
     await alice.in(Workshop.general).says('hi')
     const { body } = await alice.api.get('/channels/' + Workshop.general.id + '/messages')
     console.log(body[0].content)
     await platform.close()`,
  )
  const { stdout, stderr } = run(['--', process.execPath, file])
  assert.equal((await text(stdout)).trim(), 'hi', await stderr)
})

test('under run --server, a program gets the key if it is known, and no key otherwise', async () => {
  await using platform = await spawnPlatform()
  const token = platform.world.applications.ping?.bot.token ?? ''
  const server = ['--server', platform.url]
  const { env } = await environmentOf([...server, '--key', platform.control.key])
  assert.equal(env.GUILDHALL_CONTROL_KEY, platform.control.key)
  assert.equal(env.GUILDHALL_URL, platform.url)
  assert.equal(env.GUILD_ID, Object.values(platform.world.guilds)[0]?.id)
  const elsewhere = { XDG_RUNTIME_DIR: join(folder, 'elsewhere') }
  const { env: without } = await environmentOf([...server, '--token', token, '--as', 'ping'], elsewhere)
  assert.equal(without.GUILDHALL_CONTROL_KEY, undefined)
  const named = run([...server, '--token', token, '--as', 'other', ...SHOW])
  assert.match(await named.stderr, /--as other: the token is that of the application Ping \(\d+\)\. Leave out --as/)
})

test("the project's ping example works under run --server on another port", async () => {
  await using platform = await spawnPlatform({ port: 0 })
  const { child, stdout, closed } = run([
    '--server',
    platform.url,
    '--key',
    platform.control.key,
    '--',
    'node',
    PING_BOT,
  ])
  try {
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]()
    assert.match((await lines.next()).value ?? '', /is ready in/)
  } finally {
    child.kill('SIGTERM')
    await closed
  }
})

test("--env-file gives names of a program's own file this platform's values", async () => {
  const file = join(folder, 'bot.env')
  await writeFile(
    file,
    `MY_SECRET=${PUBLIC_TOKEN}\nHOME_GUILD_ID=${PUBLIC_ID}\nMODE=test\nNODE_OPTIONS=--no-warnings\n`,
  )
  const { env, report } = await environmentOf(['--env-file', file])
  assert.equal(env.MY_SECRET, env.DISCORD_TOKEN)
  assert.equal(env.HOME_GUILD_ID, env.GUILD_ID)
  assert.equal(env.MODE, 'test')
  assert.match(env.NODE_OPTIONS ?? '', /^--require .* --no-warnings$/)
  assert.match(report, /replaced +MY_SECRET: the value looks like a token of the public platform/)
  const { stderr, closed } = run(['--env-file', join(folder, 'none'), ...SHOW])
  // Node itself looks for a file of this option, and is the first to say so.
  assert.match(await stderr, /none.*(?:not found|cannot be read)/)
  assert.notEqual((await closed)[0], 0)
})

test('a token that looks public is named, and reaches no platform', async () => {
  await using platform = await spawnPlatform()
  const { url, key } = platform.control
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await fetch(`${url}/tape`, { method: 'PATCH', headers, body: '{"recording":true}' })
  const unused = run(['--server', platform.url, ...SHOW], {
    ...{ DISCORD_TOKEN: PUBLIC_TOKEN, XDG_RUNTIME_DIR: join(folder, 'elsewhere') },
  })
  assert.match(await unused.stderr, /DISCORD_TOKEN looks like a token of the public platform, and was not sent to http/)
  const call = `fetch('https://discord.com/api/v10/users/@me', { headers: { authorization: 'Bot ${PUBLIC_TOKEN}' } })
    .then((response) => console.log(response.status))`
  const written = run(['--server', platform.url, '--key', platform.control.key, '--', process.execPath, '-e', call])
  assert.equal((await text(written.stdout)).trim(), '401')
  assert.match(await written.stderr, new RegExp(`a token of ${PUBLIC_ID}, which looks like one of the public platform`))
  const tape = await fetch(`${url}/tape`, { headers })
  const recorded = await tape.text()
  assert.match(recorded, /users\/@me\/guilds/)
  assert.ok(!recorded.includes(PUBLIC_TOKEN.slice(-20)))
})

const address = Object.values(networkInterfaces())
  .flat()
  .find((entry) => entry?.family === 'IPv4' && !entry.internal)?.address
const skipAlone = address === undefined && 'this machine has no other address'
test('--offline refuses every host besides this machine, by each technique', { skip: skipAlone }, async (t) => {
  let connections = 0
  const other = createServer((socket) => {
    connections += 1
    socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok')
  }).listen(0)
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  const programs: Record<string, { program: string[]; missing: string | false }> = {
    Node: {
      program: [
        process.execPath,
        '-e',
        `const get = (url) => fetch(url).then((r) => r.status, (e) => e.cause.code)
         const at = (host) => get('http://' + host + ':${port}')
         Promise.all([at('${address}'), at('localhost'), get('https://discord.com/api/v10/gateway')])
           .then((all) => console.log(all.join(' ')))`,
      ],
      missing: false,
    },
    Python: {
      program: [
        'python3',
        '-c',
        `import urllib.request as r, os
def get(url):
    try: return r.urlopen(url).status
    except OSError as e: return 'ENETUNREACH' if getattr(e, 'reason', e).errno == 101 else e
print(get('http://${address}:${port}'), get('http://localhost:${port}'), get('https://discord.com/api/v10/gateway'))`,
      ],
      missing: skipWithout(found(['python3', '--version']), 'python3'),
    },
    'the C library': {
      program: [
        'sh',
        '-c',
        `code() { curl -sS --noproxy '*' -o /dev/null -w '%{http_code} ' "$1" 2>/dev/null || true; }
         code http://${address}:${port}; code http://localhost:${port}; code https://discord.com/api/v10/gateway`,
      ],
      missing: skipWithout(found(['curl', '--version']), 'curl'),
    },
  }
  for (const [name, { program, missing }] of Object.entries(programs)) {
    await t.test(`--offline holds ${name}`, { skip: missing }, async () => {
      connections = 0
      const { stdout, stderr } = run(['--offline', '--', ...program])
      assert.match(await text(stdout), /^(ENETUNREACH|000) 200 200\s*$/, await stderr)
      assert.equal(connections, 1)
    })
  }
  await t.test(
    '--offline holds programs that use the proxy, and names the host',
    { skip: programs['the C library']?.missing },
    async () => {
      const { stderr, closed } = run([
        '--offline',
        '--',
        'sh',
        '-c',
        `curl -sS --noproxy none -p -x "$HTTPS_PROXY" http://${address}:${port}`,
      ])
      assert.notEqual((await closed)[0], 0)
      assert.match(await stderr, new RegExp(`--offline refuses ${address}:${port}`))
    },
  )
})
