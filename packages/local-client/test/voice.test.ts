/** Voice of the local client: it takes part in a call without sound, and games learn who speaks. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { RawGateway, type TestPlatform, VoiceClient } from '@guildhall/testing'
import { Client } from '@xhayper/discord-rpc'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'
const FRAME = Buffer.alloc(60, 7)

interface Status {
  state: string
  hostname: string
  pings: { time: number; value: number }[]
  last_ping?: number
}

interface World {
  users: Record<'alice' | 'bob', { id: string; token: string }>
  applications: { game: { id: string; client_secret: string } }
  guilds: { lab: { id: string; channels: Record<'Voice' | 'Secret', { id: string }> } }
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient
let game: Client
const statuses: Status[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'))
  platform = await startPlatform({
    world: {
      users: { alice: {}, bob: {} },
      applications: { game: { name: 'Chess', owner: 'alice', redirect_uris: [REDIRECT] } },
      guilds: {
        lab: {
          owner: 'bob',
          members: ['alice'],
          channels: {
            Voice: { type: 2 },
            Secret: { type: 2, permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
          },
        },
      },
    },
  })
  world = platform.world as unknown as World
  local = await startLocalClient({
    server: platform.url,
    credentials: { token: world.users.alice.token },
    ipcFolder: folder,
    consent: async () => true,
    onSignedOut: () => {},
  })
  const { id, client_secret } = world.applications.game
  const pathList = [{ platform: [process.platform], format: () => local.ipc }]
  game = new Client({ clientId: id, clientSecret: client_secret, transport: { type: 'ipc', pathList } })
  // The library has no option for another base address.
  const { options } = Reflect.get(game, 'rest') as { options: { api: string } }
  options.api = platform.api
  await game.login({ scopes: ['identify', 'rpc'], redirect_uri: REDIRECT } as never)
  game.on('VOICE_CONNECTION_STATUS', (status) => statuses.push(status as Status))
  await game.subscribe('VOICE_CONNECTION_STATUS')
})

after(async () => {
  await game.destroy()
  await local.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

/** Waits for a status that is already received or follows. */
async function status(matches: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const found = statuses.find(matches)
    if (found) return found
    await once(game, 'VOICE_CONNECTION_STATUS')
  }
}

test('the status follows the connection, and games learn when another member speaks', async () => {
  const { Voice, Secret } = world.guilds.lab.channels
  await game.request('SELECT_VOICE_CHANNEL', { channel_id: Voice.id })
  await status(({ state }) => state === 'VOICE_CONNECTED')
  assert.deepEqual(statuses.map(({ state }) => state).slice(0, 5), [
    'AWAITING_ENDPOINT',
    'CONNECTING',
    'AUTHENTICATING',
    'VOICE_CONNECTING',
    'VOICE_CONNECTED',
  ])
  const measured = await status(({ last_ping }) => last_ping !== undefined)
  assert.equal(measured.hostname, '127.0.0.1')
  assert.equal(measured.pings[0]?.value, measured.last_ping)

  await assert.rejects(game.subscribe('SPEAKING_START', { channel_id: Secret.id }), { code: 4005 })
  await game.subscribe('SPEAKING_START', { channel_id: Voice.id })
  await game.subscribe('SPEAKING_STOP', { channel_id: Voice.id })
  await using gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: world.users.bob.token })
  await using bob = await VoiceClient.join(gateway, { guildId: world.guilds.lab.id, channelId: Voice.id })
  await bob.encrypted(world.users.alice.id)
  let talks = true
  const started = once(game, 'SPEAKING_START')
  const stopped = once(game, 'SPEAKING_STOP')
  const frames = function* () {
    while (talks) yield FRAME
  }
  const playing = bob.play(frames())
  const bobInVoice = { channel_id: Voice.id, user_id: world.users.bob.id }
  assert.deepEqual(await started, [bobInVoice])
  assert.ok(bob.encrypts, 'the call stays encrypted')
  talks = false
  await playing
  assert.deepEqual(await stopped, [bobInVoice])

  statuses.length = 0
  await game.request('SELECT_VOICE_CHANNEL', { channel_id: null })
  const ended = await status(({ state }) => state === 'DISCONNECTED')
  assert.deepEqual([ended.hostname, ended.pings], ['', []])
  await bob.until(() => !bob.members.has(world.users.alice.id), 'leave of the local client')
})

test('a moderator who disconnects the person ends the connection', async () => {
  const { Voice } = world.guilds.lab.channels
  statuses.length = 0
  await game.request('SELECT_VOICE_CHANNEL', { channel_id: Voice.id })
  await status(({ state }) => state === 'VOICE_CONNECTED')
  const members = `${platform.api}/guilds/${world.guilds.lab.id}/members`
  await fetch(`${members}/${world.users.alice.id}`, {
    method: 'PATCH',
    headers: { authorization: world.users.bob.token, 'content-type': 'application/json' },
    body: JSON.stringify({ channel_id: null }),
  })
  await status(({ state }) => state === 'DISCONNECTED')
  assert.equal((await game.request('GET_SELECTED_VOICE_CHANNEL')).data, null)
})
