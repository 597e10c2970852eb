/** Direct messages: one channel for a pair, shown when there is something to read, for those who may write. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, shy: { allow_dms: false }, out: {} },
  applications: { app: { owner: 'ann', bot: {} }, other: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'shy'],
      bots: { app: { permissions: '8' }, other: {} },
      channels: { general: {} },
    },
  },
}

interface Wire {
  id: string
  code: number
  content: string
  recipients: { id: string }[]
  [key: string]: unknown
}

let platform: TestPlatform
const filled = () => {
  assert.ok(platform.world)
  return platform.world
}
const person = (name: string) => api(platform.api, filled().users[name]?.token)
const app = () => api(platform.api, `Bot ${filled().applications.app?.bot?.token}`)
const userId = (name: string) => filled().users[name]?.id ?? ''
const open = (recipient_id: string, as = app()) => as.post<Wire>('/users/@me/channels', { recipient_id })

async function session(token: string | undefined, intents = 0) {
  const gateway = await RawGateway.connect(platform.gateway)
  const ready = await gateway.identify<{ private_channels: Wire[] }>({ token: token ?? '', intents })
  return { gateway, ready }
}

describe('direct messages', () => {
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' })
  })
  after(() => platform.close())

  test('[CH-4] a DM opens for the other user with its first message, and each user closes it for themselves', async () => {
    const { gateway: bob, ready } = await session(filled().users.bob?.token)
    assert.deepEqual(ready.private_channels, [])
    const dm = (await open(userId('bob'))).body
    assert.equal('application_id' in dm, false)
    assert.deepEqual(
      dm.recipients.map(({ id }) => id),
      [userId('bob')],
    )
    assert.equal((await app().post<Wire>('/users/@me/channels', { recipients: [userId('bob')] })).body.id, dm.id)
    assert.deepEqual((await person('bob').get('/users/@me/channels')).body, [])
    const send = (content: string) => app().post<Wire>(`/channels/${dm.id}/messages`, { content })
    const written = (content: string) => ({
      trigger: () => send(content),
      event: (frame: { t?: string | null; d?: unknown }) =>
        frame.t === 'MESSAGE_CREATE' && (frame.d as Wire).content === content,
    })
    assert.equal((await send('psst')).status, 200)
    const opened = await bob.next<Wire>('CHANNEL_CREATE')
    assert.deepEqual([opened.d.id, opened.d.recipients.length], [dm.id, 1])
    assert.equal((await bob.next<Wire>('MESSAGE_CREATE')).d.content, 'psst')
    await bob.none('CHANNEL_CREATE', () => send('again'), written('a fence'))

    assert.equal((await person('bob').delete(`/channels/${dm.id}`)).status, 200)
    assert.equal((await bob.next<Wire>('CHANNEL_DELETE')).d.id, dm.id)
    assert.deepEqual((await person('bob').get('/users/@me/channels')).body, [])
    await send('hello again')
    assert.equal((await bob.next<Wire>('CHANNEL_CREATE')).d.id, dm.id)
    assert.equal((await person('bob').get<Wire[]>('/users/@me/channels')).body[0]?.id, dm.id)
    const later = await session(filled().users.bob?.token)
    assert.deepEqual(
      later.ready.private_channels.map(({ id }) => id),
      [dm.id],
    )
    assert.equal((await person('eve').get<Wire>(`/channels/${dm.id}`)).body.code, 50001)
    assert.equal((await person('eve').post<Wire>(`/channels/${dm.id}/messages`, { content: 'x' })).body.code, 50001)
    for (const { gateway } of [{ gateway: bob }, later]) await gateway.close()
  })

  test('last_message_id goes on naming the newest message after its deletion', async () => {
    const dm = `/channels/${(await open(userId('eve'))).body.id}`
    const post = async (content: string) => (await app().post<Wire>(`${dm}/messages`, { content })).body.id
    const last = async () => (await app().get<Wire>(dm)).body.last_message_id
    const [older, newest] = [await post('older'), await post('newest')]
    await app().delete(`${dm}/messages/${newest}`)
    assert.equal(await last(), newest)
    await app().delete(`${dm}/messages/${older}`)
    assert.equal(await last(), newest)
    const next = await post('next')
    assert.equal(await last(), next)
  })

  test('a bot receives the messages of a DM but no CHANNEL_CREATE', async () => {
    const { gateway } = await session(filled().applications.app?.bot?.token, 4096)
    const dm = (await open(filled().applications.app?.bot?.id ?? '', person('eve'))).body
    await gateway.none('CHANNEL_CREATE', () => person('eve').post(`/channels/${dm.id}/messages`, { content: 'hey' }), {
      trigger: () => person('eve').post(`/channels/${dm.id}/messages`, { content: 'you' }),
      event: (frame) => (frame.d as unknown as Wire | undefined)?.content === 'you',
    })
    assert.equal((await gateway.next<Wire>('MESSAGE_CREATE')).d.content, 'hey')
    await gateway.close()
  })

  test('bots open a DM with anyone, but write only to people who share a guild and accept messages of bots', async () => {
    const codes = [
      ['shy', 50007],
      ['out', 50278],
    ] as const
    for (const [name, code] of codes) {
      const opened = await open(userId(name))
      assert.equal(opened.status, 200, name)
      const refused = await app().post<Wire>(`/channels/${opened.body.id}/messages`, { content: 'x' })
      assert.deepEqual([refused.status, refused.body.code], [403, code], name)
    }
    assert.equal((await open(filled().applications.other?.bot?.id ?? '')).body.code, 50007)
    assert.equal((await open('1')).body.code, 50033)
    assert.equal((await open(filled().applications.app?.bot?.id ?? '')).body.code, 50033)
    assert.equal((await open(userId('out'), person('bob'))).status, 200)
    // A conversation that was possible once is no longer when the last shared guild is left.
    const dm = (await open(userId('eve'))).body
    const send = (as: ReturnType<typeof api>) => as.post<Wire>(`/channels/${dm.id}/messages`, { content: 'x' })
    assert.equal((await send(app())).status, 200)
    await app().delete(`/guilds/${filled().guilds.lab?.id}/members/${userId('eve')}`)
    assert.equal((await send(app())).body.code, 50278)
    assert.equal((await send(person('eve'))).status, 200)
  })
})
