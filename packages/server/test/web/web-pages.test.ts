/** The web app's page and files over HTTP, with a small build in place of the real one. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const PAGES = [
  '/',
  '/?utm=1',
  '/channels/@me',
  '/channels/1/2',
  '/developers',
  '/developers/applications/1/bot',
  '/activate',
  '/oauth2/authorize?client_id=1',
  '/login',
  '/invite/abc',
  '/settings/sessions',
  '/guilds/1/settings/roles',
  '/side-by-side',
]
const SCRIPT = 'console.log("guildhall")\n'
let folder = ''
let platform: Awaited<ReturnType<typeof startPlatform>>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>')
  await writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(folder, 'assets/index-abc123.js'), SCRIPT)
  await writeFile(join(folder, 'assets/index-abc123.js.br'), 'brotli bytes')
  await writeFile(join(folder, 'assets/index-abc123.js.gz'), 'gzip bytes')
  await writeFile(join(folder, 'assets/plain-abc123.css'), 'body{}')
  await writeFile(join(folder, 'secret.txt'), 'not served')
  platform = await startPlatform({ web: { folder } })
})

after(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

interface Received {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Requests a path as it is written: `fetch` would resolve dots and decompress the body. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(platform.url)
    const sent = request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    sent.on('error', reject).end()
  })
}

for (const path of PAGES) {
  test(`GET ${path} serves the app with a policy and a fresh nonce`, async () => {
    const [first, second] = [await get(path), await get(path)]
    assert.equal(first.status, 200)
    assert.equal(first.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(first.headers['cache-control'], 'no-store')
    assert.equal(first.headers['referrer-policy'], 'no-referrer')
    assert.equal(first.headers['x-content-type-options'], 'nosniff')
    const nonce = /'nonce-([\w+/=]+)'/.exec(String(first.headers['content-security-policy']))?.[1]
    assert.ok(nonce)
    assert.equal(first.text, `<meta nonce="${nonce}"><style nonce="${nonce}"></style>`)
    assert.ok(!second.text.includes(nonce))
  })
}

for (const path of ['/oauth2/%61uthorize', '/%6fauth2/authorize/', '/%61ctivate', '/oauth2/authorize/?client_id=1']) {
  test(`GET ${path} may be framed by no page, as the page that it names`, async () => {
    const { status, headers } = await get(path)
    assert.equal(status, 200)
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  })
}

test('HEAD / has the headers of GET without a body', async () => {
  const { status, headers, text } = await get('/', {}, 'HEAD')
  assert.equal(status, 200)
  assert.equal(text, '')
  assert.ok(Number(headers['content-length']) > 0)
  assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'/)
})

const ENCODED: [accepted: string, encoding: string | undefined, text: string][] = [
  ['br, gzip', 'br', 'brotli bytes'],
  ['gzip', 'gzip', 'gzip bytes'],
  ['identity', undefined, SCRIPT],
]

for (const [accepted, encoding, text] of ENCODED) {
  test(`an asset is sent as ${encoding ?? 'it is'} to a client that accepts ${accepted}`, async () => {
    const response = await get('/assets/index-abc123.js', { 'accept-encoding': accepted })
    assert.equal(response.status, 200)
    assert.equal(response.headers['content-encoding'], encoding)
    assert.equal(response.headers['content-type'], 'text/javascript; charset=utf-8')
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response.headers.vary, 'accept-encoding')
    assert.equal(response.text, text)
    const head = await get('/assets/index-abc123.js', { 'accept-encoding': accepted }, 'HEAD')
    assert.deepEqual([head.headers['content-length'], head.text], [String(text.length), ''])
  })
}

test('an asset without compressed copies is sent as it is', async () => {
  const { headers, text } = await get('/assets/plain-abc123.css', { 'accept-encoding': 'br, gzip' })
  assert.deepEqual([headers['content-encoding'], text], [undefined, 'body{}'])
})

test('the favicon is served', async () => {
  assert.equal((await get('/favicon.svg')).headers['content-type'], 'image/svg+xml')
})

const ABSENT = [
  '/assets/',
  '/assets/unknown.js',
  '/assets/../secret.txt',
  '/assets/..%2fsecret.txt',
  '/assets/%2e%2e/secret.txt',
  '/assets/..%5csecret.txt',
  '/assets/.hidden.js',
  '/assets/index-abc123.js/x.js',
  '/assets/index-abc123.js%00.css',
  '/assets/index-abc123',
  '/secret.txt',
  '/index.html',
  '/nothing',
  '/developersx',
  '/oauth2/other',
]

for (const path of ABSENT) {
  test(`GET ${path} is the API's 404`, async () => {
    const { status, headers, text } = await get(path)
    assert.equal(status, 404)
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(JSON.parse(text).code, 0)
  })
}

test('POST / is the 404 of the API', async () => {
  assert.equal((await get('/', {}, 'POST')).status, 404)
})

test('the gateway still accepts WebSockets on / and /gateway', async () => {
  for (const path of ['/', '/gateway']) {
    const client = await RawGateway.connect(`${platform.url.replace('http', 'ws')}${path}`)
    await client.close()
  }
})

test('a new build is served without a restart, and without one the page says what to run', async () => {
  await rm(join(folder, 'index.html'))
  const missing = await get('/')
  assert.equal(missing.status, 503)
  assert.match(missing.text, /npm run build -w packages\/web/)
  assert.match(String(missing.headers['content-security-policy']), /script-src 'self'/)
  await writeFile(join(folder, 'index.html'), 'new build')
  const { status, text } = await get('/')
  assert.deepEqual([status, text], [200, 'new build'])
})
