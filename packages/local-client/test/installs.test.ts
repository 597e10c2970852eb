/** Games that ask for more than scopes: a place in a guild, permissions, or a scope that is always asked. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'
import type { ConsentRequest } from '../src/rpc/index.ts'
import { IpcGame } from './support/ipc-game.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
const ADMINISTRATOR = '8'

interface World {
  users: Record<'alice' | 'mallory', { id: string; token: string }>
  applications: Record<'evil' | 'own', { id: string; client_secret: string; bot: { id: string } }>
  guilds: Record<'lab' | 'den', { id: string }>
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient
const games = {} as Record<'evil' | 'own', IpcGame>
let isAllowed = false
/** Asks in the other clients of the person instead of allowing or refusing. */
let asksOthers = false
const asked: ConsentRequest[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-installs-'))
  platform = await startPlatform({
    rateLimits: 'off',
    world: {
      users: { alice: {}, mallory: {} },
      applications: {
        evil: { name: 'Evil', owner: 'mallory', bot: {}, redirect_uris: [REDIRECT] },
        own: { name: 'Own', owner: 'alice', bot: {}, redirect_uris: [REDIRECT] },
      },
      guilds: {
        lab: { name: 'Lab', owner: 'alice', channels: { general: { type: 0 } } },
        den: { name: 'Den', owner: 'mallory', members: ['alice'], channels: { general: { type: 0 } } },
      },
    },
  })
  world = platform.world as unknown as World
  local = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.alice.token },
    ipcFolder: folder,
    consent: async (request, askWebApp) => {
      asked.push(request)
      return asksOthers ? ((await askWebApp()) ?? false) : isAllowed
    },
    onSignedOut: () => {},
  })
  for (const name of ['evil', 'own'] as const) {
    await allowBefore(name)
    games[name] = await IpcGame.connect(local.ipc, world.applications[name].id)
  }
})

beforeEach(() => {
  asked.length = 0
  isAllowed = false
})

after(async () => {
  for (const game of Object.values(games)) game.socket.destroy()
  await local.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

const alice = () => api(`${platform.api}/v10`, world.users.alice.token)

/** Lets the person allow an application's scopes once, so that `prompt: none` finds them granted. */
async function allowBefore(name: 'evil' | 'own'): Promise<void> {
  const { id, client_secret } = world.applications[name]
  const scope = 'identify+messages.read+applications.commands'
  const query = `client_id=${id}&scope=${scope}&response_type=code&redirect_uri=${encodeURIComponent(REDIRECT)}`
  const { body } = await alice().post<{ location: string }>(`/oauth2/authorize?${query}`, { authorize: true })
  const code = new URL(body.location).searchParams.get('code') ?? assert.fail(body.location)
  const form = { client_id: id, client_secret, grant_type: 'authorization_code', code, redirect_uri: REDIRECT }
  const response = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  assert.equal(response.status, 200)
}

/** Sends AUTHORIZE; returns the code, or the code of the error. */
async function authorize(args: object, name: 'evil' | 'own' = 'evil'): Promise<string | number> {
  const { data } = await games[name].command('AUTHORIZE', { client_id: world.applications[name].id, ...args })
  return data?.code as string | number
}

async function rpcToken(name: 'evil' | 'own'): Promise<string> {
  const { id, client_secret } = world.applications[name]
  const body = new URLSearchParams({ client_id: id, client_secret })
  const response = await fetch(`${platform.api}/oauth2/token/rpc`, { method: 'POST', body })
  return ((await response.json()) as { rpc_token: string }).rpc_token
}

async function isMember(name: 'evil' | 'own'): Promise<boolean> {
  const { status } = await alice().get(`/guilds/${world.guilds.lab.id}/members/${world.applications[name].bot.id}`)
  return status === 200
}

test('a game adds its bot to a guild of its person by no request without a question', async () => {
  const guild_id = world.guilds.lab.id
  const wanted = { guild_id, permissions: ADMINISTRATOR, prompt: 'none' }
  for (const scopes of [['bot'], ['identify', 'bot'], ['identify bot'], ['identify\tbot'], 'identify bot', [' bot ']]) {
    assert.equal(await authorize({ ...wanted, scopes }), 5000, JSON.stringify(scopes))
    const [question] = asked.splice(0)
    assert.deepEqual(question?.install, { guild: { id: guild_id, name: 'Lab' }, permissions: ADMINISTRATOR })
  }
  // The token proves that the person owns the application.
  assert.equal(await authorize({ ...wanted, scopes: ['bot'], rpc_token: await rpcToken('own') }, 'own'), 5000)
  assert.equal(asked.length, 1)
  assert.deepEqual([await isMember('evil'), await isMember('own')], [false, false])
})

test('the commands of a game are added to a guild or an account only after a question', async () => {
  const scopes = ['identify', 'applications.commands']
  assert.equal(typeof (await authorize({ scopes, prompt: 'none' })), 'string', 'without a place nothing is added')
  assert.equal(asked.length, 0)
  assert.equal(await authorize({ scopes, prompt: 'none', guild_id: world.guilds.lab.id }), 5000)
  assert.deepEqual(asked.pop()?.install, { guild: { id: world.guilds.lab.id, name: 'Lab' }, permissions: null })
  for (const integration_type of [1, '1']) {
    assert.equal(await authorize({ scopes, prompt: 'none', integration_type }), 5000)
    assert.deepEqual(asked.pop()?.install, { guild: null, permissions: null })
  }
  const { body } = await alice().get<unknown[]>(`/guilds/${world.guilds.lab.id}/integrations`)
  assert.deepEqual(body, [])
})

test('requests that cannot be carried out fail before the person is asked', async () => {
  isAllowed = true
  for (const args of [
    { scopes: ['bot'] },
    { scopes: ['webhook.incoming'] },
    { scopes: ['bot'], guild_id: world.guilds.den.id },
    { scopes: ['bot'], guild_id: '1' },
  ])
    assert.equal(await authorize(args), 5000, JSON.stringify(args))
  for (const args of [
    { scopes: ['bot'], guild_id: 'x' },
    { scopes: ['bot'], guild_id: world.guilds.lab.id, permissions: 'all' },
    { scopes: ['identify'], integration_type: 2 },
    { scopes: [' '] },
    { scopes: Array.from({ length: 50 }, (_, index) => `a${index} b${index}`) },
  ])
    assert.equal(await authorize(args), 4000, JSON.stringify(args))
  assert.equal(asked.length, 0)
})

test('messages.read is asked for in every form of the list, also with an RPC token', async () => {
  for (const scopes of [['identify', 'messages.read'], ['identify messages.read'], ['identify\nmessages.read']]) {
    const args = { scopes, rpc_token: await rpcToken('own') }
    assert.equal(await authorize(args, 'own'), 5000, JSON.stringify(scopes))
    assert.deepEqual(asked.pop()?.scopes, ['identify', 'messages.read'])
  }
  const trusted = await authorize({ scopes: ['identify guilds'], rpc_token: await rpcToken('own') }, 'own')
  assert.deepEqual([typeof trusted, asked.length], ['string', 0])
})

test('the question in another client names guild and permissions, and the role gets these', async () => {
  await using webApp = await RawGateway.connect(platform.gateway)
  await webApp.identify({ token: world.users.alice.token })
  asksOthers = true
  try {
    const code = authorize({
      scopes: ['bot'],
      guild_id: world.guilds.lab.id,
      permissions: '3072',
      other: ADMINISTRATOR,
    })
    const { d } = await webApp.next<{ id: string; scopes: string[]; install: object }>(
      ({ t }) => t === 'CONSENT_REQUEST_CREATE',
    )
    assert.deepEqual(d.install, { guild: { id: world.guilds.lab.id, name: 'Lab' }, permissions: '3072' })
    for (const status of ['shown', 'accepted']) await alice().post(`/users/@me/consent-requests/${d.id}`, { status })
    assert.equal(typeof (await code), 'string')
    const { body } = await alice().get<{ name: string; permissions: string }[]>(`/guilds/${world.guilds.lab.id}/roles`)
    assert.equal(body.find(({ name }) => name === 'Evil')?.permissions, '3072')
  } finally {
    asksOthers = false
  }
})

test('POST /users/@me/consent-requests rejects guilds without the person and scopes with spaces', async () => {
  const application_id = world.applications.evil.id
  const ask = (body: object) =>
    alice().post<{ code: number }>('/users/@me/consent-requests', { application_id, ...body })
  const foreign = await ask({ scopes: ['bot'], install: { guild_id: '1', permissions: '8' } })
  assert.deepEqual([foreign.status, foreign.body.code], [404, 10004])
  for (const scopes of [['identify bot'], [''], ['a\tb']]) assert.equal((await ask({ scopes })).status, 400)
})

test('GET /oauth2/authorize tells no request that adds something as authorized', async () => {
  const get = async (query: string) => {
    const base = `/oauth2/authorize?client_id=${world.applications.evil.id}&local_client=true&response_type=code`
    return (await alice().get<{ authorized: boolean }>(`${base}&${query}`)).body.authorized
  }
  assert.equal(await get('scope=identify'), true)
  assert.equal(await get('scope=identify+applications.commands'), true)
  assert.equal(await get(`scope=identify+applications.commands&guild_id=${world.guilds.lab.id}`), false)
  assert.equal(await get('scope=identify+applications.commands&integration_type=1'), false)
  assert.equal(await get('scope=bot'), false)
})
