/** Direct messages: one channel for a pair, shown when there is something to read, for those who may write. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { ChannelObject, MessageObject } from '@guildhall/protocol'
import { type api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

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

const test = guildhallTest({ world })
const { platform } = test
const userId = (name: keyof typeof world.users) => platform[name].id
const open = (recipient_id: string, as = platform.app.api) =>
  as.post<ChannelObject>('/users/@me/channels', { recipient_id })

async function session(token: string | undefined, intents = 0) {
  const gateway = await RawGateway.connect(platform.gateway)
  const ready = await gateway.identify<{ private_channels: ChannelObject[] }>({ token: token ?? '', intents })
  return { gateway, ready }
}

describe('direct messages', () => {
  test('[CH-4] a DM opens for the other user with its first message, and each user closes it for themselves', async () => {
    const { gateway: bob, ready } = await session(platform.bob.token)
    assert.deepEqual(ready.private_channels, [])
    const dm = (await open(userId('bob'))).body
    assert.equal('application_id' in dm, false)
    assert.deepEqual(
      dm.recipients?.map(({ id }) => id),
      [userId('bob')],
    )
    assert.equal(
      (await platform.app.api.post<ChannelObject>('/users/@me/channels', { recipients: [userId('bob')] })).body.id,
      dm.id,
    )
    assert.deepEqual((await platform.bob.api.get('/users/@me/channels')).body, [])
    const send = (content: string) => platform.app.api.post<MessageObject>(`/channels/${dm.id}/messages`, { content })
    const written = (content: string) => ({
      trigger: () => send(content),
      event: (frame: { t?: string | null; d?: unknown }) =>
        frame.t === 'MESSAGE_CREATE' && (frame.d as MessageObject).content === content,
    })
    assert.equal((await send('psst')).status, 200)
    const opened = await bob.next('CHANNEL_CREATE')
    assert.deepEqual([opened.d.id, opened.d.recipients?.length], [dm.id, 1])
    assert.equal((await bob.next('MESSAGE_CREATE')).d.content, 'psst')
    await bob.none('CHANNEL_CREATE', () => send('again'), written('a fence'))

    assert.equal((await platform.bob.api.delete(`/channels/${dm.id}`)).status, 200)
    assert.equal((await bob.next('CHANNEL_DELETE')).d.id, dm.id)
    assert.deepEqual((await platform.bob.api.get('/users/@me/channels')).body, [])
    await send('hello again')
    assert.equal((await bob.next('CHANNEL_CREATE')).d.id, dm.id)
    assert.equal((await platform.bob.api.get<ChannelObject[]>('/users/@me/channels')).body[0]?.id, dm.id)
    const later = await session(platform.bob.token)
    assert.deepEqual(
      later.ready.private_channels.map(({ id }) => id),
      [dm.id],
    )
    assert.equal((await platform.eve.api.get(`/channels/${dm.id}`)).code, 50001)
    assert.equal((await platform.eve.api.post(`/channels/${dm.id}/messages`, { content: 'x' })).code, 50001)
    for (const { gateway } of [{ gateway: bob }, later]) await gateway.close()
  })

  test('POST /users/{id}/channels opens a DM under the own id, as discord.js 12 and 13 ask for it', async () => {
    const bot = platform.app.id
    const body = { recipient_id: userId('eve') }
    const { status, body: dm } = await platform.app.api.post<ChannelObject>(`/users/${bot}/channels`, body)
    assert.deepEqual([status, dm.id], [200, (await open(userId('eve'))).body.id])
    assert.equal((await platform.app.api.post(`/users/${userId('eve')}/channels`, body)).code, 50001)
  })

  test('last_message_id goes on naming the newest message after its deletion', async () => {
    const dm = `/channels/${(await open(userId('eve'))).body.id}`
    const post = async (content: string) =>
      (await platform.app.api.post<MessageObject>(`${dm}/messages`, { content })).body.id
    const last = async () => (await platform.app.api.get<ChannelObject>(dm)).body.last_message_id
    const [older, newest] = [await post('older'), await post('newest')]
    await platform.app.api.delete(`${dm}/messages/${newest}`)
    assert.equal(await last(), newest)
    await platform.app.api.delete(`${dm}/messages/${older}`)
    assert.equal(await last(), newest)
    const next = await post('next')
    assert.equal(await last(), next)
  })

  test('a bot receives the messages of a DM but no CHANNEL_CREATE', async () => {
    const { gateway } = await session(platform.app.token, 4096)
    const dm = (await open(platform.app.id, platform.eve.api)).body
    await gateway.none(
      'CHANNEL_CREATE',
      () => platform.eve.api.post(`/channels/${dm.id}/messages`, { content: 'hey' }),
      {
        trigger: () => platform.eve.api.post(`/channels/${dm.id}/messages`, { content: 'you' }),
        event: (frame) => (frame.d as unknown as MessageObject | undefined)?.content === 'you',
      },
    )
    assert.equal((await gateway.next('MESSAGE_CREATE')).d.content, 'hey')
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
      const refused = await platform.app.api.post<MessageObject>(`/channels/${opened.body.id}/messages`, {
        content: 'x',
      })
      assert.deepEqual([refused.status, refused.code], [403, code], name)
    }
    assert.equal((await open(platform.other.id)).code, 50007)
    assert.equal((await open('1')).code, 50033)
    assert.equal((await open(platform.app.id)).code, 50033)
    assert.equal((await open(userId('out'), platform.bob.api)).status, 200)
    // A conversation that was possible once is no longer when the last shared guild is left.
    const dm = (await open(userId('eve'))).body
    const send = (as: ReturnType<typeof api>) => as.post<MessageObject>(`/channels/${dm.id}/messages`, { content: 'x' })
    assert.equal((await send(platform.app.api)).status, 200)
    await platform.app.api.delete(`/guilds/${platform.lab.id}/members/${userId('eve')}`)
    assert.equal((await send(platform.app.api)).code, 50278)
    assert.equal((await send(platform.eve.api)).status, 200)
  })
})
