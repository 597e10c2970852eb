/** The tape under requests that are made to steer what it shows, copies and exports. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { after, describe } from 'node:test'
import { promisify } from 'node:util'
import { api, multipart } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } } },
}

const test = guildhallTest({ world, tape: true })
const { platform } = test

describe('the tape and hostile requests', () => {
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const token = () => platform.app.token
  const general = () => `/channels/${platform.lab.general.id}`
  const newest = async () => {
    const { body } = await control().get<{ records: { id: number; title: string }[] }>('/tape?kind=request&limit=1')
    return body.records[0] ?? assert.fail('nothing is recorded')
  }
  const curlOf = async ({ id }: { id: number }) =>
    (await control().get<{ text: string }>(`/tape/${id}/copy?as=curl`)).body.text
  /** Returns the arguments that a shell passes to curl. */
  const argumentsOf = async (command: string) => {
    const script = `curl() { printf '%s\\0' "$@"; }\n${command}`
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: { DISCORD_TOKEN: 'T' } })
    return stdout.split('\0').slice(0, -1)
  }
  const rawRequest = async (target: string) => {
    const { hostname, port } = new URL(platform.url)
    const socket = connect(Number(port), hostname)
    socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bot ${token()}\r\nConnection: close\r\n\r\n`)
    return textOf(socket)
  }

  after(() => platform?.close())

  test('a copy of a request with a whole address goes to the platform, not to the host of the address', async () => {
    assert.match(await rawRequest('http://evil.example:99999/api/users/@me?a=b'), /^HTTP\/1\.1 (200|404)/)
    assert.match(await rawRequest('http://evil.example/api/users/@me?a=b'), /^HTTP\/1\.1 200/)
    const record = await newest()
    assert.equal(record.title, 'GET /users/@me?a=b')
    const [, , address, , header] = await argumentsOf(await curlOf(record))
    assert.equal(address, `${platform.url}/api/users/@me?a=b`)
    assert.equal(header, 'Authorization: Bot T')
    const har = await fetch(`${platform.control.url}/tape/export?format=har`, {
      headers: { authorization: `Bearer ${platform.control.key}` },
    })
    assert.ok(!(await har.text()).includes('evil.example'))
  })

  test('tokens of webhooks and interactions are hidden in paths of encoded names, too', async () => {
    const id = '123456789012345678'
    for (const path of [`/api/%77ebhooks/${id}/SECRET`, `/api/v10/interactions/${id}/SECRET/callback`]) {
      await rawRequest(path)
      const record = await newest()
      assert.match(record.title, /\/\[hidden\]/)
      assert.ok(!JSON.stringify((await control().get(`/tape/${record.id}`)).body).includes('SECRET'))
    }
  })

  test('a shell finds neither variables nor commands in a copied address', async () => {
    await rawRequest('/api/v10/users/@me?a=$DISCORD_TOKEN&b=$(id)&c=`id`&d=!!&e={1,2}[1-3]&f=$URL_TOKEN')
    const [, , address = ''] = await argumentsOf(await curlOf(await newest()))
    const sent = new URL(address).searchParams
    assert.deepEqual([...sent.values()], ['$DISCORD_TOKEN', '$(id)', '`id`', '!!', '{1,2}[1-3]', '$URL_TOKEN'])
    assert.doesNotMatch(address.slice(platform.url.length), /[$`!{}[\]]/)
  })

  test('a copied form names files of the present folder, and its fields are no files', async () => {
    const files = [{ name: '/etc/passwd', data: 'x' }]
    const { status } = await api(platform.api, `Bot ${token()}`).post(
      `${general()}/messages`,
      multipart({ content: "a;type=text/html 'b'\n@c" }, files),
    )
    assert.equal(status, 200)
    const sent = await argumentsOf(await curlOf(await newest()))
    const field = sent[sent.indexOf('--form-string') + 1] ?? ''
    assert.deepEqual(JSON.parse(field.replace('payload_json=', '')).content, "a;type=text/html 'b'\n@c")
    assert.equal(sent[sent.indexOf('-F') + 1], 'files[0]=@passwd')
  })

  test('a body of thousands of levels leaves searches, exports and streams as they are', async () => {
    const headers = { authorization: `Bot ${token()}`, 'content-type': 'application/json' }
    for (const levels of [6_000, 8_000, 10_000, 30_000]) {
      const body = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
      assert.equal((await fetch(`${platform.api}/users/@me`, { method: 'PATCH', headers, body })).status, 400)
      assert.equal((await control().get(`/tape/${(await newest()).id}`)).status, 200)
    }
    assert.equal((await control().get('/tape?text=absent')).status, 200)
    const exported = await fetch(`${platform.control.url}/tape/export?format=ndjson`, {
      headers: { authorization: `Bearer ${platform.control.key}` },
    })
    for (const line of (await exported.text()).trimEnd().split('\n')) JSON.parse(line)
  })

  test('the headers of a request count for the memory of the tape', async () => {
    const sizeOf = async (name: string) => {
      const headers = { authorization: `Bot ${token()}`, 'x-long': name }
      await fetch(`${platform.api}/users/@me`, { headers })
      return platform.tape.get((await newest()).id)?.entry.keptBytes ?? 0
    }
    const [short, long] = [await sizeOf(''), await sizeOf('h'.repeat(10_000))]
    assert.equal(long - short, 10_000)
  })
})
