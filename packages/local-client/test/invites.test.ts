/** Asking to join, spectating and invites to play, between local clients of two people with unmodified libraries. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Api, api, type TestPlatform } from '@guildhall/testing'
import { Client as XClient } from '@xhayper/discord-rpc'
import { Client } from 'discord-rpc'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'

type Name = 'alice' | 'bob' | 'carol'

interface World {
  users: Record<Name, { id: string; token: string }>
  applications: Record<'game' | 'other', { id: string }>
}

interface Received {
  user: { id: string; username: string }
  activity: { application_id: string; session_id: string; party: { id: string }; secrets?: object }
  type: number
  channel_id: string
  message_id: string
}

type Game = Pick<Client, 'on' | 'off'> & { request(cmd: string, args?: object): Promise<{ data?: unknown }> }

let platform: TestPlatform
let world: World
let folder: string
const locals: LocalClient[] = []
/** Alice plays by discord-rpc, bob by @xhayper/discord-rpc. */
let host: Client
let guest: XClient
let hostGame: Game
let guestGame: Game

const personApi = (name: Name): Api => api(platform.api, world.users[name].token)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-ipc-'))
  platform = await startPlatform({
    world: {
      users: { alice: {}, bob: {}, carol: {} },
      applications: { game: { name: 'Chess', owner: 'alice' }, other: { name: 'Other', owner: 'bob' } },
      guilds: { lab: { owner: 'alice', members: ['bob'] } },
    },
  })
  world = platform.world as unknown as World
  for (const name of ['alice', 'bob'] as const) {
    const credentials = { token: world.users[name].token }
    const options = { server: platform.url, credentials, ipcFolder: folder, onSignedOut: () => {} }
    locals.push(await startLocalClient({ ...options, consent: async () => true }))
  }
  host = await withFolder(async () => {
    const client = new Client({ transport: 'ipc' })
    await client.login({ clientId: world.applications.game.id })
    return client
  })
  guest = await connectGuest('game')
  hostGame = host as unknown as Game
  guestGame = guest as unknown as Game
  await host.setActivity({ partyId: 'p1', partySize: 1, partyMax: 4, joinSecret: 'join-1', spectateSecret: 'watch-1' })
})

after(async () => {
  await host.destroy()
  await guest.destroy()
  for (const local of locals) await local.close()
  await platform.close()
  await rm(folder, { recursive: true })
})

/** Connects a game of bob, whose local client has the second socket. */
async function connectGuest(application: 'game' | 'other'): Promise<XClient> {
  const pathList = [{ platform: [process.platform], format: () => locals[1]?.ipc ?? '' }]
  const client = new XClient({ clientId: world.applications[application].id, transport: { type: 'ipc', pathList } })
  await client.login()
  return client
}

/** discord-rpc takes the folder of sockets from the environment only. */
async function withFolder<T>(connect: () => Promise<T>): Promise<T> {
  const former = process.env.XDG_RUNTIME_DIR
  process.env.XDG_RUNTIME_DIR = folder
  try {
    return await connect()
  } finally {
    if (former === undefined) delete process.env.XDG_RUNTIME_DIR
    else process.env.XDG_RUNTIME_DIR = former
  }
}

/** Subscribes, and returns the next event that follows an action. */
async function eventAfter<T>(game: Game, event: string, act: () => Promise<unknown>): Promise<T> {
  await (game as unknown as XClient).subscribe(event as never)
  const next = once(game as never, event)
  await act()
  const [data] = await next
  return data as T
}

const request = (from: Name, to: Name, activity: object) =>
  personApi(from).post(`/users/${world.users[to].id}/messages`, {
    activity,
    application_id: world.applications.game.id,
  })

test('a request to join reaches the game, which accepts it, and the asking game gets the secret', async () => {
  const asked = await eventAfter<Received>(hostGame, 'ACTIVITY_JOIN_REQUEST', async () => {
    const { status, body } = await request('bob', 'alice', { type: 5, party_id: 'p1' })
    assert.equal(status, 200, JSON.stringify(body))
  })
  assert.deepEqual([asked.user.username, asked.type, asked.activity.party.id], ['bob', 5, 'p1'])
  assert.equal(asked.activity.secrets, undefined)
  const joined = await eventAfter(guestGame, 'ACTIVITY_JOIN', () =>
    hostGame.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: world.users.bob.id, pid: 1 }),
  )
  assert.deepEqual(joined, { secret: 'join-1' })
  await assert.rejects(hostGame.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: world.users.bob.id }), { code: 4012 })
})

test('a request to spectate names the session of the other user, and gives the other secret', async () => {
  const { session_id } = (
    await eventAfter<Received>(hostGame, 'ACTIVITY_JOIN_REQUEST', () => request('bob', 'alice', { type: 5 }))
  ).activity
  await host.closeJoinRequest(world.users.bob.id)
  const asked = await eventAfter<Received>(hostGame, 'ACTIVITY_JOIN_REQUEST', () =>
    request('bob', 'alice', { type: 2, session_id }),
  )
  assert.equal(asked.type, 2)
  const watching = await eventAfter(guestGame, 'ACTIVITY_SPECTATE', () => host.sendJoinInvite(world.users.bob.id))
  assert.deepEqual(watching, { secret: 'watch-1' })
})

test('closed requests and those of users who did not ask are not accepted', async () => {
  for (const close of ['CLOSE_ACTIVITY_JOIN_REQUEST', 'CLOSE_ACTIVITY_REQUEST']) {
    await eventAfter(hostGame, 'ACTIVITY_JOIN_REQUEST', () => request('bob', 'alice', { type: 5 }))
    await hostGame.request(close, { user_id: world.users.bob.id })
    await assert.rejects(hostGame.request('SEND_ACTIVITY_JOIN_INVITE', { user_id: world.users.bob.id }), { code: 4012 })
  }
  await assert.rejects(hostGame.request('CLOSE_ACTIVITY_REQUEST', { user_id: world.users.carol.id }), { code: 4012 })
  await assert.rejects(hostGame.request('SEND_ACTIVITY_JOIN_INVITE', {}), { code: 4000 })
  // Bob has not heard of it: an invite after a request accepts it, however it is sent.
  const invited = { user_id: world.users.bob.id, type: 1 }
  const joined = await eventAfter(guestGame, 'ACTIVITY_JOIN', () => hostGame.request('ACTIVITY_INVITE_USER', invited))
  assert.deepEqual(joined, { secret: 'join-1' })
})

test('an invite reaches the other game, which accepts it, and no other application does', async () => {
  const invite = await eventAfter<Received>(guestGame, 'ACTIVITY_INVITE', () =>
    hostGame.request('ACTIVITY_INVITE_USER', { user_id: world.users.bob.id, type: 1, content: 'Come!', pid: 1 }),
  )
  assert.deepEqual([invite.user.username, invite.type, invite.activity.party.id], ['alice', 1, 'p1'])
  const { channel_id, message_id, activity } = invite
  const key = { type: 1, user_id: invite.user.id, session_id: activity.session_id, channel_id, message_id }
  const other = await connectGuest('other')
  const refused = (game: Pick<Game, 'request'>, change: object, code: number) =>
    assert.rejects(game.request('ACCEPT_ACTIVITY_INVITE', { ...key, ...change }), { code }, JSON.stringify(change))
  const game = other as unknown as Game
  await refused(game, {}, 5005)
  await refused(game, { application_id: world.applications.game.id }, 4007)
  await refused(guestGame, { session_id: 'forged' }, 5005)
  await refused(guestGame, { session_id: '../../@me' }, 5005)
  await refused(guestGame, { message_id: '1' }, 5005)
  await refused(guestGame, { type: 2 }, 5005)
  await refused(guestGame, { type: 5 }, 4000)
  await refused(guestGame, { user_id: world.users.carol.id }, 5005)
  await refused(game, { user_id: 'x' }, 4000)
  await other.destroy()
  const joined = await eventAfter(guestGame, 'ACTIVITY_JOIN', () => guestGame.request('ACCEPT_ACTIVITY_INVITE', key))
  assert.deepEqual(joined, { secret: 'join-1' })
  await assert.rejects(
    guestGame.request('ACTIVITY_INVITE_USER', { user_id: world.users.alice.id, type: 1, pid: 1 }),
    { code: 5006 },
    'bob plays nothing',
  )
  await assert.rejects(hostGame.request('ACTIVITY_INVITE_USER', { user_id: '1', type: 1 }), { code: 4010 })
})

test('requests of blocked users and of strangers do not reach the game', async () => {
  const received: Received[] = []
  const listener = (data: Received) => received.push(data)
  host.on('ACTIVITY_JOIN_REQUEST', listener)
  assert.equal((await request('carol', 'alice', { type: 5 })).status, 400, 'a stranger')
  await personApi('alice').put(`/users/@me/relationships/${world.users.bob.id}`, { type: 2 })
  assert.equal((await request('bob', 'alice', { type: 5 })).status, 403, 'blocked')
  // Once carol shares a guild with alice, she is no stranger.
  const guild = (await personApi('carol').post<{ id: string }>('/guilds', { name: 'Hall' })).body
  const channels = (await personApi('carol').get<{ id: string; type: number }[]>(`/guilds/${guild.id}/channels`)).body
  const text = channels.find(({ type }) => type === 0)
  const { code } = (await personApi('carol').post<{ code: string }>(`/channels/${text?.id}/invites`, {})).body
  await personApi('alice').post(`/invites/${code}`, {})
  const last = await eventAfter<Received>(hostGame, 'ACTIVITY_JOIN_REQUEST', async () => {
    const { status, body } = await request('carol', 'alice', { type: 5 })
    assert.equal(status, 200, JSON.stringify(body))
  }).finally(() => host.off('ACTIVITY_JOIN_REQUEST', listener))
  assert.equal(last.user.username, 'carol')
  assert.deepEqual(
    received.map(({ user }) => user.username),
    ['carol'],
  )
})
