/** Direct messages from games between full accounts: who may write, what both see, and what games receive. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ChannelObject, MessageObject } from '@guildhall/protocol'
import { type Games, startGames } from '../support/games.ts'
import { named } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

interface Message {
  id: string
  code: number
  type: number
  channel_id: string
  channel_type: number
  content: string
  flags: number
  application_id?: string
  application?: { id: string; name: string }
  activity?: object
  metadata?: Record<string, string>
  moderation_metadata?: Record<string, string>
  author: { id: string }
  recipients?: { id: string }[]
  edited_timestamp?: string | null
}

const SENT_BY_GAME = 1 << 16
const PRESENCE = 'sdk.social_layer_presence'

let games: Games
const id = (user: string) => games.userId(user)
const dms = (user: string, message = '') => `/users/${id(user)}/messages${message && `/${message}`}`
const marker = (user: string) => ({
  trigger: () => games.person(user).patch('/users/@me', { global_name: `${user} ${Math.random()}` }),
  event: 'USER_UPDATE',
})

/** Makes two people friends. */
async function befriend(one: string, other: string): Promise<void> {
  await games.person(one).put(`/users/@me/relationships/${id(other)}`, {})
  await games.person(other).put(`/users/@me/relationships/${id(one)}`, {})
}

describe('direct messages from a game', () => {
  before(async () => {
    games = await startGames()
    await befriend('ann', 'bob')
  })
  after(() => games[Symbol.asyncDispose]())

  test('a message to a friend is an ordinary DM with the flag and application of the game', async () => {
    const bob = await games.watch('bob')
    const player = games.bearer(await games.tokenOf('ann'))
    const sent = await player.post<Message>(dms('bob'), {
      content: 'ready?',
      metadata: { $n: '1' },
      flags: 1 << 6,
      application_id: games.applicationId('chess'),
    })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { content, flags, application_id, metadata, channel_type, author } = sent.body
    assert.deepEqual([content, flags, channel_type, author.id], ['ready?', SENT_BY_GAME, 1, id('ann')])
    assert.equal(application_id, games.applicationId('chess'))
    assert.deepEqual(metadata, { $n: '1' })
    // Without the game, bob receives the DM in his ordinary client, without what is for games alone.
    assert.equal((await bob.next('CHANNEL_CREATE')).d.type, 1)
    const received = (await bob.next('MESSAGE_CREATE')).d
    assert.deepEqual(
      [received.content, received.flags, received.application_id],
      ['ready?', SENT_BY_GAME, application_id],
    )
    assert.equal('metadata' in received, false)
    const [read] = (await games.person('bob').get<MessageObject[]>(`/channels/${received.channel_id}/messages`)).body
    assert.deepEqual([read?.id, read?.flags, read?.content], [sent.body.id, SENT_BY_GAME, 'ready?'])
    assert.equal('metadata' in (read ?? {}), false)
    assert.equal((await player.get<ChannelObject>(`/users/@me/dms/${id('bob')}`)).body.id, received.channel_id)
    const summaries = (await player.get<object[]>('/partner-sdk/users/@me/channels')).body
    assert.deepEqual(summaries, [{ user_id: id('bob'), last_message_id: sent.body.id }])
    await bob.drop()
  })

  test('each operation needs its scope, and invites alone permit nothing but an activity', async () => {
    const activity = { type: 1, party_id: 'p', session_id: 's' }
    const readers = games.bearer(await games.tokenOf('ann', 'chess', 'identify dm_channels.read'))
    refused(await readers.get(dms('bob')), 403, 50026)
    refused(await readers.post(dms('bob'), { content: 'x' }), 403, 50026)
    refused(await readers.post(dms('bob'), { activity }), 403, 50026)
    assert.equal((await readers.get('/partner-sdk/users/@me/channels')).status, 200)
    const presence = games.bearer(await games.tokenOf('ann', 'chess', PRESENCE))
    for (const path of [dms('bob'), `/users/@me/dms/${id('bob')}`, '/partner-sdk/users/@me/channels'])
      refused(await presence.get(path), 403, 50026, path)
    for (const body of [
      { content: 'x' },
      { content: 'x', activity },
      { metadata: { a: 'b' }, activity },
      { content: '' },
    ])
      refused(await presence.post(dms('bob'), body), 403, 50026, JSON.stringify(body))
    const invite = await presence.post<Message>(dms('bob'), { activity, application_id: games.applicationId('chess') })
    assert.equal(invite.status, 200, JSON.stringify(invite.body))
    assert.deepEqual(invite.body.activity, activity)
    assert.equal(invite.body.application?.name, 'Chess')
    refused(await presence.patch(dms('bob', invite.body.id), { content: 'x' }), 403, 50026)
    refused(await presence.delete(dms('bob', invite.body.id)), 403, 50026)
    refused(await games.bot('chess').get(dms('bob')), 403, 20001)
  })

  test('strangers may write only while both are in the game, and never when one has blocked the other', async () => {
    await using eve = (await games.play('eve')).gateway
    const token = await games.tokenOf('cat')
    const cat = games.bearer(token)
    refused(await cat.post(dms('eve'), { content: 'hi' }), 403, 50007)
    const { gateway } = await games.play({ token })
    const sent = await cat.post<Message>(dms('eve'), { content: 'hi' })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    assert.equal((await eve.next('MESSAGE_CREATE')).d.content, 'hi')
    await games.person('eve').put(`/users/@me/relationships/${id('cat')}`, { type: 2 })
    refused(await cat.post(dms('eve'), { content: 'hello?' }), 403, 50007)
    refused(await cat.patch(dms('eve', sent.body.id), { content: 'hello?' }), 403, 50007)
    await games.person('eve').delete(`/users/@me/relationships/${id('cat')}`)
    assert.equal((await cat.post(dms('eve'), { content: 'again' })).status, 200)
    await gateway.close()
    await games.settle()
    // They share no guild, so that their history alone does not suffice.
    refused(await cat.post(dms('eve'), { content: 'later' }), 403, 50007)
    refused(await cat.post(dms('cat'), { content: 'me' }), 403, 50007, 'to oneself')
    refused(await cat.post(dms('watcher'), { content: 'bot' }), 403, 50007, 'to a bot')
    refused(await cat.post('/users/1/messages', { content: 'x' }), 404, 10013)
  })

  test('a game receives the DMs of its players with the scope, and a rival’s invites with that scope alone', async () => {
    const { gateway: bob, token } = await games.play('bob')
    const presence = await games.tokenOf('bob', 'rival', PRESENCE)
    const { gateway: rival } = await games.play({ token: presence })
    const ann = games.person('ann')
    const dm = (await ann.post<ChannelObject>('/users/@me/channels', { recipient_id: id('bob') })).body
    const typed = (await ann.post<MessageObject>(`/channels/${dm.id}/messages`, { content: 'from outside' })).body
    const heard = (await bob.next(named('MESSAGE_CREATE', { id: typed.id }))).d
    assert.deepEqual([heard.content, heard.channel_type, heard.flags], ['from outside', 1, 0])
    assert.equal('application_id' in heard, false)
    const player = games.bearer(await games.tokenOf('ann'))
    const invite = await player.post<Message>(dms('bob'), { activity: { type: 5, party_id: 'p', session_id: 's' } })
    const invited = (await bob.next(named('MESSAGE_CREATE', { id: invite.body.id }))).d
    assert.deepEqual(invited.activity, { type: 5, party_id: 'p', session_id: 's' })
    const reference = { type: 1, channel_id: dm.id, message_id: invite.body.id }
    refused(await ann.post(`/channels/${dm.id}/messages`, { message_reference: reference }), 400, 50068)
    const edited = (await ann.patch<MessageObject>(`/channels/${dm.id}/messages/${typed.id}`, { content: 'edited' }))
      .body
    assert.equal((await bob.next(named('MESSAGE_UPDATE', { id: edited.id }))).d.content, 'edited')
    await ann.delete(`/channels/${dm.id}/messages/${typed.id}`)
    assert.equal((await bob.next('MESSAGE_DELETE')).d.id, typed.id)
    const rivalPlayer = games.bearer(await games.tokenOf('ann', 'rival'))
    const own = await rivalPlayer.post<Message>(dms('bob'), { activity: { type: 1 } })
    assert.equal((await rival.next('MESSAGE_CREATE')).d.id, own.body.id, 'only the invite to its own game')
    await bob.none('MESSAGE_CREATE', () => games.person('cat').get('/users/@me'))
    // Group DMs and guilds reach no game.
    const group = (await ann.post<ChannelObject>('/users/@me/channels', { recipients: [id('bob'), id('cat')] })).body
    await bob.none(
      (frame) => /^(MESSAGE|CHANNEL)_CREATE$/.test(frame.t ?? '') && frame.d?.id !== own.body.id,
      async () => {
        await ann.post(`/channels/${group.id}/messages`, { content: 'group' })
        await ann.post(`/channels/${games.channelId('lab', 'general')}/messages`, { content: 'guild' })
      },
      marker('bob'),
    )
    assert.ok(token)
    for (const gateway of [bob, rival]) await gateway.drop()
  })

  test('only the author edits and deletes, and a game only what it sent', async () => {
    const ann = games.bearer(await games.tokenOf('ann'))
    const bob = games.bearer(await games.tokenOf('bob'))
    const rival = games.bearer(await games.tokenOf('ann', 'rival'))
    const sent = (await ann.post<Message>(dms('bob'), { content: 'one' })).body
    const typed = (
      await games.person('ann').post<MessageObject>(`/channels/${sent.channel_id}/messages`, { content: 'two' })
    ).body
    refused(await bob.patch(dms('ann', sent.id), { content: 'x' }), 403, 50005)
    refused(await bob.delete(dms('ann', sent.id)), 403, 50005)
    for (const [player, message] of [
      [rival, sent],
      [ann, typed],
    ] as const) {
      refused(await player.patch(dms('bob', message.id), { content: 'x' }), 404, 10008)
      refused(await player.delete(dms('bob', message.id)), 404, 10008)
    }
    refused(await ann.patch(dms('cat', sent.id), { content: 'x' }), 404, 10008, 'in another conversation')
    refused(await ann.patch(dms('bob', sent.id), { content: ' ' }), 400, 50006)
    refused(await ann.patch(dms('bob', sent.id), { content: 'x'.repeat(2001) }), 400, 50035)
    const edited = await ann.patch<Message>(dms('bob', sent.id), { content: 'uno' })
    assert.deepEqual([edited.status, edited.body.content], [200, 'uno'])
    assert.ok(edited.body.edited_timestamp)
    const watching = await games.watch('bob')
    assert.equal((await ann.delete(dms('bob', sent.id))).status, 204)
    assert.equal((await watching.next('MESSAGE_DELETE')).d.id, sent.id)
    refused(await ann.delete(dms('bob', sent.id)), 404, 10008)
    await watching.drop()
  })

  test('history covers 200 messages and 72 hours, for two users who have authorized the game', async () => {
    await befriend('cat', 'bob')
    const cat = games.bearer(await games.tokenOf('cat', 'rival'))
    refused(await cat.get(dms('bob')), 404, 10003, 'no channel')
    refused(await cat.get(`/users/@me/dms/${id('bob')}`), 404, 10003)
    const old = (await cat.post<Message>(dms('bob'), { content: 'old' })).body
    games.platform.clock.advance(72 * 3_600_000 - 60_000)
    const fresh = (await cat.post<Message>(dms('bob'), { content: 'new' })).body
    // Cat alone has authorized the game: bob never played it with this scope.
    const { platform } = games
    const bobs = await games.person('bob').get<{ id: string; application: { id: string } }[]>('/oauth2/tokens')
    for (const grant of bobs.body) await games.person('bob').delete(`/oauth2/tokens/${grant.id}`)
    refused(await cat.get(dms('bob')), 404, 10003, 'bob has not authorized the game')
    await games.tokenOf('bob', 'rival')
    const ids = async () => (await cat.get<Message[]>(dms('bob'))).body.map((message) => message.id)
    assert.deepEqual(await ids(), [fresh.id, old.id])
    platform.clock.advance(120_000)
    assert.deepEqual(await ids(), [fresh.id])
    for (const limit of [0, 201]) refused(await cat.get(`${dms('bob')}?limit=${limit}`), 400, 50035)
    assert.equal((await cat.get(`${dms('bob')}?limit=200`)).status, 200)
  })

  test('a request with unknown or oversized fields is refused and sends nothing', async () => {
    const ann = games.bearer(await games.tokenOf('ann'))
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, '']))
    const rows: [body: object, code: number][] = [
      [{}, 50006],
      [{ content: '  ' }, 50006],
      [{ content: 'x'.repeat(2001) }, 50035],
      [{ content: 'x', metadata: pairs(26) }, 50035],
      [{ content: 'x', metadata: { k: 'x'.repeat(1025) } }, 50035],
      [{ content: 'x', metadata: { ['k'.repeat(1025)]: '' } }, 50035],
      [{ content: 'x', metadata: { k: 1 } }, 50035],
      [{ content: 'x', metadata: [] }, 50035],
      [{ activity: { type: 3 } }, 50035],
      [{ activity: { type: 1, party_id: 'p'.repeat(129) } }, 50035],
      [{ content: 'x', application_id: games.applicationId('rival') }, 50035],
    ]
    const count = async () => (await ann.get<Message[]>(`${dms('bob')}?limit=200`)).body.length
    await games.tokenOf('bob')
    const before = await count()
    for (const [body, code] of rows)
      refused(await ann.post(dms('bob'), body), 400, code, JSON.stringify(body).slice(0, 80))
    assert.equal(await count(), before)
    assert.equal((await ann.post(dms('bob'), { content: 'x', metadata: pairs(25) })).status, 200)
  })

  test('a game learns whether its player has read that messages are visible outside', async () => {
    const path = `/applications/${games.applicationId('chess')}/disclosures`
    const ann = games.bearer(await games.tokenOf('ann'))
    const read = async (user = ann) => (await user.get(path)).body
    assert.deepEqual(await read(), { disclosures: [3], acked_disclosures: [], all_acked: false })
    for (const disclosures of [[7], [3], [3]]) assert.equal((await ann.post(path, { disclosures })).status, 200)
    assert.deepEqual(await read(), { disclosures: [3], acked_disclosures: [3], all_acked: true })
    const bob = games.bearer(await games.tokenOf('bob'))
    assert.deepEqual(await read(bob), { disclosures: [3], acked_disclosures: [], all_acked: false })
    refused(await games.bearer(await games.tokenOf('ann', 'rival')).get(path), 404, 10002)
    refused(await ann.post(path, { disclosures: 'x' }), 400, 50035)
    const watcher = `/applications/${games.applicationId('watcher')}/disclosures`
    assert.deepEqual((await games.person('ann').get(watcher)).body, {
      disclosures: [],
      acked_disclosures: [],
      all_acked: true,
    })
  })
})
