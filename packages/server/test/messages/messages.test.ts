/** Messages through the doors: what is written, shown, changed and refused. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, multipart, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const ALL_INTENTS = 53608447
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

interface Wire {
  id: string
  content: string
  flags: number
  type: number
  code: number
  embeds: { type: string; title?: string; image?: { url: string } }[]
  attachments: { id: string; url: string; filename: string; flags?: number; width?: number; description?: string }[]
  referenced_message?: Wire
  message_snapshots?: { message: Wire }[]
  mentions: { id: string }[]
  reactions?: { emoji: { name: string }; count: number; me: boolean }[]
  errors?: Record<string, unknown>
  retry_after?: number
}

async function start(options: Parameters<typeof startPlatform>[0] = {}) {
  const platform = await startPlatform({ world, rateLimits: 'off', ...options } as never)
  const filled = platform.world
  assert.ok(filled)
  const channel = (name: string) => filled.guilds.lab?.channels[name]?.id ?? ''
  const bot = (name: string) => api(platform.api, `Bot ${filled.applications[name]?.bot?.token}`)
  const person = (name: string) => api(platform.api, filled.users[name]?.token)
  const connect = async (token: string | undefined, intents = ALL_INTENTS) => {
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: token ?? '', intents })
    await gateway.next('GUILD_CREATE')
    return gateway
  }
  return {
    platform,
    filled,
    app: bot('app'),
    blind: bot('blind'),
    ann: person('ann'),
    bob: person('bob'),
    eve: person('eve'),
    connect,
    general: `/channels/${channel('general')}/messages`,
    slow: `/channels/${channel('slow')}/messages`,
    secret: `/channels/${channel('secret')}/messages`,
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

test('a message reaches the viewers of its channel, and its content those with MESSAGE_CONTENT', async () => {
  await using lab = await start()
  const { filled, general, secret } = lab
  const seeing = await lab.connect(filled.applications.app?.bot?.token)
  const blind = await lab.connect(filled.applications.blind?.bot?.token, 1 | (1 << 9))
  const sent = await lab.bob.post<Wire>(general, { content: 'hello' })
  assert.equal(sent.status, 200)
  assert.equal((await seeing.next<Wire>('MESSAGE_CREATE')).d.content, 'hello')
  assert.equal((await blind.next<Wire>('MESSAGE_CREATE')).d.content, '')

  const blindId = filled.applications.blind?.bot?.id
  await lab.bob.post(general, { content: `hey <@${blindId}>` })
  assert.match((await blind.next<Wire>('MESSAGE_CREATE')).d.content, /^hey/)

  await blind.none('MESSAGE_CREATE', async () => {
    assert.equal((await lab.ann.post<Wire>(secret, { content: 'hidden' })).status, 200)
  })
  assert.equal((await lab.bob.get<Wire>(secret)).body.code, 50001)
  assert.equal((await lab.eve.get<Wire>(general)).body.code, 50001)
  await Promise.all([seeing.close(), blind.close()])
})

test('POST /channels/{id}/messages rejects invalid contents and stores nothing', async () => {
  await using lab = await start()
  const { general } = lab
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
    const refused = await lab.bob.post<Wire>(general, body)
    assert.deepEqual([refused.status, refused.body.code], [400, code], JSON.stringify(body).slice(0, 80))
    if (field) assert.ok(field in (refused.body.errors ?? {}), `${field}: ${JSON.stringify(refused.body)}`)
  }
  assert.deepEqual((await lab.bob.get(general)).body, [])
})

test('replies, embeds and edits keep their fields', async () => {
  await using lab = await start()
  const { general } = lab
  const first = (await lab.bob.post<Wire>(general, { content: 'first' })).body
  const reply = (
    await lab.app.post<Wire>(general, {
      content: 'reply',
      embeds: [{ title: 'T' }],
      message_reference: { message_id: first.id },
    })
  ).body
  assert.deepEqual([reply.type, reply.referenced_message?.id, reply.embeds[0]?.type], [19, first.id, 'rich'])
  assert.equal(reply.mentions.length, 1)
  const quiet = await lab.app.post<Wire>(general, {
    content: 'q',
    allowed_mentions: { parse: [] },
    message_reference: { message_id: first.id },
  })
  assert.equal(quiet.body.mentions.length, 0)

  const edited = await lab.app.patch<Wire>(`${general}/${reply.id}`, { content: 'changed' })
  assert.deepEqual([edited.body.content, edited.body.embeds.length], ['changed', 1])
  assert.equal((await lab.app.patch<Wire>(`${general}/${reply.id}`, { content: '', embeds: [] })).body.code, 50006)
  assert.equal((await lab.ann.patch<Wire>(`${general}/${reply.id}`, { content: 'mine' })).body.code, 50005)
  assert.equal((await lab.ann.patch<Wire>(`${general}/${reply.id}`, { flags: 4 })).body.flags, 4)
  assert.equal((await lab.bob.delete<Wire>(`${general}/${reply.id}`)).body.code, 50013)
  assert.equal((await lab.ann.delete(`${general}/${reply.id}`)).status, 204)
  assert.equal((await lab.ann.get<Wire>(`${general}/${reply.id}`)).body.code, 10008)
})

test('[ATT-1] [ATT-2] [ATT-3] [ATT-4] [ATT-5] [END-60] attachments have descriptions and spoiler flags, and edits keep the listed ones', async () => {
  await using lab = await start()
  const { general } = lab
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC',
    'base64',
  )
  const files = [
    { name: 'a.png', data: png, type: 'image/png' },
    { name: 'SPOILER_b.txt', data: Buffer.from('b') },
  ]
  const payload = { content: 'files', attachments: [{ id: '0', description: 'first', is_spoiler: true }] }
  const sent = await lab.bob.post<Wire>(general, multipart(payload, files))
  assert.equal(sent.status, 200)
  const [a, b] = sent.body.attachments
  assert.ok(a && b)
  assert.deepEqual([a.filename, a.flags, a.width, a.description], ['a.png', 8, 3, 'first'])
  assert.deepEqual([b.filename, b.flags], ['SPOILER_b.txt', 8])

  const path = `${general}/${sent.body.id}`
  const edited = await lab.bob.patch<Wire>(path, { attachments: [{ id: a.id, description: 'new', is_spoiler: false }] })
  assert.deepEqual(
    edited.body.attachments.map((attachment) => [attachment.id, attachment.flags, attachment.description]),
    [[a.id, undefined, 'new']],
  )
  assert.equal(edited.body.attachments[0]?.url, a.url)
  const unknown = await lab.bob.patch<Wire>(path, { attachments: [{ id: '999999999' }] })
  assert.deepEqual([unknown.status, unknown.body.code], [400, 50035])
  assert.equal(
    (await lab.bob.patch<Wire>(path, { attachments: [{ id: a.id, description: 'x'.repeat(1025) }] })).body.code,
    50035,
  )

  const plain = await lab.bob.post<Wire>(general, multipart({}, [{ name: 'c.txt', data: Buffer.from('c') }]))
  assert.equal(plain.body.attachments[0]?.flags ?? 0, 0)
})

test('[LIM-1] [LIM-2] POST /channels/{id}/messages accepts a file of 20 MiB and rejects one byte more', async () => {
  await using lab = await start()
  const big = (bytes: number) => multipart({}, [{ name: 'big.bin', data: Buffer.alloc(bytes) }])
  for (const writer of [lab.bob, lab.app]) {
    assert.equal((await writer.post<Wire>(lab.general, big(20 * 1024 * 1024))).status, 200)
    const refused = await writer.post<Wire>(lab.general, big(20 * 1024 * 1024 + 1))
    assert.deepEqual([refused.status, refused.body.code], [413, 40005])
  }
  assert.equal((await lab.app.get<Wire[]>(lab.general)).body.length, 2)
})

test('reactions are counted, and each removal route removes its own selection', async () => {
  await using lab = await start()
  const { general, filled } = lab
  const message = (await lab.bob.post<Wire>(general, { content: 'react' })).body
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const path = `${general}/${message.id}/reactions`
  const thumb = encodeURIComponent('👍')
  assert.equal((await lab.bob.put(`${path}/${thumb}/%40me`)).status, 204)
  assert.equal((await gateway.next<{ user_id: string }>('MESSAGE_REACTION_ADD')).d.user_id, filled.users.bob?.id)
  await gateway.none('MESSAGE_REACTION_ADD', () => lab.bob.put(`${path}/${thumb}/@me`))
  await lab.app.put(`${path}/${thumb}/@me`)
  const [shown] = (await lab.app.get<Wire[]>(general)).body
  assert.deepEqual(
    shown?.reactions?.map(({ emoji, count, me }) => [emoji.name, count, me]),
    [['👍', 2, true]],
  )
  assert.equal((await lab.bob.get<unknown[]>(`${path}/${thumb}`)).body.length, 2)
  assert.equal((await lab.bob.put<Wire>(`${path}/nonsense/@me`)).body.code, 10014)
  assert.equal((await lab.bob.delete<Wire>(path)).body.code, 50013)
  assert.equal((await lab.bob.delete(`${path}/${thumb}/@me`)).status, 204)
  await gateway.next('MESSAGE_REACTION_REMOVE')
  assert.equal((await lab.app.delete(path)).status, 204)
  await gateway.next('MESSAGE_REACTION_REMOVE_ALL')
  await gateway.close()
})

test('[END-56] [END-57] [END-58] [END-59] [VER-14] both pin routes pin, unpin and list', async () => {
  await using lab = await start()
  const { general, filled } = lab
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const channel = general.slice(0, -'/messages'.length)
  const message = (await lab.bob.post<Wire>(general, { content: 'pin me' })).body
  assert.equal((await lab.bob.put<Wire>(`${general}/pins/${message.id}`)).body.code, 50013)
  assert.equal((await lab.app.put(`${general}/pins/${message.id}`)).status, 204)
  await gateway.next('CHANNEL_PINS_UPDATE')
  await gateway.none('CHANNEL_PINS_UPDATE', () => lab.app.put(`${general}/pins/${message.id}`))
  const pins = await lab.bob.get<{ items: { message: Wire }[]; has_more: boolean }>(`${general}/pins`)
  assert.deepEqual([pins.body.items.map((item) => item.message.id), pins.body.has_more], [[message.id], false])
  const old = await lab.bob.get<Wire[]>(`${channel}/pins`)
  assert.deepEqual([old.body.map((entry) => entry.id), old.headers.get('deprecation')], [[message.id], 'true'])
  assert.equal((await lab.app.get<Wire[]>(general)).body[0]?.type, 6)
  assert.equal((await lab.app.delete(`${channel}/pins/${message.id}`)).status, 204)
  assert.deepEqual((await lab.bob.get<Wire[]>(`${channel}/pins`)).body, [])
  assert.equal((await lab.bob.get<Wire>(`${general}/pins?limit=51`)).body.code, 50035)
  await gateway.close()
})

test('[PRM-16] [PRM-18] slowmode delays people but not bots', async () => {
  await using lab = await start()
  assert.equal((await lab.bob.post(lab.slow, { content: '1' })).status, 200)
  const refused = await lab.bob.post<Wire>(lab.slow, { content: '2' })
  assert.deepEqual([refused.status, refused.body.code], [429, 20016])
  assert.ok((refused.body.retry_after ?? 0) > 0)
  for (let count = 0; count < 5; count += 1)
    assert.equal((await lab.blind.post(lab.slow, { content: 'bot' })).status, 200)
  lab.platform.clock.advance(61_000)
  assert.equal((await lab.bob.post(lab.slow, { content: '2' })).status, 200)
})

test('[END-61] [ERR-3] POST /channels/{id}/messages rejects a forward of an unreadable message', async () => {
  await using lab = await start()
  const { general } = lab
  const channelId = general.split('/')[2]
  const message = (await lab.bob.post<Wire>(general, { content: 'secret words' })).body
  const forward = (id: string) => ({ message_reference: { type: 1, message_id: id, channel_id: channelId } })
  const refused = await lab.blind.post<Wire>(general, forward(message.id))
  assert.deepEqual([refused.status, refused.body.code], [400, 160014])
  const sent = await lab.app.post<Wire>(general, forward(message.id))
  assert.equal(sent.body.message_snapshots?.[0]?.message.content, 'secret words')
  const own = (await lab.blind.post<Wire>(general, { content: 'mine' })).body
  assert.equal((await lab.blind.post(general, forward(own.id))).status, 200)
  const called = (await lab.bob.post<Wire>(general, { content: `<@${lab.filled.applications.blind?.bot?.id}>` })).body
  assert.equal((await lab.blind.post(general, forward(called.id))).status, 200)
})

test('bulk delete accepts 2 to 100 messages of the last 14 days', async () => {
  await using lab = await start()
  const { general, filled } = lab
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1)
    ids.push((await lab.bob.post<Wire>(general, { content: `${count}` })).body.id)
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  assert.equal((await lab.app.post<Wire>(`${general}/bulk-delete`, { messages: [ids[0]] })).body.code, 50016)
  assert.equal((await lab.bob.post<Wire>(`${general}/bulk-delete`, { messages: ids })).body.code, 50013)
  assert.equal((await lab.app.post<Wire>(`${general}/bulk-delete`, { messages: ['1', '2'] })).body.code, 50034)
  assert.equal((await lab.app.post(`${general}/bulk-delete`, { messages: ids })).status, 204)
  assert.deepEqual((await gateway.next<{ ids: string[] }>('MESSAGE_DELETE_BULK')).d.ids.sort(), ids.sort())
  assert.deepEqual((await lab.app.get(general)).body, [])
  await gateway.close()
})

test('HTTP responses hide content from a bot without MESSAGE_CONTENT', async () => {
  await using lab = await start()
  const { general, filled } = lab
  const blindId = filled.applications.blind?.bot?.id
  const hidden = (await lab.bob.post<Wire>(general, { content: 'private' })).body
  const called = (
    await lab.bob.post<Wire>(general, { content: `hey <@${blindId}>`, message_reference: { message_id: hidden.id } })
  ).body
  const own = (await lab.blind.post<Wire>(general, { content: 'own' })).body
  await lab.ann.put(`${general}/pins/${hidden.id}`)
  const texts = (messages: Wire[]) => messages.filter((message) => message.type !== 6).map((message) => message.content)
  assert.deepEqual(texts((await lab.blind.get<Wire[]>(general)).body), ['own', `hey <@${blindId}>`, ''])
  assert.deepEqual(texts((await lab.app.get<Wire[]>(general)).body), ['own', `hey <@${blindId}>`, 'private'])
  assert.equal((await lab.blind.get<Wire>(`${general}/${hidden.id}`)).body.content, '')
  assert.equal((await lab.blind.get<Wire>(`${general}/${own.id}`)).body.content, 'own')
  assert.equal((await lab.blind.get<Wire>(`${general}/${called.id}`)).body.referenced_message?.content, '')
  assert.equal((await lab.bob.get<Wire>(`${general}/${hidden.id}`)).body.content, 'private')
  const pins = await lab.blind.get<{ items: { message: Wire }[] }>(`${general}/pins`)
  assert.equal(pins.body.items[0]?.message.content, '')
})
