/** Attacks by bodies: the body of an anonymous caller costs next to nothing before its target is known. [H1 H2 L5] */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { api, multipart, startPlatform, type TestPlatform } from '@guildhall/testing'

const MiB = 1024 * 1024
const bodies = { memory: { perHolder: 4 * MiB, total: 8 * MiB }, stalledMs: 400 }
let platform: TestPlatform
let data = ''
let hook = ''

before(async () => {
  data = await mkdtemp(join(tmpdir(), 'guildhall-hostile-'))
  platform = await startPlatform({ data, databaseUrl: null, rateLimits: 'off', logLevel: 'silent', limits: { bodies } })
  const bot = api(platform.api, `Bot ${platform.world?.applications.ping?.bot?.token}`)
  const general = platform.world?.guilds.workshop?.channels.general?.id ?? ''
  const { body } = await bot.post<{ id: string; token: string }>(`/channels/${general}/webhooks`, { name: 'hook' })
  hook = `/webhooks/${body.id}/${body.token}`
})
after(async () => {
  await platform.close()
  await rm(data, { recursive: true, force: true })
})

interface Sending {
  path: string
  /** Declared, whatever is sent. */
  length: number
  type?: string
}

/** Sends headers and the beginning of a body, and keeps the connection open. */
async function begin({ path, length, type = 'application/json' }: Sending, bytes: string | Buffer): Promise<Socket> {
  const { hostname, port } = new URL(platform.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  socket.write(head)
  socket.write(bytes)
  return socket
}

/** Status and error code of the response that comes while the body is unfinished. */
async function refusal(socket: Socket): Promise<[number, number]> {
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const body = text.split('\r\n\r\n')[1]
    if (body?.endsWith('}')) break
  }
  return [Number(text.split(' ')[1]), JSON.parse(text.split('\r\n\r\n')[1] ?? '{}').code]
}

describe('bodies under attack', () => {
  test('a webhook or interaction that does not exist is refused before its body arrives', async () => {
    const cases: [string, number, number][] = [
      ['/webhooks/1/x', 404, 10015],
      ['/webhooks/1/x/slack', 404, 10015],
      ['/webhooks/1/x/github', 404, 10015],
      ['/interactions/1/x/callback', 404, 10062],
      [`${hook}x`, 401, 50027],
    ]
    for (const [path, status, code] of cases) {
      for (const type of ['application/json', 'multipart/form-data; boundary=b']) {
        const socket = await begin({ path, length: 16 * MiB, type }, '[')
        assert.deepEqual(await refusal(socket), [status, code], `${path} ${type}`)
        socket.destroy()
      }
    }
  })

  test('uploads to a webhook that does not exist never reach the disk', async () => {
    const form = '--b\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\n'
    const type = 'multipart/form-data; boundary=b'
    const refused = await begin({ path: '/webhooks/1/x', length: 16 * MiB, type }, form + 'x'.repeat(MiB))
    await refusal(refused)
    assert.deepEqual(await readdir(join(data, 'uploads')), [])
    refused.destroy()
  })

  test('anonymous callers send small bodies only', async () => {
    for (const path of ['/auth/login', '/oauth2/token', '/oauth2/token/revoke']) {
      const socket = await begin({ path, length: 65 * 1024, type: 'application/x-www-form-urlencoded' }, 'a')
      assert.deepEqual(await refusal(socket), [413, 40005], path)
      socket.destroy()
    }
  })

  test('unfinished bodies of one address hold no more than its share, and users behind it are served', async () => {
    const bytes = Buffer.alloc(MiB, 0x20)
    const outcomes: Promise<[number, number]>[] = []
    const sockets: Socket[] = []
    for (let index = 0; index < 12; index += 1) {
      const socket = await begin({ path: hook, length: 16 * MiB }, bytes)
      sockets.push(socket)
      outcomes.push(refusal(socket))
    }
    // Those within the share stall and are ended for that.
    const codes = (await Promise.all(outcomes)).map(([status]) => status)
    assert.ok(codes.filter((status) => status === 503).length >= 8, codes.join(' '))
    assert.ok(
      codes.every((status) => status === 503 || status === 408),
      codes.join(' '),
    )
    for (const socket of sockets) socket.destroy()
    const posted = await api(platform.api).post(`${hook}?wait=true`, { content: 'still served' })
    assert.equal(posted.status, 200)
  })

  test('a body that stalls, or trickles, is ended with 408', async () => {
    const stalled = await begin({ path: hook, length: 100 }, '{"content":')
    const trickling = await begin({ path: hook, length: 10_000 }, '{')
    const timer = setInterval(() => trickling.write(' '), 50)
    const results = await Promise.all([refusal(stalled), refusal(trickling)])
    clearInterval(timer)
    assert.deepEqual(results, [
      [408, 0],
      [408, 0],
    ])
    stalled.destroy()
    trickling.destroy()
  })

  test('a body in many pieces arrives whole', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(1_500) })
    const socket = await begin({ path: `${hook}?wait=true`, length: body.length }, '')
    for (let at = 0; at < body.length; at += 100) {
      await new Promise((resolve) => socket.write(body.slice(at, at + 100), resolve))
    }
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    assert.match(bytes.toString(), /^HTTP\/1.1 200/)
    socket.destroy()
  })

  test('an upload that cannot be written is a fault of the server', async () => {
    await rm(join(data, 'uploads'), { recursive: true })
    const form = multipart({ content: 'x' }, [{ name: 'a.txt', bytes: Buffer.from('text') }] as never)
    const { status } = await api(platform.api).post(hook, form)
    assert.equal(status, 500)
  })
})
