/** Messages through the doors: what is written, shown, changed and refused. */
import assert from 'node:assert/strict'
import {
  Intent,
  KNOWN_INTENTS,
  type MessageObject,
  type MessagePinsObject,
  type RateLimitBody,
} from '@guildhall/protocol'
import { multipart } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

const VIEW = '1024'

const world = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] },
    blind: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, blind: { permissions: '0' } },
      channels: {
        general: {},
        slow: { rate_limit_per_user: 60 },
        secret: { permission_overwrites: [{ role: '@everyone', deny: VIEW }] },
      },
    },
  },
}

const test = guildhallTest({ world, resets: true })
const { platform } = test
const messages = (channel: keyof typeof world.guilds.lab.channels = 'general') =>
  `/channels/${platform.lab[channel].id}/messages`

test('a message reaches the viewers of its channel, and its content those with MESSAGE_CONTENT', async () => {
  const general = messages()
  const secret = messages('secret')
  await using seeing = await guildSession(platform.app, KNOWN_INTENTS)
  await using blind = await guildSession(platform.blind, Intent.GUILDS | Intent.GUILD_MESSAGES)
  const sent = await platform.bob.api.post<MessageObject>(general, { content: 'hello' })
  assert.equal(sent.status, 200)
  assert.equal((await seeing.next('MESSAGE_CREATE')).d.content, 'hello')
  assert.equal((await blind.next('MESSAGE_CREATE')).d.content, '')

  const blindId = platform.blind.id
  await platform.bob.api.post(general, { content: `hey <@${blindId}>` })
  assert.match((await blind.next('MESSAGE_CREATE')).d.content, /^hey/)

  await blind.none('MESSAGE_CREATE', async () => {
    assert.equal((await platform.ann.api.post(secret, { content: 'hidden' })).status, 200)
  })
  assert.equal((await platform.bob.api.get(secret)).code, 50001)
  assert.equal((await platform.eve.api.get(general)).code, 50001)
  await Promise.all([seeing.close(), blind.close()])
})

test('POST /channels/{id}/messages rejects invalid contents and stores nothing', async () => {
  const general = messages()
  const tooMuch = Array.from({ length: 7 }, () => ({ description: 'x'.repeat(1000) }))
  const cases: [unknown, number, string][] = [
    [{}, 50006, ''],
    [{ content: '   ' }, 50006, ''],
    [{ content: 'x'.repeat(2001) }, 50035, 'content'],
    [{ content: {} }, 50035, 'content'],
    [{ embeds: Array(11).fill({ title: 'x' }) }, 50035, 'embeds'],
    [{ embeds: tooMuch }, 50035, 'embeds'],
    [{ embeds: [{ title: 'x', url: 'javascript:1' }] }, 50035, 'embeds'],
    [{ content: 'x', components: [{ type: 2 }] }, 50035, 'components'],
    [{ content: 'x', flags: 1 << 15, components: [{ type: 10, content: 'x' }] }, 50035, 'content'],
    [{ content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } }, 50035, 'allowed_mentions'],
    [{ content: 'x', message_reference: { message_id: '1' } }, 50035, 'message_reference'],
    [{ content: 'x', nonce: 'x'.repeat(26) }, 50035, 'nonce'],
  ]
  for (const [body, code, field] of cases) {
    const refused = await platform.bob.api.post<MessageObject>(general, body)
    assert.deepEqual([refused.status, refused.code], [400, code], JSON.stringify(body).slice(0, 80))
    if (field) assert.ok(field in (refused.errors ?? {}), `${field}: ${JSON.stringify(refused.body)}`)
  }
  assert.deepEqual((await platform.bob.api.get(general)).body, [])
})

test('replies, embeds and edits keep their fields', async () => {
  const general = messages()
  const first = (await platform.bob.api.post<MessageObject>(general, { content: 'first' })).body
  const reply = (
    await platform.app.api.post<MessageObject>(general, {
      content: 'reply',
      embeds: [{ title: 'T' }],
      message_reference: { message_id: first.id },
    })
  ).body
  assert.deepEqual([reply.type, reply.referenced_message?.id, reply.embeds[0]?.type], [19, first.id, 'rich'])
  assert.equal(reply.mentions.length, 1)
  const quiet = await platform.app.api.post<MessageObject>(general, {
    content: 'q',
    allowed_mentions: { parse: [] },
    message_reference: { message_id: first.id },
  })
  assert.equal(quiet.body.mentions.length, 0)

  const edited = await platform.app.api.patch<MessageObject>(`${general}/${reply.id}`, { content: 'changed' })
  assert.deepEqual([edited.body.content, edited.body.embeds.length], ['changed', 1])
  assert.equal((await platform.app.api.patch(`${general}/${reply.id}`, { content: '', embeds: [] })).code, 50006)
  assert.equal((await platform.ann.api.patch(`${general}/${reply.id}`, { content: 'mine' })).code, 50005)
  assert.equal((await platform.ann.api.patch<MessageObject>(`${general}/${reply.id}`, { flags: 4 })).body.flags, 4)
  assert.equal((await platform.bob.api.delete(`${general}/${reply.id}`)).code, 50013)
  assert.equal((await platform.ann.api.delete(`${general}/${reply.id}`)).status, 204)
  assert.equal((await platform.ann.api.get(`${general}/${reply.id}`)).code, 10008)
})

test('[ATT-1] [ATT-2] [ATT-3] [ATT-4] [ATT-5] [END-60] attachments have descriptions and spoiler flags, and edits keep the listed ones', async () => {
  const general = messages()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC',
    'base64',
  )
  const files = [
    { name: 'a.png', data: png, type: 'image/png' },
    { name: 'SPOILER_b.txt', data: Buffer.from('b') },
  ]
  const payload = { content: 'files', attachments: [{ id: '0', description: 'first', is_spoiler: true }] }
  const sent = await platform.bob.api.post<MessageObject>(general, multipart(payload, files))
  assert.equal(sent.status, 200)
  const [a, b] = sent.body.attachments
  assert.ok(a && b)
  assert.deepEqual([a.filename, a.flags, a.width, a.description], ['a.png', 8, 3, 'first'])
  assert.deepEqual([b.filename, b.flags], ['SPOILER_b.txt', 8])

  const path = `${general}/${sent.body.id}`
  const edited = await platform.bob.api.patch<MessageObject>(path, {
    attachments: [{ id: a.id, description: 'new', is_spoiler: false }],
  })
  assert.deepEqual(
    edited.body.attachments.map((attachment) => [attachment.id, attachment.flags, attachment.description]),
    [[a.id, undefined, 'new']],
  )
  assert.equal(edited.body.attachments[0]?.url, a.url)
  const unknown = await platform.bob.api.patch<MessageObject>(path, { attachments: [{ id: '999999999' }] })
  assert.deepEqual([unknown.status, unknown.code], [400, 50035])
  assert.equal(
    (await platform.bob.api.patch(path, { attachments: [{ id: a.id, description: 'x'.repeat(1025) }] })).code,
    50035,
  )

  const plain = await platform.bob.api.post<MessageObject>(
    general,
    multipart({}, [{ name: 'c.txt', data: Buffer.from('c') }]),
  )
  assert.equal(plain.body.attachments[0]?.flags ?? 0, 0)
})

test('[LIM-1] [LIM-2] POST /channels/{id}/messages accepts a file of 20 MiB and rejects one byte more', async () => {
  const big = (bytes: number) => multipart({}, [{ name: 'big.bin', data: Buffer.alloc(bytes) }])
  for (const writer of [platform.bob.api, platform.app.api]) {
    assert.equal((await writer.post(messages(), big(20 * 1024 * 1024))).status, 200)
    const refused = await writer.post<MessageObject>(messages(), big(20 * 1024 * 1024 + 1))
    assert.deepEqual([refused.status, refused.code], [413, 40005])
  }
  assert.equal((await platform.app.api.get<MessageObject[]>(messages())).body.length, 2)
})

test('reactions are counted, and each removal route removes its own selection', async () => {
  const general = messages()
  const message = (await platform.bob.api.post<MessageObject>(general, { content: 'react' })).body
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const path = `${general}/${message.id}/reactions`
  const thumb = encodeURIComponent('👍')
  assert.equal((await platform.bob.api.put(`${path}/${thumb}/%40me`)).status, 204)
  assert.equal((await gateway.next<{ user_id: string }>('MESSAGE_REACTION_ADD')).d.user_id, platform.bob.id)
  await gateway.none('MESSAGE_REACTION_ADD', () => platform.bob.api.put(`${path}/${thumb}/@me`))
  await platform.app.api.put(`${path}/${thumb}/@me`)
  const [shown] = (await platform.app.api.get<MessageObject[]>(general)).body
  assert.deepEqual(
    shown?.reactions?.map(({ emoji, count, me }) => [emoji.name, count, me]),
    [['👍', 2, true]],
  )
  assert.equal((await platform.bob.api.get<unknown[]>(`${path}/${thumb}`)).body.length, 2)
  assert.equal((await platform.bob.api.put(`${path}/nonsense/@me`)).code, 10014)
  assert.equal((await platform.bob.api.delete(path)).code, 50013)
  assert.equal((await platform.bob.api.delete(`${path}/${thumb}/@me`)).status, 204)
  await gateway.next('MESSAGE_REACTION_REMOVE')
  assert.equal((await platform.app.api.delete(path)).status, 204)
  await gateway.next('MESSAGE_REACTION_REMOVE_ALL')
  await gateway.close()
})

test('[END-56] [END-57] [END-58] [END-59] [VER-14] both pin routes pin, unpin and list', async () => {
  const general = messages()
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const channel = general.slice(0, -'/messages'.length)
  const message = (await platform.bob.api.post<MessageObject>(general, { content: 'pin me' })).body
  assert.equal((await platform.bob.api.put(`${general}/pins/${message.id}`)).code, 50013)
  assert.equal((await platform.app.api.put(`${general}/pins/${message.id}`)).status, 204)
  await gateway.next('CHANNEL_PINS_UPDATE')
  await gateway.none('CHANNEL_PINS_UPDATE', () => platform.app.api.put(`${general}/pins/${message.id}`))
  const pins = await platform.bob.api.get<MessagePinsObject>(`${general}/pins`)
  assert.deepEqual([pins.body.items.map((item) => item.message.id), pins.body.has_more], [[message.id], false])
  const old = await platform.bob.api.get<MessageObject[]>(`${channel}/pins`)
  assert.deepEqual([old.body.map((entry) => entry.id), old.headers.get('deprecation')], [[message.id], 'true'])
  assert.equal((await platform.app.api.get<MessageObject[]>(general)).body[0]?.type, 6)
  assert.equal((await platform.app.api.delete(`${channel}/pins/${message.id}`)).status, 204)
  assert.deepEqual((await platform.bob.api.get<MessageObject[]>(`${channel}/pins`)).body, [])
  assert.equal((await platform.bob.api.get(`${general}/pins?limit=51`)).code, 50035)
  await gateway.close()
})

test('[END-56] pages of pins miss none of those that were pinned at one time', async () => {
  const general = messages()
  platform.clock.freeze()
  const posts = [1, 2, 3, 4, 5].map((n) => platform.ann.api.post<MessageObject>(general, { content: `pin ${n}` }))
  const ids = (await Promise.all(posts)).map(({ body }) => body.id)
  await Promise.all(ids.map((id) => platform.ann.api.put(`${general}/pins/${id}`)))
  const seen: string[] = []
  let query = '?limit=2'
  for (let more = true; more; ) {
    const { items, has_more } = (await platform.ann.api.get<MessagePinsObject>(`${general}/pins${query}`)).body
    seen.push(...items.map(({ message }) => message.id))
    query = `?limit=2&before=${encodeURIComponent(items.at(-1)?.pinned_at ?? '')}`
    more = has_more
  }
  platform.clock.resume()
  assert.deepEqual(seen.toSorted(), ids.toSorted())
})

test('[PRM-16] [PRM-18] slowmode delays people but not bots', async () => {
  assert.equal((await platform.bob.api.post(messages('slow'), { content: '1' })).status, 200)
  const refused = await platform.bob.api.post<RateLimitBody>(messages('slow'), { content: '2' })
  assert.deepEqual([refused.status, refused.code], [429, 20016])
  assert.ok(refused.body.retry_after > 0)
  for (let count = 0; count < 5; count += 1)
    assert.equal((await platform.blind.api.post(messages('slow'), { content: 'bot' })).status, 200)
  platform.clock.advance(61_000)
  assert.equal((await platform.bob.api.post(messages('slow'), { content: '2' })).status, 200)
})

test('[END-61] [ERR-3] POST /channels/{id}/messages rejects a forward of an unreadable message', async () => {
  const general = messages()
  const channelId = general.split('/')[2]
  const message = (await platform.bob.api.post<MessageObject>(general, { content: 'secret words' })).body
  const forward = (id: string) => ({ message_reference: { type: 1, message_id: id, channel_id: channelId } })
  const refused = await platform.blind.api.post<MessageObject>(general, forward(message.id))
  assert.deepEqual([refused.status, refused.code], [400, 160014])
  const sent = await platform.app.api.post<MessageObject>(general, forward(message.id))
  assert.equal(sent.body.message_snapshots?.[0]?.message.content, 'secret words')
  const own = (await platform.blind.api.post<MessageObject>(general, { content: 'mine' })).body
  assert.equal((await platform.blind.api.post(general, forward(own.id))).status, 200)
  const called = (await platform.bob.api.post<MessageObject>(general, { content: `<@${platform.blind.id}>` })).body
  assert.equal((await platform.blind.api.post(general, forward(called.id))).status, 200)
})

test('bulk delete accepts 2 to 100 messages of the last 14 days', async () => {
  const general = messages()
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1)
    ids.push((await platform.bob.api.post<MessageObject>(general, { content: `${count}` })).body.id)
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  assert.equal((await platform.app.api.post(`${general}/bulk-delete`, { messages: [ids[0]] })).code, 50016)
  assert.equal((await platform.bob.api.post(`${general}/bulk-delete`, { messages: ids })).code, 50013)
  assert.equal((await platform.app.api.post(`${general}/bulk-delete`, { messages: ['1', '2'] })).code, 50034)
  assert.equal((await platform.app.api.post(`${general}/bulk-delete`, { messages: ids })).status, 204)
  assert.deepEqual((await gateway.next<{ ids: string[] }>('MESSAGE_DELETE_BULK')).d.ids.sort(), ids.sort())
  assert.deepEqual((await platform.app.api.get(general)).body, [])
  await gateway.close()
})

test('HTTP responses hide content from a bot without MESSAGE_CONTENT', async () => {
  const general = messages()
  const blindId = platform.blind.id
  const hidden = (await platform.bob.api.post<MessageObject>(general, { content: 'private' })).body
  const called = (
    await platform.bob.api.post<MessageObject>(general, {
      content: `hey <@${blindId}>`,
      message_reference: { message_id: hidden.id },
    })
  ).body
  const own = (await platform.blind.api.post<MessageObject>(general, { content: 'own' })).body
  await platform.ann.api.put(`${general}/pins/${hidden.id}`)
  const texts = (messages: MessageObject[]) =>
    messages.filter((message) => message.type !== 6).map((message) => message.content)
  assert.deepEqual(texts((await platform.blind.api.get<MessageObject[]>(general)).body), [
    'own',
    `hey <@${blindId}>`,
    '',
  ])
  assert.deepEqual(texts((await platform.app.api.get<MessageObject[]>(general)).body), [
    'own',
    `hey <@${blindId}>`,
    'private',
  ])
  assert.equal((await platform.blind.api.get<MessageObject>(`${general}/${hidden.id}`)).body.content, '')
  assert.equal((await platform.blind.api.get<MessageObject>(`${general}/${own.id}`)).body.content, 'own')
  assert.equal(
    (await platform.blind.api.get<MessageObject>(`${general}/${called.id}`)).body.referenced_message?.content,
    '',
  )
  assert.equal((await platform.bob.api.get<MessageObject>(`${general}/${hidden.id}`)).body.content, 'private')
  const pins = await platform.blind.api.get<MessagePinsObject>(`${general}/pins`)
  assert.equal(pins.body.items[0]?.message.content, '')
})
