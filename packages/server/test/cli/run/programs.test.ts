/** Programs of the public platform, without an option for a base address: each reaches the platform by its runtime. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, connect as openSocket } from 'node:net'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { RawGateway } from '@guildhall/testing'
import { openRedirect, type Redirect } from '../../../src/cli/run/redirect.ts'
import { startPlatform } from '../../support/platform.ts'
import {
  BOTS,
  found,
  isResponseOf,
  LIBRARY_BOTS,
  type LibraryBot,
  libraryWorld,
  ready,
  skipWithout,
  useCommand,
} from './library-bots.ts'

const run = promisify(execFile)

let platform: Awaited<ReturnType<typeof startPlatform>>
let redirect: Redirect
let ann: RawGateway
/** Variables of this process that would change how programs report or connect. */
const { NODE_TEST_CONTEXT: _, ...env } = process.env

before(async () => {
  platform = await startPlatform({ world: libraryWorld, rateLimits: 'off', tls: 'local' } as never)
  const authorities = [await readFile(platform.ca ?? '', 'utf8')]
  redirect = await openRedirect({ platform: new URL(platform.url), authorities, env, now: Date.now() })
  ann = await RawGateway.connect(platform.gateway)
  await ann.identify({ token: filled().users.ann?.token ?? '', intents: 0 })
})
after(async () => {
  await ann?.close()
  await redirect?.close()
  await platform?.close()
})

/** Opens a file of roots by several calls, and writes a file with the name of one. */
const ROOTS = `
import json, os, tempfile
folder = os.path.join(tempfile.mkdtemp(), 'certifi')
os.mkdir(folder)
mine = os.path.join(folder, 'cacert.pem')
descriptor = os.open(mine, os.O_CREAT | os.O_WRONLY, 0o640)
os.write(descriptor, b'mine')
mode = os.fstat(descriptor).st_mode & 0o777
os.close(descriptor)
own = open(os.environ['GUILDHALL_ROOTS'], 'rb').read()
read = open(mine, 'rb').read()
with open(mine, 'r+b') as file: changed = file.read().decode()
print(json.dumps([read == own, mode == 0o640, open(__import__('sys').executable, 'rb').read(4) == b'\\x7fELF', changed]))
`

const filled = () => platform.world ?? assert.fail()
const environment = (application = 'discordjs'): NodeJS.ProcessEnv => {
  const token = filled().applications[application]?.bot?.token ?? ''
  return { ...env, ...redirect.variables, DISCORD_TOKEN: token, BOT_TOKEN: token, TOKEN: token }
}

/** Starts a bot, uses its command as Ann when it is ready, and asserts its response. */
async function assertResponds(bot: LibraryBot) {
  const [program, ...args] = bot.command
  const child = spawn(program, args, { env: environment(bot.name), stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const ended = once(child, 'exit').then(([code]) => assert.fail(`the bot ended with ${code}`))
    await Promise.race([ready(child), ended])
    await useCommand(platform.api, filled(), bot, '1')
    await Promise.race([ann.next(isResponseOf(bot)), ended])
  } finally {
    child.kill('SIGKILL')
  }
}

for (const bot of LIBRARY_BOTS) {
  test(`a bot of ${bot.client} gets ready, registers a command and responds`, { skip: bot.missing }, () =>
    assertResponds(bot),
  )
}

test('fetch, https and WebSocket of Node reach API, CDN and gateway', async () => {
  const { stdout } = await run(process.execPath, [join(BOTS, 'fetch.mjs')], { env: environment() })
  assert.deepEqual(JSON.parse(stdout), ['discordjs', 200, 10])
})

test("Node's https requests plain addresses of the platform, and refuses other plain ones", async () => {
  const variables = { ...environment(), GUILDHALL_URL: platform.url }
  const { stdout } = await run(process.execPath, [join(BOTS, 'plain-file.mjs')], { env: variables })
  assert.deepEqual(JSON.parse(stdout), [200, 200, 200, 'ERR_INVALID_PROTOCOL'])
})

const python = found(['python3', '--version'])
test("Python's urllib and asyncio reach API and gateway", { skip: skipWithout(python, 'python3') }, async () => {
  const { HTTPS_PROXY: _upper, https_proxy: _lower, LD_PRELOAD: _library, ...plain } = environment()
  // By every technique, and by sitecustomize alone.
  for (const variables of [environment(), plain]) {
    const { stdout } = await run('python3', [join(BOTS, 'standard-library.py')], { env: variables })
    assert.deepEqual(JSON.parse(stdout), ['discordjs', 'HTTP/1.1 101 Switching Protocols'])
  }
})

test('a client that drops bytes after the upgrade response gets HELLO', {
  skip: skipWithout(python, 'python3'),
}, async () => {
  const { stdout } = await run('python3', [join(BOTS, 'drops-bytes.py')], { env: environment() })
  const publicGateway = 'wss://gateway.discord.gg'
  assert.deepEqual(JSON.parse(stdout), [publicGateway, 10, publicGateway, 10])
})

const curl = found(['curl', '--version'])
test('curl reaches the API by proxy and by the C library', { skip: skipWithout(curl, 'curl') }, async (t) => {
  const get = async (...args: string[]) => {
    const all = ['--silent', '--show-error', ...args, 'https://discord.com/api/v10/gateway']
    return JSON.parse((await run('curl', all, { env: environment() })).stdout) as unknown
  }
  assert.deepEqual(await get(), { url: platform.gateway })
  if (redirect.withoutLibrary !== null) return t.diagnostic(`without LD_PRELOAD: ${redirect.withoutLibrary}`)
  assert.deepEqual(await get('--noproxy', '*'), { url: platform.gateway })
})

const python3 = found(['/usr/bin/python3', '--version'], ['python3', '--version'])
for (const library of ['libcurl.so.4', 'libcurl-gnutls.so.4']) {
  const loads = found([python3 ?? 'python3', '-c', `import ctypes; ctypes.CDLL('${library}')`])
  test(`a program on ${library} trusts the run`, { skip: skipWithout(loads, library) }, async (t) => {
    if (redirect.withoutLibrary !== null) return t.skip(redirect.withoutLibrary)
    const { stdout } = await run(python3 ?? '', [join(BOTS, 'libcurl.py'), library], { env: environment() })
    assert.deepEqual(JSON.parse(stdout), { url: platform.gateway })
  })
}

const wget = found(['wget', '--version'])
test('wget trusts the run', { skip: skipWithout(wget, 'wget') }, async (t) => {
  if (redirect.withoutLibrary !== null) return t.skip(redirect.withoutLibrary)
  const { stdout } = await run('wget', ['-qO-', 'https://discord.com/api/v10/gateway'], { env: environment() })
  assert.deepEqual(JSON.parse(stdout), { url: platform.gateway })
})

test('roots are led elsewhere for readers alone, and other files are left as they are', {
  skip: python3 === undefined,
}, async (t) => {
  if (redirect.withoutLibrary !== null) return t.skip(redirect.withoutLibrary)
  const { stdout } = await run(python3 ?? '', ['-c', ROOTS], { env: environment() })
  assert.deepEqual(JSON.parse(stdout), [true, true, true, 'mine'])
})

const ruby = found(['ruby', '-e', 'require "net/http"'])
const skipRuby = skipWithout(ruby, 'ruby')
test('Ruby reaches the API by the C library', { skip: skipRuby }, async (t) => {
  if (redirect.withoutLibrary !== null) return t.skip(redirect.withoutLibrary)
  const { stdout } = await run('ruby', [join(BOTS, 'client.rb')], { env: environment() })
  assert.equal(stdout.trim(), '200')
})

const java = found(['javac', '--version'])
test("Java's HttpClient reaches API and gateway", { skip: skipWithout(java, 'a JDK') }, async (t) => {
  if (redirect.withoutLibrary !== null) return t.skip(redirect.withoutLibrary)
  const { stdout } = await run('java', [join(BOTS, 'Client.java')], { env: environment() })
  assert.match(stdout, /^\[200,.*"op":10/)
})

const go = found(['go', 'version'])
test('a static Go program reaches the API by proxy', { skip: skipWithout(go, 'go') }, async () => {
  const { stdout } = await run('go', ['run', join(BOTS, 'client.go')], { env: { ...environment(), CGO_ENABLED: '0' } })
  assert.equal(stdout.trim(), '200')
})

test('other hosts are tunnelled for callers with the password only, and TLS inside is untouched', async () => {
  const other = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nother'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { HTTPS_PROXY = '' } = redirect.variables
  const proxy = new URL(HTTPS_PROXY)
  const connect = async (credentials: string | null) => {
    const socket = openSocket(Number(proxy.port), '127.0.0.1')
    const header = credentials === null ? '' : `Proxy-Authorization: Basic ${btoa(credentials)}\r\n`
    socket.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${header}\r\n`)
    let text = ''
    for await (const chunk of socket.setEncoding('utf8')) text += chunk
    return text
  }
  if (proxy.password !== '') {
    assert.match(await connect(null), /^HTTP\/1\.1 407 /)
    assert.match(await connect('guildhall:wrong'), /^HTTP\/1\.1 407 /)
  }
  assert.match(await connect(`${proxy.username}:${proxy.password}`), /^HTTP\/1\.1 200 [\s\S]*other$/)
  other.close()
})

test('the front refuses requests for hosts that are not the public platform', async () => {
  const { port } = new URL(redirect.variables.HTTPS_PROXY ?? '')
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/v10/gateway`)).status, 421)
})

test("the files of a run are its own, and its authority's key is not among them", async () => {
  const folder = join(redirect.authority, '..')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  assert.ok(files.some(({ name }) => name === basename(redirect.authority)))
  for (const entry of files) {
    const content = await readFile(join(entry.parentPath, entry.name), 'latin1')
    assert.doesNotMatch(content, /PRIVATE KEY/, entry.name)
  }
})
