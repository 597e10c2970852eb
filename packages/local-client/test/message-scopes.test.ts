/** Messages that RPC sessions receive, by their scopes. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'
import { IpcGame } from './support/ipc-game.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
const EVENTS = ['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE']

interface World {
  users: Record<'alice' | 'bob', { id: string; token: string }>
  applications: Record<'game' | 'other', { id: string; client_secret: string; bot: { token: string } }>
  guilds: { lab: { channels: { general: { id: string } } } }
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-message-scopes-'))
  platform = await startPlatform({
    world: {
      users: { alice: {}, bob: {} },
      applications: { game: { owner: 'alice', bot: {}, redirect_uris: [REDIRECT] }, other: {} },
      guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: {} } } },
    },
    rateLimits: 'off',
  })
  world = platform.world as unknown as World
  local = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.alice.token },
    ipcFolder: folder,
    consent: async () => true,
    onSignedOut: () => {},
  })
})

after(async () => {
  await local.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

const as = (token: string) => api(`${platform.api}/v10`, token)

async function connect(name: keyof World['applications'] = 'game') {
  const game = await IpcGame.connect(local.ipc, world.applications[name].id)
  return { game, refused: codesOf(game) }
}

/** Authenticates a game with a new token, which is returned. */
async function authenticate(game: IpcGame, scopes: string[]): Promise<string> {
  const { id, client_secret } = world.applications.game
  const { data } = await game.command('AUTHORIZE', { scopes })
  const form = { client_id: id, client_secret, grant_type: 'authorization_code', code: String(data?.code) }
  const tokens = await as('').post<{ access_token: string }>('/oauth2/token', new URLSearchParams(form))
  const { access_token } = tokens.body
  assert.equal((await game.command('AUTHENTICATE', { access_token })).evt, null)
  return access_token
}

/** Returns the function that subscribes to the three events of a channel, and returns the codes of the refusals. */
function codesOf(game: IpcGame) {
  return async (channel_id: string) => {
    const codes: unknown[] = []
    for (const event of EVENTS) {
      const { evt, data } = await game.command('SUBSCRIBE', { channel_id }, event)
      if (evt === 'ERROR') codes.push(data?.code)
    }
    return codes
  }
}

test('[RPC-9] messages of a channel need messages.read, unless the application created the channel', async () => {
  const { game, refused } = await connect()
  const token = await authenticate(game, ['identify', 'rpc', 'gdm.join'])
  const bot = as(`Bot ${world.applications.game.bot.token}`)
  const nicks = {}
  const made = await bot.post<{ id: string }>('/users/@me/channels', { access_tokens: [token], nicks })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const own = made.body.id
  while ((await game.command('GET_CHANNEL', { channel_id: own })).evt === 'ERROR');
  const general = world.guilds.lab.channels.general.id
  assert.deepEqual(await refused(general), [4006, 4006, 4006])
  assert.deepEqual(await refused(own), [])
  await as(world.users.bob.token).post(`/channels/${general}/messages`, { content: 'between people' })
  await as(world.users.alice.token).post(`/channels/${own}/messages`, { content: 'to the game' })
  const { data } = await game.event('MESSAGE_CREATE')
  assert.equal((data?.message as { content: string }).content, 'to the game')
  await game.end()
})

test('[RPC-9] a session with messages.read receives the messages of each channel of the person', async () => {
  const { game, refused } = await connect()
  await authenticate(game, ['identify', 'rpc', 'messages.read'])
  const general = world.guilds.lab.channels.general.id
  assert.deepEqual(await refused(general), [])
  await as(world.users.bob.token).post(`/channels/${general}/messages`, { content: 'between people' })
  const { data } = await game.event('MESSAGE_CREATE')
  assert.equal((data?.message as { content: string }).content, 'between people')
  await game.end()
})

test('[RPC-7] AUTHENTICATE with a text that is no token is 4009', async () => {
  // A third connection of one application in a minute has to wait.
  const { game } = await connect('other')
  for (const access_token of ['a\nb', 'é', '', ' ', 'x'.repeat(500)])
    assert.equal((await game.command('AUTHENTICATE', { access_token })).data?.code, 4009, JSON.stringify(access_token))
  await game.end()
})
