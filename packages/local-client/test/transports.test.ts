/** Transports of the local client, hostile frames, and questions to the person. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RawGateway, type TestPlatform } from '@guildhall/testing'
import { Client } from 'discord-rpc'
import fc from 'fast-check'
import WebSocket from 'ws'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'
import { Opcode } from '../src/ipc/frames.ts'
import { IpcGame } from './support/ipc-game.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
const ORIGIN = 'http://game.example'

interface World {
  users: Record<'alice' | 'bob', { id: string; username: string; token: string }>
  applications: Record<
    'game' | 'paced' | 'noisy' | 'linked',
    { id: string; client_secret: string; public_key: string; bot: { token: string } }
  >
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient
let port: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-transports-'))
  const application = (name: string) => ({ name, owner: 'alice', bot: {}, redirect_uris: [REDIRECT] })
  platform = await startPlatform({
    world: {
      users: { alice: {}, bob: {} },
      applications: {
        game: { ...application('Chess'), rpc_origins: [ORIGIN] },
        paced: application('Paced'),
        noisy: application('Noisy'),
        linked: { ...application('Linked'), skus: { gem: { name: 'Gem', type: 3 } } },
      },
      guilds: { lab: { name: 'Lab', owner: 'alice', members: ['bob'], channels: { general: { type: 0 } } } },
    },
  })
  world = platform.world as unknown as World
  local = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.alice.token },
    ipcFolder: folder,
    websocket: true,
    consent: async (_request, askWebApp) => (await askWebApp()) ?? false,
    onSignedOut: () => {},
  })
  port = new URL(local.websocket ?? '').port
})

after(async () => {
  await local.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

test('discord-rpc connects by WebSocket from a registered origin, and may not act as a native application', async () => {
  const game = new Client({ transport: 'websocket', origin: ORIGIN } as ConstructorParameters<typeof Client>[0])
  await game.connect(world.applications.game.id)
  assert.equal(game.user?.username, 'alice')
  // Without a token only native applications set an activity.
  await assert.rejects(game.setActivity({ details: 'Move 1' }), { code: 4006 })
  await game.destroy()
})

/** Connects by WebSocket; resolves with the first message, or the code of the close. */
async function open(query: string, origin?: string): Promise<number | { evt: string; socket: WebSocket }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?${query}`, origin === undefined ? {} : { origin })
  return new Promise((resolve, reject) => {
    socket.once('message', (text) => resolve({ ...JSON.parse(String(text)), socket }))
    socket.once('close', (code) => resolve(code))
    socket.once('error', reject)
  })
}

test('WebSocket refuses wrong versions, encodings, applications and origins with their codes', async () => {
  const { id } = world.applications.game
  assert.equal(await open(`v=2&client_id=${id}`), 4004)
  assert.equal(await open(`v=1&client_id=${id}&encoding=etf`), 4005)
  assert.equal(await open('v=1&client_id=1'), 4000)
  assert.equal(await open('v=1'), 4000)
  assert.equal(await open(`v=1&client_id=${id}`, 'http://evil.example'), 4001)
})

test("the platform's own pages need no application, and use private commands", async () => {
  const connection = await open('v=1', platform.url)
  assert.ok(typeof connection === 'object' && connection.evt === 'READY')
  const { socket } = connection
  const ask = async (cmd: string, args: object) => {
    socket.send(JSON.stringify({ cmd, args, nonce: cmd }))
    const [text] = await once(socket, 'message')
    return JSON.parse(String(text)) as { evt: string | null; data: { code?: number } }
  }
  assert.equal((await ask('INVITE_BROWSER', { code: 'nothing' })).data.code, 4011)
  assert.equal((await ask('GIFT_CODE_BROWSER', { code: 'nothing' })).data.code, 4016)
  assert.equal((await ask('SET_ACTIVITY', { activity: null })).data.code, 4006)
  socket.close()
})

test('HTTP carries out one command; other names of this computer are refused', async () => {
  const { id } = world.applications.noisy
  const url = `http://127.0.0.1:${port}/rpc?v=1&client_id=${id}`
  const post = (body: string, headers = {}) => fetch(url, { method: 'POST', body, headers })
  const response = await post(JSON.stringify({ cmd: 'GET_USER', args: { id: world.users.bob.id }, nonce: 'a' }))
  const answer = (await response.json()) as { nonce: string; data: { username: string } }
  assert.deepEqual([answer.nonce, answer.data.username], ['a', 'bob'])
  assert.equal((await post('{')).status, 400)
  assert.equal((await post('{}', { origin: 'http://evil.example' })).status, 403)
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 404, 'libraries look for this')
})

test('the third connection of a minute gets READY late, not CLOSE', async () => {
  const { id } = world.applications.paced
  const first = await IpcGame.connect(local.ipc, id)
  const second = await IpcGame.connect(local.ipc, id)
  const third = new IpcGame(local.ipc)
  third.write(Opcode.HANDSHAKE, { v: 1, client_id: id })
  third.write(Opcode.PING, { n: 1 })
  const next = await third.next(() => true)
  assert.deepEqual(next, { n: 1 }, 'the PING is answered before the late READY')
  await Promise.all([first.end(), second.end(), third.end()])
})

test('[RPC-4] [RPC-5] frames out of order, unknown applications and other versions are closed with their codes', async () => {
  const { id } = world.applications.linked
  const closeOf = async (opcode: number, data: unknown, isConnected = false) => {
    const game = isConnected ? await IpcGame.connect(local.ipc, id) : new IpcGame(local.ipc)
    game.write(opcode as Opcode, data)
    const close = await game.next((_message, kind) => kind === Opcode.CLOSE)
    await game.closed
    return close?.code
  }
  assert.equal(await closeOf(Opcode.HANDSHAKE, { v: 2, client_id: id }), 4004)
  for (const client_id of [undefined, '', '1', 'x', id.slice(1)])
    assert.equal(await closeOf(Opcode.HANDSHAKE, { v: 1, client_id }), 4000, client_id)
  assert.equal(await closeOf(Opcode.FRAME, { cmd: 'GET_GUILDS', args: {}, nonce: '1' }), 1003)
  assert.equal(await closeOf(9, {}), 1003)
})

test('[SVC-12] [GW-15] [RPC-5] [RPC-6] [EVT-17] READY names this platform, and a PING is answered with its data', async () => {
  const game = new IpcGame(local.ipc)
  game.write(Opcode.HANDSHAKE, { v: 1, client_id: world.applications.noisy.id })
  const ready = await game.event('READY')
  const { config, v, user } = ready.data as { config: Record<string, string>; v: number; user: { id: string } }
  assert.deepEqual([ready.cmd, ready.nonce, v, user.id], ['DISPATCH', null, 1, world.users.alice.id])
  assert.equal(config.api_endpoint, platform.api.replace(/^http:/, ''))
  assert.equal(config.environment, 'production')
  for (const data of [{ any: ['data', null] }, {}]) {
    game.write(Opcode.PING, data)
    assert.deepEqual(await game.next((_message, opcode) => opcode === Opcode.PONG), data)
  }
  await game.end()
})

test('hostile frames end at most their own connection', async () => {
  const headers = fc.record({ opcode: fc.nat(6), length: fc.oneof(fc.nat(64), fc.nat()) })
  const payload = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ cmd: fc.constantFrom('SET_ACTIVITY', 'SUBSCRIBE', 'AUTHENTICATE', 'GET_USER'), args: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  )
  const run = async (frames: { header: { opcode: number; length: number }; text: string; honest: boolean }[]) => {
    const game = new IpcGame(local.ipc)
    for (const { header, text, honest } of frames) {
      const bytes = Buffer.from(text)
      const head = Buffer.alloc(8)
      head.writeUInt32LE(header.opcode, 0)
      head.writeUInt32LE(honest ? bytes.length : header.length % 2 ** 32, 4)
      if (game.socket.writable) game.socket.write(Buffer.concat([head, bytes]))
    }
    await game.end()
  }
  const frame = fc.record({ header: headers, text: payload, honest: fc.boolean() })
  await fc.assert(fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 20 }), run), {
    numRuns: Number(process.env.RPC_FUZZ_RUNS ?? 300),
  })
  const answer = await fetch(`http://127.0.0.1:${port}/rpc?v=1&client_id=${world.applications.game.id}`, {
    method: 'POST',
    body: JSON.stringify({ cmd: 'GET_USER', args: { id: world.users.bob.id } }),
  })
  assert.equal(answer.status, 200, 'the local client still works')
})

test('a frame of more than 1 MiB ends the connection', async () => {
  const game = new IpcGame(local.ipc)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(2 ** 20 + 1, 4)
  game.socket.write(head)
  assert.equal((await game.next(() => true))?.code, 1003)
  await game.closed
})

test('[RPC-9] [EVT-20] AUTHORIZE asks in another client of the person, and the answer decides', async () => {
  await using webApp = await RawGateway.connect(platform.gateway)
  await webApp.identify({ token: world.users.alice.token })
  await using stranger = await RawGateway.connect(platform.gateway)
  await stranger.identify({ token: world.users.bob.token })
  const post = async (path: string, body?: object, token = world.users.alice.token) => {
    const response = await fetch(`${platform.api}/v10${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return response.status
  }
  const { id, public_key } = world.applications.linked
  const game = await IpcGame.connect(local.ipc, id)
  const question = async () => {
    const { d } = await webApp.next<{ id: string; application: { name: string }; scopes: string[] }>(
      ({ t }) => t === 'CONSENT_REQUEST_CREATE',
    )
    return d
  }
  const scopes = ['identify', 'rpc']

  const refused = game.command('AUTHORIZE', { client_id: id, scopes })
  const first = await question()
  assert.deepEqual([first.application.name, first.scopes], ['Linked', scopes])
  assert.equal(
    await post(`/users/@me/consent-requests/${first.id}`, { status: 'accepted' }, world.users.bob.token),
    204,
  )
  assert.equal(await post(`/users/@me/consent-requests/${first.id}`, { status: 'shown' }), 204)
  assert.equal(await post(`/users/@me/consent-requests/${first.id}`, { status: 'denied' }), 204)
  assert.equal((await refused).data?.code, 5000, 'another user cannot answer')

  const accepted = game.command('AUTHORIZE', { client_id: id, scopes })
  const second = await question()
  await post(`/users/@me/consent-requests/${second.id}`, { status: 'accepted' })
  assert.equal(typeof (await accepted).data?.code, 'string')

  // The person links their account from elsewhere.
  await game.command('SUBSCRIBE', {}, 'AUTHORIZE_REQUEST')
  assert.equal(await post(`/users/@me/applications/${id}/authorize-requests`), 204)
  assert.deepEqual((await game.event('AUTHORIZE_REQUEST')).data, {})

  const { data } = await game.command('GET_APPLICATION_TICKET')
  const [version, signature = '', text = ''] = String(data?.ticket).split('.')
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(public_key, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  assert.equal(version, '2')
  assert.ok(verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex')))
  assert.equal(JSON.parse(Buffer.from(text, 'base64').toString()).user.id, world.users.alice.id)

  const [sku] = (await game.command('GET_SKUS')).data as unknown as { id: string; name: string }[]
  assert.equal(sku?.name, 'Gem')
  await game.command('SUBSCRIBE', {}, 'ENTITLEMENT_CREATE')
  const bought = game.command('START_PURCHASE', { sku_id: sku?.id })
  await post(`/users/@me/consent-requests/${(await question()).id}`, { status: 'accepted' })
  const [entitlement] = (await bought).data as unknown as { id: string; sku_id: string }[]
  assert.equal(entitlement?.sku_id, sku?.id)
  assert.equal((await game.event('ENTITLEMENT_CREATE')).data?.id, entitlement?.id)

  // The question is withdrawn with the connection.
  void game.command('AUTHORIZE', { client_id: id, scopes })
  const third = await question()
  await game.end()
  const { d } = await webApp.next<{ id: string; status: string }>(
    (frame) => frame.t === 'CONSENT_REQUEST_UPDATE' && (frame.d as { id: string }).id === third.id,
  )
  assert.equal(d.status, 'withdrawn')
  assert.ok(!stranger.frames.some(({ t }) => t === 'CONSENT_REQUEST_CREATE'), 'others receive nothing')
})
