/** Webhooks: managed by members, written through by whoever has the token; announcements and their followers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, multipart, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' } },
      channels: {
        general: {},
        other: {},
        news: { type: 5 },
        forum: { type: 15 },
        secret: { permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
    },
  },
}
const ALL_INTENTS = 53608447

interface Wire {
  id: string
  type: number
  code: number
  token: string
  url: string
  name: string
  channel_id: string
  webhook_id: string
  application_id: string | null
  content: string
  flags: number
  author: { id: string; username: string; bot: boolean }
  user?: { id: string }
  mentions: unknown[]
  attachments: { filename: string }[]
  components: unknown[]
  source_channel?: { id: string }
  message_reference?: { message_id: string; channel_id: string }
  audit_log_entries: { action_type: number; target_id: string; reason?: string }[]
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' } as never)
  const filled = platform.world
  assert.ok(filled)
  const channel = (name: string) => filled.guilds.lab?.channels[name]?.id ?? ''
  const connect = async (token: string | undefined) => {
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: token ?? '', intents: ALL_INTENTS })
    await gateway.next('GUILD_CREATE')
    return gateway
  }
  return {
    platform,
    filled,
    channel,
    connect,
    app: api(platform.api, `Bot ${filled.applications.app?.bot?.token}`),
    ann: api(platform.api, filled.users.ann?.token),
    bob: api(platform.api, filled.users.bob?.token),
    anyone: api(platform.api),
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

const linkRow = { type: 1, components: [{ type: 2, style: 5, label: 'Go', url: 'https://example.com' }] }
const buttonRow = { type: 1, components: [{ type: 2, style: 1, label: 'Press', custom_id: 'press' }] }

test('members with MANAGE_WEBHOOKS create, get, modify and delete a webhook', async () => {
  await using lab = await start()
  const { ann, bob, app, anyone, channel, filled } = lab
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const path = `/channels/${channel('general')}/webhooks`
  assert.equal((await bob.post<Wire>(path, { name: 'hook' })).body.code, 50013)
  for (const name of ['', 'x'.repeat(81), 'my Clyde', 'DISCORD fan'])
    assert.equal((await ann.post<Wire>(path, { name })).body.code, 50035, name)
  const made = await ann.post<Wire>(path, { name: 'hook' }, { 'x-audit-log-reason': 'why%20not' })
  assert.deepEqual([made.status, made.body.name, made.body.type, made.body.application_id], [200, 'hook', 1, null])
  assert.equal(made.body.url, `${lab.platform.api}/webhooks/${made.body.id}/${made.body.token}`)
  const update = (await gateway.next<Wire>('WEBHOOKS_UPDATE')).d
  assert.equal(update.channel_id, channel('general'))

  assert.equal((await bob.get<Wire>(path)).body.code, 50013)
  assert.equal((await ann.get<Wire[]>(path)).body.length, 1)
  assert.equal((await app.get<Wire[]>(`/guilds/${filled.guilds.lab?.id}/webhooks`)).body.length, 1)
  assert.equal((await bob.get<Wire>(`/webhooks/${made.body.id}`)).body.code, 50013)
  assert.equal((await ann.get<Wire>(`/webhooks/${made.body.id}`)).body.user?.id, filled.users.ann?.id)
  const byToken = `/webhooks/${made.body.id}/${made.body.token}`
  assert.equal((await anyone.get<Wire>(byToken)).body.user, undefined)
  assert.equal((await anyone.get<Wire>(`/webhooks/${made.body.id}/wrong`)).body.code, 50027)
  assert.equal((await anyone.get<Wire>('/webhooks/1/wrong')).body.code, 10015)

  const moved = await ann.patch<Wire>(`/webhooks/${made.body.id}`, { channel_id: channel('other'), name: 'moved' })
  assert.deepEqual([moved.body.name, moved.body.channel_id], ['moved', channel('other')])
  assert.equal((await bob.patch<Wire>(`/webhooks/${made.body.id}`, { name: 'mine' })).body.code, 50013)
  assert.equal((await anyone.patch<Wire>(byToken, { name: 'by token' })).body.name, 'by token')
  assert.equal((await anyone.patch<Wire>(`${byToken}x`, { name: 'by token' })).body.code, 50027)
  assert.equal((await bob.delete<Wire>(`/webhooks/${made.body.id}`)).body.code, 50013)
  assert.equal((await anyone.delete(byToken)).status, 204)
  assert.equal((await ann.get<Wire>(`/webhooks/${made.body.id}`)).body.code, 10015)

  const log = await ann.get<Wire>(`/guilds/${filled.guilds.lab?.id}/audit-logs`)
  const entries = log.body.audit_log_entries.filter((entry) => entry.target_id === made.body.id)
  assert.deepEqual(entries.map((entry) => entry.action_type).sort(), [50, 51, 51, 52])
  assert.equal(entries.find((entry) => entry.action_type === 50)?.reason, 'why not')
  await gateway.close()
})

test('a channel accepts 15 webhooks, and WEBHOOKS_UPDATE reaches only its viewers', async () => {
  await using lab = await start()
  const { ann, channel, filled } = lab
  const bob = await lab.connect(filled.users.bob?.token)
  await bob.none('WEBHOOKS_UPDATE', async () => {
    for (let count = 0; count < 15; count += 1)
      assert.equal((await ann.post(`/channels/${channel('secret')}/webhooks`, { name: `hook ${count}` })).status, 200)
  })
  assert.equal((await ann.post<Wire>(`/channels/${channel('secret')}/webhooks`, { name: 'one more' })).body.code, 30007)
  await bob.close()
})

test('a webhook token posts, edits and deletes the webhook’s own messages', async () => {
  await using lab = await start()
  const { ann, anyone, channel, filled } = lab
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const hook = (await ann.post<Wire>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const path = `/webhooks/${hook.id}/${hook.token}`
  assert.deepEqual([(await anyone.post(path, { content: 'silent' })).status], [204])
  const event = (await gateway.next<Wire>('MESSAGE_CREATE')).d
  assert.deepEqual(
    [event.content, event.author.id, event.author.username, event.author.bot, event.webhook_id],
    ['silent', hook.id, 'hook', true, hook.id],
  )
  const body = { content: 'loud', username: 'Somebody', embeds: [{ title: 'T' }] }
  const sent = await anyone.post<Wire>(`${path}?wait=true`, body)
  assert.deepEqual([sent.status, sent.body.author.username], [200, 'Somebody'])
  const filed = await anyone.post<Wire>(`${path}?wait=true`, multipart({}, [{ name: 'a.txt', data: 'a' }]))
  assert.equal(filed.body.attachments[0]?.filename, 'a.txt')

  const own = `${path}/messages/${sent.body.id}`
  assert.equal((await anyone.get<Wire>(own)).body.content, 'loud')
  assert.equal((await anyone.patch<Wire>(own, { content: 'quiet' })).body.content, 'quiet')
  assert.equal((await gateway.next<Wire>('MESSAGE_UPDATE')).d.content, 'quiet')
  const anns = (await ann.post<Wire>(`/channels/${channel('general')}/messages`, { content: 'of ann' })).body
  const foreign = `${path}/messages/${anns.id}`
  assert.equal((await anyone.get<Wire>(foreign)).body.code, 10008)
  assert.equal((await anyone.patch<Wire>(foreign, { content: 'x' })).body.code, 10008)
  assert.equal((await anyone.delete<Wire>(foreign)).body.code, 10008)
  assert.equal((await anyone.delete(own)).status, 204)
  await gateway.next('MESSAGE_DELETE')
  assert.equal((await anyone.get<Wire>(own)).body.code, 10008)

  assert.equal((await anyone.post<Wire>(path, {})).body.code, 50006)
  assert.equal((await anyone.post<Wire>(path, { content: 'x', username: 'a clyde' })).body.code, 50035)
  assert.equal((await anyone.post<Wire>(`/webhooks/${hook.id}/wrong`, { content: 'x' })).body.code, 50027)
  assert.equal((await anyone.post<Wire>(`${path}?thread_id=${channel('other')}`, { content: 'x' })).body.code, 10003)
  assert.equal((await anyone.post<Wire>(path, { content: 'x', thread_name: 't' })).body.code, 220003)
  const everyone = await anyone.post<Wire>(`${path}?wait=true`, {
    content: `<@${filled.users.bob?.id}>`,
    allowed_mentions: { parse: [] },
  })
  assert.equal(everyone.body.mentions.length, 0)
  await gateway.close()
})

test('a webhook without an application sends link buttons with with_components and no interactive components', async () => {
  await using lab = await start()
  const { ann, app, anyone, channel } = lab
  const hook = (await ann.post<Wire>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const path = `/webhooks/${hook.id}/${hook.token}?wait=true`
  const without = await anyone.post<Wire>(path, { content: 'x', components: [linkRow] })
  assert.deepEqual(without.body.components, [])
  const withThem = await anyone.post<Wire>(`${path}&with_components=true`, { content: 'x', components: [linkRow] })
  assert.equal(withThem.body.components.length, 1)
  const refused = await anyone.post<Wire>(`${path}&with_components=true`, { content: 'x', components: [buttonRow] })
  assert.equal(refused.body.code, 50035)

  const owned = (await app.post<Wire>(`/channels/${channel('general')}/webhooks`, { name: 'owned' })).body
  const sent = await anyone.post<Wire>(`/webhooks/${owned.id}/${owned.token}?wait=true`, {
    content: 'x',
    components: [buttonRow],
  })
  assert.equal(sent.body.components.length, 1)
})

test('a webhook in a forum needs thread_name or thread_id', async () => {
  await using lab = await start()
  const { ann, anyone, channel } = lab
  const hook = (await ann.post<Wire>(`/channels/${channel('forum')}/webhooks`, { name: 'hook' })).body
  const refused = await anyone.post<Wire>(`/webhooks/${hook.id}/${hook.token}`, { content: 'x' })
  assert.equal(refused.body.code, 220001)
  const both = await anyone.post<Wire>(`/webhooks/${hook.id}/${hook.token}?thread_id=1`, {
    content: 'x',
    thread_name: 't',
  })
  assert.equal(both.body.code, 220002)
  const path = `/webhooks/${hook.id}/${hook.token}`
  assert.equal((await anyone.post<Wire>(path, { thread_name: 'empty' })).body.code, 50006)
  assert.equal(
    (await anyone.post<Wire>(path, { content: 'x', thread_name: 't', applied_tags: ['1'] })).body.code,
    50035,
  )
  const begun = await anyone.post<Wire>(`${path}?wait=true`, { content: 'first', thread_name: 'a post' })
  assert.deepEqual([begun.status, begun.body.channel_id], [200, begun.body.id])
  const thread = await ann.get<Wire>(`/channels/${begun.body.id}`)
  assert.deepEqual([thread.body.name, thread.body.type], ['a post', 11])
  const more = await anyone.post<Wire>(`${path}?wait=true&thread_id=${begun.body.id}`, { content: 'second' })
  assert.equal(more.body.channel_id, begun.body.id)
  const { threads } = (await ann.get<{ threads: unknown[] }>(`/guilds/${lab.filled.guilds.lab?.id}/threads/active`))
    .body
  assert.equal(threads.length, 1)
})

test('[LIM-3] a webhook accepts a file of 20 MiB and rejects one byte more', async () => {
  await using lab = await start()
  const { ann, anyone, channel } = lab
  const hook = (await ann.post<Wire>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const send = (bytes: number) =>
    anyone.post<Wire>(`/webhooks/${hook.id}/${hook.token}`, multipart({}, [{ name: 'big', data: Buffer.alloc(bytes) }]))
  assert.equal((await send(20 * 1024 * 1024)).status, 204)
  const refused = await send(20 * 1024 * 1024 + 1)
  assert.deepEqual([refused.status, refused.body.code], [413, 40005])
})

test('published messages of a followed channel are copied', async () => {
  await using lab = await start()
  const { ann, bob, app, channel, filled } = lab
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const follow = (source: string, target: string) => ({
    path: `/channels/${channel(source)}/followers`,
    target: channel(target),
  })
  const { path, target } = follow('news', 'other')
  assert.equal((await bob.post<Wire>(path, { webhook_channel_id: target })).body.code, 50013)
  assert.equal(
    (await ann.post<Wire>(`/channels/${channel('general')}/followers`, { webhook_channel_id: target })).body.code,
    50024,
  )
  const followed = await ann.post<Wire>(path, { webhook_channel_id: target })
  assert.deepEqual([followed.status, followed.body.channel_id], [200, channel('news')])
  assert.equal((await gateway.next<Wire>('MESSAGE_CREATE')).d.type, 12)
  const webhook = await ann.get<Wire>(`/webhooks/${followed.body.webhook_id}`)
  assert.deepEqual(
    [webhook.body.type, webhook.body.source_channel?.id, webhook.body.token],
    [2, channel('news'), undefined],
  )

  const news = `/channels/${channel('news')}/messages`
  const message = (await app.post<Wire>(news, { content: 'extra' })).body
  await gateway.next('MESSAGE_CREATE')
  assert.equal((await bob.post<Wire>(`${news}/${message.id}/crosspost`)).body.code, 50013)
  const published = await app.post<Wire>(`${news}/${message.id}/crosspost`)
  assert.equal(published.body.flags & 1, 1)
  const copy = (await gateway.next<Wire>('MESSAGE_CREATE')).d
  assert.deepEqual(
    [copy.channel_id, copy.content, copy.flags, copy.webhook_id, copy.message_reference?.message_id],
    [target, 'extra', 2, followed.body.webhook_id, message.id],
  )
  assert.equal((await app.post<Wire>(`${news}/${message.id}/crosspost`)).body.code, 40033)
  const plain = (await app.post<Wire>(`/channels/${channel('general')}/messages`, { content: 'x' })).body
  const wrong = await app.post<Wire>(`/channels/${channel('general')}/messages/${plain.id}/crosspost`)
  assert.equal(wrong.body.code, 50024)
  await gateway.close()
})

test('copies of a published message follow its edits, and are marked when it is deleted', async () => {
  await using lab = await start()
  const { ann, app, channel, filled } = lab
  const gateway = await lab.connect(filled.applications.app?.bot?.token)
  const copies = `/channels/${channel('other')}/messages`
  await ann.post(`/channels/${channel('news')}/followers`, { webhook_channel_id: channel('other') })
  await gateway.next('MESSAGE_CREATE')
  const news = `/channels/${channel('news')}/messages`
  const publish = async (content: string) => {
    const message = (await app.post<Wire>(news, { content, embeds: [{ title: content }] })).body
    await gateway.next('MESSAGE_CREATE')
    await app.post(`${news}/${message.id}/crosspost`)
    assert.equal((await gateway.next<Wire>('MESSAGE_UPDATE')).d.id, message.id)
    return { message, copy: (await gateway.next<Wire>('MESSAGE_CREATE')).d }
  }
  const updateOf = async (copy: Wire) => {
    for (;;) {
      const { d } = await gateway.next<Wire>('MESSAGE_UPDATE')
      if (d.id === copy.id) return d
    }
  }
  const [first, second] = [await publish('one'), await publish('two')]
  await app.patch(`${news}/${first.message.id}`, { content: 'corrected', embeds: [{ title: 'new' }] })
  const edited = await updateOf(first.copy)
  assert.deepEqual([edited.content, edited.flags], ['corrected', 2])
  assert.deepEqual((await app.get<Wire>(`${copies}/${first.copy.id}`)).body.content, 'corrected')
  await app.patch(`${news}/${first.message.id}`, { flags: 4 })
  assert.equal((await updateOf(first.copy)).flags, 2 | 4)
  // A pin is no change of what was published.
  await gateway.none('MESSAGE_UPDATE', async () => {
    await app.put(`${news}/pins/${second.message.id}`)
    await gateway.next('MESSAGE_UPDATE')
  })
  await app.post(`${news}/bulk-delete`, { messages: [first.message.id, second.message.id] })
  const marked = new Map<string, Wire>()
  while (marked.size < 2) {
    const { d } = await gateway.next<Wire>('MESSAGE_UPDATE')
    marked.set(d.id, d)
  }
  for (const { copy } of [first, second]) {
    const { content, flags = 0 } = marked.get(copy.id) ?? {}
    assert.deepEqual([content, flags & 8], ['[Original Message Deleted]', 8])
  }
  await gateway.close()
})
