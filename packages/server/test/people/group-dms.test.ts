/** Group DMs: made by people and by applications that people have let, who joins, leaves, removes and renames. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe } from 'node:test'
import type { ApplicationCommandObject, ChannelObject, MessageObject } from '@guildhall/protocol'
import { api, RawGateway, type ResponseOf } from '@guildhall/testing'
import { testWithRows } from '../support/fixture.ts'
import { dispatch, Invoking } from '../support/interactions.ts'
import { refused } from '../support/refused.ts'

const users = { ann: {}, bob: {}, cat: {}, dan: {}, eve: {}, fay: {}, gil: {}, hal: {}, ida: {}, jon: {}, kim: {} }
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const world = {
  users,
  applications: { app: { owner: 'ann', bot: {} }, other: { owner: 'ann', bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}

const test = testWithRows({ world })
const { platform } = test
type User = keyof typeof users
const people = Object.keys(users) as User[]
const person = (name: User) => platform[name].api
const id = (name: User | 'app') => platform[name].id
const appId = (name: 'app' | 'other') => platform[name].applicationId
const opened: RawGateway[] = []
async function session(name: User): Promise<RawGateway> {
  const gateway = await platform[name].opens()
  opened.push(gateway)
  return gateway
}
async function token(
  name: User,
  { scopes = 'gdm.join', application = 'app' as 'app' | 'other', expires = 'NULL' } = {},
) {
  const secret = `${name} ${scopes} ${application} ${expires} ${Math.random()}`
  const hash = createHash('sha256').update(secret).digest('base64url')
  await test.sql(
    `INSERT INTO tokens (hash, kind, user_id, application_id, scopes, created_at, expires_at) VALUES ('${hash}', 'bearer', ${id(name)}, ${appId(application)}, '${scopes}', 0, ${expires})`,
  )
  return secret
}
const make = (name: User, others: (User | 'app')[]) =>
  person(name).post<ChannelObject>('/users/@me/channels', { recipients: others.map(id) })
const ids = (channel: ChannelObject) => channel.recipients?.map((user) => user.id).sort()
const of = (...names: User[]) => names.map(id).sort()
/** A marker on the person's own topic: what came before has been shown. */
const marker = (name: User) => ({
  trigger: () => person(name).patch('/users/@me', { global_name: `${name} ${Math.random()}` }),
  event: 'USER_UPDATE',
})

describe('group DMs', () => {
  after(async () => {
    for (const gateway of opened) await gateway.drop()
  })

  test('[CH-3] [CH-4] people create a group DM and write in it, hidden from others', async () => {
    const bob = await session('bob')
    const dan = await session('dan')
    const answer = await make('ann', ['bob', 'cat'])
    assert.equal(answer.status, 200)
    const group = answer.body
    assert.deepEqual([group.type, group.name, group.icon, group.owner_id], [3, null, null, id('ann')])
    assert.ok(!('application_id' in group) && !('managed' in group) && !('guild_id' in group))
    assert.deepEqual(ids(group), of('bob', 'cat'))
    const shown = (await bob.next('CHANNEL_CREATE')).d
    assert.deepEqual([shown.id, ids(shown)], [group.id, of('ann', 'cat')])
    // Each time another group.
    assert.notEqual((await make('ann', ['bob', 'cat'])).body.id, group.id)

    const path = `/channels/${group.id}`
    const message = await platform.cat.api.post<MessageObject>(`${path}/messages`, { content: 'hello' })
    assert.equal(message.status, 200)
    assert.equal((await bob.next(dispatch('MESSAGE_CREATE', { id: message.body.id }))).d.content, 'hello')
    await dan.none('MESSAGE_CREATE', async () => undefined, marker('dan'))
    for (const where of [path, `${path}/messages`])
      refused(await platform.dan.api.get<ChannelObject>(where), 403, 50001)
    refused(
      await platform.dan.api.put<ResponseOf<'add_group_dm_user'>>(`${path}/recipients/${id('dan')}`, {}),
      403,
      50001,
    )
    refused(await platform.app.api.get<ChannelObject>(path), 403, 50001)
    const listed = (await platform.bob.api.get<ChannelObject[]>('/users/@me/channels')).body
    assert.ok(listed.some((channel) => channel.id === group.id))
    assert.ok(listed.every((channel) => channel.application_id !== null))
  })

  test('POST /users/@me/channels rejects bots, unknown users and too many recipients', async () => {
    refused(await make('ann', ['bob', 'app']), 400, 50033)
    refused(await platform.ann.api.post<ChannelObject>('/users/@me/channels', { recipients: ['5', '6'] }), 400, 50033)
    refused(await make('ann', ['ann', 'bob']), 400, 50033)
    refused(
      await platform.app.api.post<ChannelObject>('/users/@me/channels', { recipients: [id('ann'), id('bob')] }),
      400,
      50033,
    )
    refused(
      await make(
        'bob',
        people.filter((name) => name !== 'bob'),
      ),
      400,
      30004,
    )
    const group = (await make('bob', people.slice(2, 11))).body
    assert.equal(group.recipients?.length, 9)
    refused(
      await platform.bob.api.put<ResponseOf<'add_group_dm_user'>>(`/channels/${group.id}/recipients/${id('ann')}`, {}),
      400,
      30004,
    )
    refused(
      await platform.bob.api.put<ResponseOf<'add_group_dm_user'>>(`/channels/${group.id}/recipients/${id('app')}`, {}),
      400,
      50033,
    )
    refused(
      await platform.bob.api.put<ResponseOf<'add_group_dm_user'>>(`/channels/${group.id}/recipients/5`, {}),
      404,
      10013,
    )
  })

  test('recipients join, leave and are removed, and the group ends with its last recipient', async () => {
    const group = (await make('cat', ['dan', 'eve'])).body
    const path = `/channels/${group.id}`
    const dan = await session('dan')
    const fay = await session('fay')
    const added = await platform.eve.api.put<ChannelObject>(`${path}/recipients/${id('fay')}`, {})
    assert.deepEqual([added.status, ids(added.body)], [201, of('cat', 'dan', 'fay')])
    assert.deepEqual(ids((await fay.next('CHANNEL_CREATE')).d), of('cat', 'dan', 'eve'))
    assert.equal((await dan.next('CHANNEL_RECIPIENT_ADD')).d.user.id, id('fay'))
    const joined = (await dan.next('MESSAGE_CREATE')).d
    assert.deepEqual([joined.type, joined.author.id, joined.mentions[0]?.id], [1, id('eve'), id('fay')])
    assert.equal((await platform.eve.api.put(`${path}/recipients/${id('fay')}`, {})).status, 204)

    refused(await platform.eve.api.delete(`${path}/recipients/${id('fay')}`), 403, 50013)
    refused(await platform.cat.api.delete(`${path}/recipients/${id('gil')}`), 404, 10013)
    assert.equal((await platform.cat.api.delete(`${path}/recipients/${id('fay')}`)).status, 204)
    assert.equal((await fay.next('CHANNEL_DELETE')).d.id, group.id)
    assert.equal((await dan.next('CHANNEL_RECIPIENT_REMOVE')).d.user.id, id('fay'))
    assert.deepEqual((await dan.next(dispatch('MESSAGE_CREATE', { type: 2 }))).d.author.id, id('cat'))
    await fay.none('MESSAGE_CREATE', () => platform.eve.api.post(`${path}/messages`, { content: 'x' }), marker('fay'))
    refused(await platform.fay.api.get<ChannelObject>(path), 403, 50001)

    assert.equal((await platform.cat.api.delete(path)).status, 200)
    const owned = (await dan.next('CHANNEL_UPDATE')).d
    assert.ok(of('dan', 'eve').includes(owned.owner_id ?? ''))
    assert.equal((await platform.dan.api.delete(path)).status, 200)
    assert.equal((await platform.eve.api.get<ChannelObject>(path)).body.owner_id, id('eve'))
    assert.equal((await platform.eve.api.delete(path)).status, 200)
    refused(await platform.eve.api.get<ChannelObject>(path), 404, 10003)
  })

  test('every recipient can change the name and icon', async () => {
    const group = (await make('gil', ['hal', 'ida'])).body
    const path = `/channels/${group.id}`
    const ida = await session('ida')
    assert.equal((await platform.hal.api.patch<ChannelObject>(path, { name: 'Club' })).body.name, 'Club')
    assert.equal((await ida.next('CHANNEL_UPDATE')).d.name, 'Club')
    assert.deepEqual((await ida.next(dispatch('MESSAGE_CREATE', { type: 4 }))).d.content, 'Club')
    const { icon } = (await platform.ida.api.patch<ChannelObject>(path, { icon: PNG })).body
    const image = await fetch(`${platform.cdn}/channel-icons/${group.id}/${icon}.png`)
    assert.equal(image.status, 200)
    await ida.next(dispatch('MESSAGE_CREATE', { type: 5 }))
    await ida.none('CHANNEL_UPDATE', () => platform.ida.api.patch(path, { name: 'Club' }), marker('ida'))
    refused(await platform.bob.api.patch<ChannelObject>(path, { name: 'Mine' }), 403, 50001)
    assert.equal((await platform.ida.api.patch(path, { name: '' })).code, 50035)
    assert.equal((await platform.ida.api.patch(path, { icon: 'x' })).code, 50035)
    assert.equal((await platform.ida.api.get<ChannelObject>(path)).body.name, 'Club')
  })

  test('[CH-1] [CH-3] an application creates and manages a group of users who gave it tokens, without being a recipient', async () => {
    const nicks = { [id('jon')]: 'J', [id('ann')]: 'not there' }
    const access_tokens = [await token('jon'), await token('kim')]
    const answer = await platform.app.api.post<ChannelObject>('/users/@me/channels', { access_tokens, nicks })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const group = answer.body
    assert.deepEqual([group.type, group.application_id, group.managed], [3, appId('app'), true])
    assert.deepEqual([ids(group), group.nicks], [of('jon', 'kim'), [{ id: id('jon'), nick: 'J' }]])
    const path = `/channels/${group.id}`
    assert.equal((await platform.kim.api.get<ChannelObject>(path)).body.application_id, appId('app'))
    assert.deepEqual(ids((await platform.app.api.get<ChannelObject>(path)).body), of('jon', 'kim'))
    refused(await platform.app.api.post<MessageObject>(`${path}/messages`, { content: 'x' }), 403, 50013)
    refused(await platform.other.api.get<ChannelObject>(path), 403, 50001)
    assert.equal((await platform.jon.api.post(`${path}/messages`, { content: 'x' })).status, 200)

    const recipient = (name: User) => `${path}/recipients/${id(name)}`
    const put = (access_token: string, name: User = 'ann', as = platform.app.api) =>
      as.put<ResponseOf<'add_group_dm_user'>>(recipient(name), { access_token, nick: 'A' })
    refused(await put(''), 400, 50035)
    for (const bad of [
      'nonsense',
      await token('ann', { scopes: 'identify' }),
      await token('ann', { application: 'other' }),
      await token('ann', { expires: '1' }),
      await token('bob'),
    ]) {
      const { status, code } = await put(bad)
      assert.ok(status >= 400 && code !== 0, `${status} ${code}`)
    }
    refused(await put(await token('ann', { application: 'other' }), 'ann', platform.other.api), 403, 50001)
    assert.deepEqual(ids((await platform.app.api.get<ChannelObject>(path)).body), of('jon', 'kim'))
    const added = await put(await token('ann'))
    const both = [
      { id: id('jon'), nick: 'J' },
      { id: id('ann'), nick: 'A' },
    ]
    assert.deepEqual([added.status, added.body?.nicks], [201, both])
    assert.equal((await put(await token('ann'))).status, 204)
    assert.equal((await platform.app.api.delete(recipient('ann'))).status, 204)
    refused(await platform.jon.api.delete(recipient('kim')), 403, 50013)
    const kim = await session('kim')
    assert.equal((await platform.app.api.delete(path)).status, 200)
    assert.equal((await kim.next('CHANNEL_DELETE')).d.id, group.id)
    refused(await platform.kim.api.get<ChannelObject>(path), 404, 10003)
  })

  test('an application that a recipient installed responds in the group without being a recipient', async () => {
    const group = (await make('ann', ['bob', 'cat'])).body
    const cat = await session('cat')
    const gateway = await RawGateway.connect(platform.gateway)
    opened.push(gateway)
    await gateway.identify({ token: platform.other.token, intents: 0 })
    const command = (
      await platform.other.api.post<ApplicationCommandObject>(`/applications/${appId('other')}/commands`, {
        name: 'here',
        description: 'd',
        integration_types: [1],
        contexts: [2],
      })
    ).body
    const place = { application_id: appId('other'), channel_id: group.id }
    const ann = new Invoking({ api: platform.ann.api }, place)
    refused((await ann.use(command as never)) as never, 404, 10002)
    const install = { authorize: true, integration_type: 1 }
    const added = await platform.ann.api.post(
      `/oauth2/authorize?client_id=${appId('other')}&scope=applications.commands`,
      install,
    )
    assert.equal(added.status, 200)
    assert.equal((await ann.use(command as never)).status, 204)
    const asked = (
      await gateway.next<ChannelObject & { context: number; channel: ChannelObject; token: string }>(
        'INTERACTION_CREATE',
      )
    ).d
    assert.deepEqual([asked.context, asked.channel.type, asked.channel.id], [2, 3, group.id])
    const answer = { type: 4, data: { content: 'to all' } }
    const path = `/interactions/${asked.id}/${asked.token}/callback`
    assert.equal((await api(platform.api).post(path, answer)).status, 204)
    assert.equal((await cat.next(dispatch('MESSAGE_CREATE', { channel_id: group.id }))).d.content, 'to all')
    refused(await platform.other.api.get<ChannelObject>(`/channels/${group.id}`), 403, 50001)
  })

  test('invalid tokens and an eleventh group are rejected', async () => {
    for (const access_tokens of [
      ['nonsense'],
      [await token('jon', { scopes: 'identify' })],
      [await token('jon', { application: 'other' })],
      [await token('jon'), 'nonsense'],
    ]) {
      const answer = await platform.app.api.post<ChannelObject>('/users/@me/channels', { access_tokens })
      assert.ok(answer.status >= 400 && answer.status < 500)
    }
    const bring = async () =>
      platform.app.api.post<ChannelObject>('/users/@me/channels', { access_tokens: [await token('jon')] })
    const made: string[] = []
    for (let count = 0; count < 10; count += 1) made.push((await bring()).body.id)
    refused(await bring(), 400, 30011)
    assert.equal((await platform.app.api.delete(`/channels/${made[0]}`)).status, 200)
    assert.equal((await bring()).status, 200)
  })
})
