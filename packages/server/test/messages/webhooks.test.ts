/** Webhooks: managed by members, written through by whoever has the token; announcements and their followers. */
import assert from 'node:assert/strict'
import {
  type AuditLogObject,
  type ChannelObject,
  KNOWN_INTENTS,
  type MessageObject,
  type WebhookObject,
} from '@guildhall/protocol'
import { api, multipart, type PayloadOf, type ResponseOf } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

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

const test = guildhallTest({ world, resets: true })
const { platform } = test
type Channel = keyof typeof world.guilds.lab.channels
const channel = (name: Channel) => platform.lab[name].id

const linkRow = { type: 1, components: [{ type: 2, style: 5, label: 'Go', url: 'https://example.com' }] }
const buttonRow = { type: 1, components: [{ type: 2, style: 1, label: 'Press', custom_id: 'press' }] }

test('members with MANAGE_WEBHOOKS create, get, modify and delete a webhook', async () => {
  const ann = platform.ann.api
  const bob = platform.bob.api
  const app = platform.app.api
  const anyone = api(platform.api)
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const path = `/channels/${channel('general')}/webhooks`
  assert.equal((await bob.post(path, { name: 'hook' })).code, 50013)
  for (const name of ['', 'x'.repeat(81), 'my Clyde', 'DISCORD fan'])
    assert.equal((await ann.post(path, { name })).code, 50035, name)
  const made = await ann.post<WebhookObject>(path, { name: 'hook' }, { 'x-audit-log-reason': 'why%20not' })
  assert.deepEqual([made.status, made.body.name, made.body.type, made.body.application_id], [200, 'hook', 1, null])
  assert.equal(made.body.url, `${platform.api}/webhooks/${made.body.id}/${made.body.token}`)
  const update = (await gateway.next('WEBHOOKS_UPDATE')).d
  assert.equal(update.channel_id, channel('general'))

  assert.equal((await bob.get(path)).code, 50013)
  assert.equal((await ann.get<WebhookObject[]>(path)).body.length, 1)
  assert.equal((await app.get<WebhookObject[]>(`/guilds/${platform.lab.id}/webhooks`)).body.length, 1)
  assert.equal((await bob.get(`/webhooks/${made.body.id}`)).code, 50013)
  assert.equal((await ann.get<WebhookObject>(`/webhooks/${made.body.id}`)).body.user?.id, platform.ann.id)
  const byToken = `/webhooks/${made.body.id}/${made.body.token}`
  assert.equal((await anyone.get<WebhookObject>(byToken)).body.user, undefined)
  assert.equal((await anyone.get(`/webhooks/${made.body.id}/wrong`)).code, 50027)
  assert.equal((await anyone.get('/webhooks/1/wrong')).code, 10015)

  const moved = await ann.patch<WebhookObject>(`/webhooks/${made.body.id}`, {
    channel_id: channel('other'),
    name: 'moved',
  })
  assert.deepEqual([moved.body.name, moved.body.channel_id], ['moved', channel('other')])
  assert.equal((await bob.patch(`/webhooks/${made.body.id}`, { name: 'mine' })).code, 50013)
  assert.equal((await anyone.patch<WebhookObject>(byToken, { name: 'by token' })).body.name, 'by token')
  assert.equal((await anyone.patch(`${byToken}x`, { name: 'by token' })).code, 50027)
  assert.equal((await bob.delete(`/webhooks/${made.body.id}`)).code, 50013)
  assert.equal((await anyone.delete(byToken)).status, 204)
  assert.equal((await ann.get(`/webhooks/${made.body.id}`)).code, 10015)

  const log = await ann.get<AuditLogObject>(`/guilds/${platform.lab.id}/audit-logs`)
  const entries = log.body.audit_log_entries.filter((entry) => entry.target_id === made.body.id)
  assert.deepEqual(entries.map((entry) => entry.action_type).sort(), [50, 51, 51, 52])
  assert.equal(entries.find((entry) => entry.action_type === 50)?.reason, 'why not')
  await gateway.close()
})

test('a channel accepts 15 webhooks, and WEBHOOKS_UPDATE reaches only its viewers', async () => {
  const ann = platform.ann.api
  await using bob = await guildSession(platform.bob, KNOWN_INTENTS)
  await bob.none('WEBHOOKS_UPDATE', async () => {
    for (let count = 0; count < 15; count += 1)
      assert.equal((await ann.post(`/channels/${channel('secret')}/webhooks`, { name: `hook ${count}` })).status, 200)
  })
  assert.equal((await ann.post(`/channels/${channel('secret')}/webhooks`, { name: 'one more' })).code, 30007)
  await bob.close()
})

test('a webhook token posts, edits and deletes the webhook’s own messages', async () => {
  const ann = platform.ann.api
  const anyone = api(platform.api)
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const hook = (await ann.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const path = `/webhooks/${hook.id}/${hook.token}`
  assert.deepEqual([(await anyone.post(path, { content: 'silent' })).status], [204])
  const event = (await gateway.next('MESSAGE_CREATE')).d
  assert.deepEqual(
    [event.content, event.author.id, event.author.username, event.author.bot, event.webhook_id],
    ['silent', hook.id, 'hook', true, hook.id],
  )
  const body = { content: 'loud', username: 'Somebody', embeds: [{ title: 'T' }] }
  const sent = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}?wait=true`, body)
  assert.deepEqual([sent.status, sent.body?.author.username], [200, 'Somebody'])
  const filed = await anyone.post<ResponseOf<'execute_webhook'>>(
    `${path}?wait=true`,
    multipart({}, [{ name: 'a.txt', data: 'a' }]),
  )
  assert.equal(filed.body?.attachments[0]?.filename, 'a.txt')

  const own = `${path}/messages/${sent.body?.id}`
  assert.equal((await anyone.get<MessageObject>(own)).body.content, 'loud')
  assert.equal((await anyone.patch<MessageObject>(own, { content: 'quiet' })).body.content, 'quiet')
  assert.equal((await gateway.next('MESSAGE_UPDATE')).d.content, 'quiet')
  const anns = (await ann.post<MessageObject>(`/channels/${channel('general')}/messages`, { content: 'of ann' })).body
  const foreign = `${path}/messages/${anns.id}`
  assert.equal((await anyone.get(foreign)).code, 10008)
  assert.equal((await anyone.patch(foreign, { content: 'x' })).code, 10008)
  assert.equal((await anyone.delete(foreign)).code, 10008)
  assert.equal((await anyone.delete(own)).status, 204)
  await gateway.next('MESSAGE_DELETE')
  assert.equal((await anyone.get(own)).code, 10008)

  assert.equal((await anyone.post(path, {})).code, 50006)
  assert.equal((await anyone.post(path, { content: 'x', username: 'a clyde' })).code, 50035)
  assert.equal((await anyone.post(`/webhooks/${hook.id}/wrong`, { content: 'x' })).code, 50027)
  assert.equal((await anyone.post(`${path}?thread_id=${channel('other')}`, { content: 'x' })).code, 10003)
  assert.equal((await anyone.post(path, { content: 'x', thread_name: 't' })).code, 220003)
  const everyone = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}?wait=true`, {
    content: `<@${platform.bob.id}>`,
    allowed_mentions: { parse: [] },
  })
  assert.equal(everyone.body?.mentions.length, 0)
  await gateway.close()
})

test('a webhook without an application sends link buttons with with_components and no interactive components', async () => {
  const ann = platform.ann.api
  const app = platform.app.api
  const anyone = api(platform.api)
  const hook = (await ann.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const path = `/webhooks/${hook.id}/${hook.token}?wait=true`
  const without = await anyone.post<ResponseOf<'execute_webhook'>>(path, { content: 'x', components: [linkRow] })
  assert.deepEqual(without.body?.components, [])
  const withThem = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}&with_components=true`, {
    content: 'x',
    components: [linkRow],
  })
  assert.equal(withThem.body?.components.length, 1)
  const refused = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}&with_components=true`, {
    content: 'x',
    components: [buttonRow],
  })
  assert.equal(refused.code, 50035)

  const owned = (await app.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, { name: 'owned' })).body
  const sent = await anyone.post<ResponseOf<'execute_webhook'>>(`/webhooks/${owned.id}/${owned.token}?wait=true`, {
    content: 'x',
    components: [buttonRow],
  })
  assert.equal(sent.body?.components.length, 1)
})

test('edits of a webhook without an application follow the same rules of components', async () => {
  const anyone = api(platform.api)
  const { body: hook } = await platform.ann.api.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, {
    name: 'hook',
  })
  const path = `/webhooks/${hook.id}/${hook.token}`
  const sent = await anyone.post<MessageObject>(`${path}?wait=true&with_components=true`, {
    content: 'x',
    components: [linkRow],
  })
  const own = `${path}/messages/${sent.body.id}`
  for (const components of [[buttonRow], []]) {
    const edited = await anyone.patch<MessageObject>(own, { content: 'y', components })
    assert.equal(edited.body.content, 'y')
    assert.deepEqual(edited.body.components, sent.body.components, 'ignored without with_components')
  }
  assert.equal((await anyone.patch(`${own}?with_components=true`, { components: [buttonRow] })).code, 50035)
  const stored = await anyone.get<MessageObject>(own)
  assert.deepEqual(stored.body.components, sent.body.components)
  const cleared = await anyone.patch<MessageObject>(`${own}?with_components=true`, { components: [] })
  assert.deepEqual(cleared.body.components, [])

  const { body: owned } = await platform.app.api.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, {
    name: 'owned',
  })
  const ofApp = `/webhooks/${owned.id}/${owned.token}`
  const { body: message } = await anyone.post<MessageObject>(`${ofApp}?wait=true`, { content: 'x' })
  const withButton = await anyone.patch<MessageObject>(`${ofApp}/messages/${message.id}`, { components: [buttonRow] })
  assert.equal(withButton.body.components?.length, 1)
})

test('a webhook in a forum needs thread_name or thread_id', async () => {
  const ann = platform.ann.api
  const anyone = api(platform.api)
  const hook = (await ann.post<WebhookObject>(`/channels/${channel('forum')}/webhooks`, { name: 'hook' })).body
  const refused = await anyone.post<ResponseOf<'execute_webhook'>>(`/webhooks/${hook.id}/${hook.token}`, {
    content: 'x',
  })
  assert.equal(refused.code, 220001)
  const both = await anyone.post<ResponseOf<'execute_webhook'>>(`/webhooks/${hook.id}/${hook.token}?thread_id=1`, {
    content: 'x',
    thread_name: 't',
  })
  assert.equal(both.code, 220002)
  const path = `/webhooks/${hook.id}/${hook.token}`
  assert.equal((await anyone.post(path, { thread_name: 'empty' })).code, 50006)
  assert.equal((await anyone.post(path, { content: 'x', thread_name: 't', applied_tags: ['1'] })).code, 50035)
  const begun = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}?wait=true`, {
    content: 'first',
    thread_name: 'a post',
  })
  assert.deepEqual([begun.status, begun.body?.channel_id], [200, begun.body?.id])
  const thread = await ann.get<ChannelObject>(`/channels/${begun.body?.id}`)
  assert.deepEqual([thread.body.name, thread.body.type], ['a post', 11])
  const more = await anyone.post<ResponseOf<'execute_webhook'>>(`${path}?wait=true&thread_id=${begun.body?.id}`, {
    content: 'second',
  })
  assert.equal(more.body?.channel_id, begun.body?.id)
  const { threads } = (await ann.get<{ threads: unknown[] }>(`/guilds/${platform.lab.id}/threads/active`)).body
  assert.equal(threads.length, 1)
})

test('[LIM-3] a webhook accepts a file of 20 MiB and rejects one byte more', async () => {
  const ann = platform.ann.api
  const anyone = api(platform.api)
  const hook = (await ann.post<WebhookObject>(`/channels/${channel('general')}/webhooks`, { name: 'hook' })).body
  const send = (bytes: number) =>
    anyone.post<ResponseOf<'execute_webhook'>>(
      `/webhooks/${hook.id}/${hook.token}`,
      multipart({}, [{ name: 'big', data: Buffer.alloc(bytes) }]),
    )
  assert.equal((await send(20 * 1024 * 1024)).status, 204)
  const refused = await send(20 * 1024 * 1024 + 1)
  assert.deepEqual([refused.status, refused.code], [413, 40005])
})

test('published messages of a followed channel are copied', async () => {
  const ann = platform.ann.api
  const bob = platform.bob.api
  const app = platform.app.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const follow = (source: Channel, target: Channel) => ({
    path: `/channels/${channel(source)}/followers`,
    target: channel(target),
  })
  const { path, target } = follow('news', 'other')
  assert.equal((await bob.post(path, { webhook_channel_id: target })).code, 50013)
  assert.equal(
    (await ann.post(`/channels/${channel('general')}/followers`, { webhook_channel_id: target })).code,
    50024,
  )
  const followed = await ann.post<ResponseOf<'execute_webhook'>>(path, { webhook_channel_id: target })
  assert.deepEqual([followed.status, followed.body?.channel_id], [200, channel('news')])
  assert.equal((await gateway.next('MESSAGE_CREATE')).d.type, 12)
  const webhook = await ann.get<WebhookObject>(`/webhooks/${followed.body?.webhook_id}`)
  assert.deepEqual(
    [webhook.body.type, webhook.body.source_channel?.id, webhook.body.token],
    [2, channel('news'), undefined],
  )

  const news = `/channels/${channel('news')}/messages`
  const message = (await app.post<MessageObject>(news, { content: 'extra' })).body
  await gateway.next('MESSAGE_CREATE')
  assert.equal((await bob.post(`${news}/${message.id}/crosspost`)).code, 50013)
  const published = await app.post<MessageObject>(`${news}/${message.id}/crosspost`)
  assert.equal(published.body.flags & 1, 1)
  const copy = (await gateway.next('MESSAGE_CREATE')).d
  assert.deepEqual(
    [copy.channel_id, copy.content, copy.flags, copy.webhook_id, copy.message_reference?.message_id],
    [target, 'extra', 2, followed.body?.webhook_id, message.id],
  )
  assert.equal((await app.post(`${news}/${message.id}/crosspost`)).code, 40033)
  const plain = (await app.post<MessageObject>(`/channels/${channel('general')}/messages`, { content: 'x' })).body
  const wrong = await app.post<MessageObject>(`/channels/${channel('general')}/messages/${plain.id}/crosspost`)
  assert.equal(wrong.code, 50024)
  await gateway.close()
})

test('copies of a published message follow its edits, and are marked when it is deleted', async () => {
  const ann = platform.ann.api
  const app = platform.app.api
  await using gateway = await guildSession(platform.app, KNOWN_INTENTS)
  const copies = `/channels/${channel('other')}/messages`
  await ann.post(`/channels/${channel('news')}/followers`, { webhook_channel_id: channel('other') })
  await gateway.next('MESSAGE_CREATE')
  const news = `/channels/${channel('news')}/messages`
  const publish = async (content: string) => {
    const message = (await app.post<MessageObject>(news, { content, embeds: [{ title: content }] })).body
    await gateway.next('MESSAGE_CREATE')
    await app.post(`${news}/${message.id}/crosspost`)
    assert.equal((await gateway.next('MESSAGE_UPDATE')).d.id, message.id)
    return { message, copy: (await gateway.next('MESSAGE_CREATE')).d }
  }
  const updateOf = async (copy: { id: string }) => {
    for (;;) {
      const { d } = await gateway.next('MESSAGE_UPDATE')
      if (d.id === copy.id) return d
    }
  }
  const [first, second] = [await publish('one'), await publish('two')]
  await app.patch(`${news}/${first.message.id}`, { content: 'corrected', embeds: [{ title: 'new' }] })
  const edited = await updateOf(first.copy)
  assert.deepEqual([edited.content, edited.flags], ['corrected', 2])
  assert.deepEqual((await app.get<MessageObject>(`${copies}/${first.copy.id}`)).body.content, 'corrected')
  await app.patch(`${news}/${first.message.id}`, { flags: 4 })
  assert.equal((await updateOf(first.copy)).flags, 2 | 4)
  // A pin is no change of what was published.
  await gateway.none('MESSAGE_UPDATE', async () => {
    await app.put(`${news}/pins/${second.message.id}`)
    await gateway.next('MESSAGE_UPDATE')
  })
  await app.post(`${news}/bulk-delete`, { messages: [first.message.id, second.message.id] })
  const marked = new Map<string, PayloadOf<'MESSAGE_UPDATE'>>()
  while (marked.size < 2) {
    const { d } = await gateway.next('MESSAGE_UPDATE')
    marked.set(d.id, d)
  }
  for (const { copy } of [first, second]) {
    const { content, flags = 0 } = marked.get(copy.id) ?? {}
    assert.deepEqual([content, flags & 8], ['[Original Message Deleted]', 8])
  }
  await gateway.close()
})
