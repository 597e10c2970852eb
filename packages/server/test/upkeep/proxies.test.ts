/** Recipes for proxies, run by the proxies themselves. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { multipart, type TestPlatform } from '@guildhall/testing'
import { WebSocket } from 'ws'
import { freePort } from '../support/free-port.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }
const DEPLOY = join(import.meta.dirname, '../../../../deploy')
const BYTES = 3 * 1024 * 1024
const hasTool = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** Recipe of a proxy, and its start at a port of this machine with a certificate of the test. */
interface Recipe {
  readonly file: string
  readonly isThere: boolean
  /** Returns the recipe with the ports and files of the test. */
  fit(recipe: string, port: number): string
  command(file: string): readonly [string, readonly string[]]
}

let folder = ''
let platform: TestPlatform<typeof world>
let listen = ''
let ca = ''
const started: ChildProcess[] = []

const RECIPES: Readonly<Record<string, Recipe>> = {
  Caddy: {
    file: 'Caddyfile',
    isThere: hasTool('caddy', 'version'),
    fit: (recipe, port) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${recipe
        .replace('{$GUILDHALL_PUBLIC_URL} {', `https://localhost:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`)
        .replace('guildhall:7700', new URL(listen).host)}`,
    command: (file) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
  },
  nginx: {
    file: 'nginx.conf',
    isThere: hasTool('nginx', '-v'),
    fit: (recipe, port) =>
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/nginx-${name};`).join(' ')}\n${recipe
        .replaceAll(/^ *listen \[::\].*\n/gm, '')
        .replace(/^server \{\n {4}listen 80;[^}]*\}\n/m, '')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
        .replaceAll('chat.example;', 'localhost;')
        .replace(/\/etc\S+fullchain\.pem/, `${folder}/cert.pem`)
        .replace(/\/etc\S+privkey\.pem/, `${folder}/key.pem`)
        .replaceAll('127.0.0.1:7700', new URL(listen).host)}}\n`,
    command: (file) => ['nginx', ['-p', folder, '-c', file]],
  },
  HAProxy: {
    file: 'haproxy.cfg',
    isThere: hasTool('haproxy', '-v'),
    fit: (recipe, port) =>
      recipe
        .replace(/^ *bind :80\n/m, '')
        .replace('bind :443', `bind 127.0.0.1:${port}`)
        .replace('/etc/haproxy/chat.example.pem', `${folder}/both.pem`)
        .replaceAll('127.0.0.1:7700', new URL(listen).host),
    command: (file) => ['haproxy', ['-db', '-f', file]],
  },
}

before(async () => {
  if (!Object.values(RECIPES).some(({ isThere }) => isThere)) return
  folder = await mkdtemp(join(tmpdir(), 'guildhall-proxies-'))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  })
  ca = await readFile(join(folder, 'cert.pem'), 'utf8')
  await writeFile(join(folder, 'both.pem'), ca + (await readFile(join(folder, 'key.pem'), 'utf8')))
  platform = await startPlatform({ world, trustProxy: ['loopback'], publicUrl: 'https://chat.example' })
  listen = (platform as unknown as { listen: string }).listen
})
after(async () => {
  for (const child of started) {
    // Workers of nginx outlive one that is killed.
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  await platform?.close()
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array
}

async function send(
  url: string,
  { body, ...options }: Sent = {},
): Promise<{ status: number | undefined; text: string }> {
  const outgoing = request(url, { ...options, ca, agent: false })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, text: await text(response) }
}

/** Starts a proxy by its recipe. Returns its address once it passes requests on. */
async function startProxy({ file, fit, command }: Recipe): Promise<string> {
  const port = await freePort()
  const path = join(folder, file)
  await writeFile(path, fit(await readFile(join(DEPLOY, file), 'utf8'), port))
  await mkdir(join(folder, 'home'), { recursive: true })
  const [program, args] = command(path)
  const env = { ...process.env, HOME: join(folder, 'home'), XDG_DATA_HOME: join(folder, 'home') }
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
  started.push(child)
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const url = `https://localhost:${port}`
  await until(`${program} passes requests on`, async () => {
    assert.equal(child.exitCode, null, said)
    const response = await send(`${url}/readyz`).catch(() => null)
    return response?.status === 200
  })
  return url
}

for (const [name, recipe] of Object.entries(RECIPES)) {
  test(`${name} passes requests, uploads and the gateway on by its recipe`, async (context) => {
    if (!recipe.isThere) return context.skip(`${name} is not there`)
    const url = await startProxy(recipe)
    const gateway = await send(`${url}/api/v10/gateway`)
    assert.deepEqual([gateway.status, JSON.parse(gateway.text)], [200, { url: 'wss://chat.example/gateway' }])
    // Metrics are not for callers whose request was forwarded, although it comes from this machine.
    assert.equal((await send(`${url}/metrics`)).status, 401)
    const socket = new WebSocket(`${url.replace('https', 'wss')}/gateway?v=10&encoding=json`, { ca })
    const [hello] = await once(socket, 'message')
    assert.equal(JSON.parse(String(hello)).op, 10)
    socket.terminate()
    const form = multipart({ attachments: [{ id: 0, filename: 'a.bin' }] }, [
      { name: 'a.bin', data: Buffer.alloc(BYTES) },
    ])
    const encoded = new Response(form)
    const headers = { authorization: platform.ann.token, 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = new Uint8Array(await encoded.arrayBuffer())
    const path = `/api/v10/channels/${platform.lab.general.id}/messages`
    assert.equal((await send(url + path, { method: 'POST', headers, body })).status, 200)
  })
}
