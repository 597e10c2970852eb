/** RPC sessions whose access token is revoked. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { api, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../../server/test/support/platform.ts'
import { type LocalClient, startLocalClient } from '../src/index.ts'
import { Opcode } from '../src/ipc/frames.ts'
import { IpcGame } from './support/ipc-game.ts'

const REDIRECT = 'http://127.0.0.1:9/callback'

type Name = 'first' | 'second' | 'third' | 'fourth'
interface World {
  users: Record<'alice', { id: string; token: string }>
  applications: Record<Name, { id: string; client_secret: string }>
}

let platform: TestPlatform
let world: World
let folder: string
let local: LocalClient

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-revocation-'))
  const application = (name: string) => ({ name, owner: 'alice', redirect_uris: [REDIRECT] })
  const names: Name[] = ['first', 'second', 'third', 'fourth']
  const applications = Object.fromEntries(names.map((name) => [name, application(name)]))
  platform = await startPlatform({ world: { users: { alice: {} }, applications }, rateLimits: 'off' })
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

/** Connects a game with its own access token. */
async function signIn(name: Name): Promise<{ game: IpcGame; accessToken: string }> {
  const { id } = world.applications[name]
  const game = await IpcGame.connect(local.ipc, id)
  return { game, accessToken: await authenticate(name, game) }
}

async function authenticate(name: Name, game: IpcGame): Promise<string> {
  const { id, client_secret } = world.applications[name]
  const { data } = await game.command('AUTHORIZE', { client_id: id, scopes: ['identify', 'guilds', 'rpc'] })
  const form = { client_id: id, client_secret, grant_type: 'authorization_code', code: String(data?.code) }
  const response = await fetch(`${platform.api}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await response.json()) as { access_token: string }
  const { evt } = await game.command('AUTHENTICATE', { access_token })
  assert.equal(evt, null)
  return access_token
}

async function revoke(name: Name, token: string): Promise<void> {
  const { id, client_secret } = world.applications[name]
  const body = new URLSearchParams({ client_id: id, client_secret, token })
  assert.equal((await fetch(`${platform.api}/oauth2/token/revoke`, { method: 'POST', body })).status, 200)
}

/** Asserts that the connection ends with CLOSE 4003, and that nothing follows it. */
async function assertRevoked(game: IpcGame): Promise<void> {
  const close = await game.next((_message, opcode) => opcode === Opcode.CLOSE)
  assert.deepEqual(close, { code: 4003, message: 'The token was revoked.' })
  await game.closed
}

const isAlive = async (game: IpcGame) => (await game.command('GET_GUILDS')).evt === null

test('a token revoked by its application ends its RPC session with 4003, and no other session', async () => {
  const [{ game, accessToken }, other] = [await signIn('first'), await signIn('second')]
  const unauthenticated = await IpcGame.connect(local.ipc, world.applications.first.id)
  await revoke('first', accessToken)
  await assertRevoked(game)
  assert.ok(await isAlive(other.game))
  assert.equal((await unauthenticated.command('SET_ACTIVITY', { activity: null, pid: 1 })).evt, null)
  assert.equal((await unauthenticated.command('AUTHENTICATE', { access_token: accessToken })).data?.code, 4009)
  await Promise.all([other.game.end(), unauthenticated.end()])
})

test('an application removed at Authorized apps loses its RPC session with 4003', async () => {
  const { game } = await signIn('third')
  const alice = api(`${platform.api}/v10`, world.users.alice.token)
  assert.equal((await alice.delete(`/oauth2/tokens/${world.applications.third.id}`)).status, 204)
  await assertRevoked(game)
})

test('a session with a newer token ends by the revocation of that token, also of a game that reads nothing', async () => {
  const { game, accessToken } = await signIn('fourth')
  await authenticate('fourth', game)
  game.socket.pause()
  // A revocation concerns all tokens of the application.
  await revoke('fourth', accessToken)
  game.socket.resume()
  await assertRevoked(game)
})
