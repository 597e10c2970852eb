/**
 * Attempts of a bot without MESSAGE_CONTENT to read a message through another one that contains it. [message content]
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPlatform } from '../support/platform.ts'
import { guildSession } from '../support/sessions.ts'

const SECRET = 'the-launch-code'
const GUILDS = 1 << 0
const GUILD_MESSAGES = 1 << 9

const world = {
  users: { ann: {}, bob: {} },
  applications: {
    seeing: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] },
    blind: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { seeing: { permissions: '8' }, blind: { permissions: '8' } },
      channels: { general: {}, side: {} },
    },
  },
}

interface Shown {
  id: string
  content: string
  attachments: unknown[]
  embeds: unknown[]
  referenced_message?: Shown | null
  message_snapshots?: { message: Shown }[]
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' })
  const channelId = platform.lab.general.id
  const gateway = await guildSession(platform.blind, GUILDS | GUILD_MESSAGES)
  const bob = platform.bob.api
  const messages = `/channels/${channelId}/messages`
  return {
    bob,
    ann: platform.ann.api,
    blind: platform.blind.api,
    blindId: platform.blind.id,
    applicationId: platform.blind.applicationId,
    channelId,
    gateway,
    messages,
    general: `/channels/${channelId}`,
    side: `/channels/${platform.lab.side.id}/messages`,
    secret: async () => (await bob.post<Shown>(messages, { content: SECRET, embeds: [{ title: SECRET }] })).body,
    forwardOf: ({ id }: Shown) => ({ message_reference: { type: 1, message_id: id, channel_id: channelId } }),
    replyTo: ({ id }: Shown, content: string) => ({ content, message_reference: { message_id: id } }),
    async created({ id }: Shown): Promise<Shown> {
      for (;;) {
        const { d } = await gateway.next<Shown>('MESSAGE_CREATE')
        if (d.id === id) return d
      }
    },
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await platform.close()
    },
  }
}

const leaks = (value: unknown) => JSON.stringify(value).includes(SECRET)

test('a bot reads no content through its own reply, in responses and events', async () => {
  await using lab = await start()
  const hidden = await lab.secret()
  const silent = { allowed_mentions: { replied_user: false } }
  const reply = await lab.blind.post<Shown>(lab.messages, { ...lab.replyTo(hidden, 'what?'), ...silent })
  assert.deepEqual([reply.status, reply.body.content, reply.body.referenced_message?.id], [200, 'what?', hidden.id])
  assert.ok(!leaks(reply.body))
  const again = { ...lab.replyTo(hidden, 'again'), nonce: 'n1', enforce_nonce: true }
  assert.ok(!leaks((await lab.blind.post(lab.messages, again)).body))
  assert.ok(!leaks((await lab.blind.post(lab.messages, again)).body))
  assert.ok(!leaks((await lab.blind.patch(`${lab.messages}/${reply.body.id}`, { content: 'edited' })).body))
  for (const name of ['MESSAGE_CREATE', 'MESSAGE_CREATE', 'MESSAGE_CREATE', 'MESSAGE_UPDATE'])
    assert.ok(!leaks((await lab.gateway.next(name)).d), name)
})

test('a mention of a bot reveals the message that mentions it, not those nested in it', async () => {
  await using lab = await start()
  const hidden = await lab.secret()
  const forward = (await lab.bob.post<Shown>(lab.messages, lab.forwardOf(hidden))).body
  await lab.ann.put(`${lab.messages}/pins/${hidden.id}`)
  for (const target of [hidden, forward]) {
    const called = (await lab.bob.post<Shown>(lab.messages, lab.replyTo(target, `look <@${lab.blindId}>`))).body
    for (const path of [`${lab.messages}/${called.id}`, lab.messages, `${lab.messages}/pins`, `${lab.general}/pins`]) {
      const { status, body } = await lab.blind.get(path)
      assert.deepEqual([status, leaks(body)], [200, false], path)
    }
    const event = await lab.created(called)
    assert.ok(event.content.startsWith('look'))
    assert.ok(!leaks(event))
  }
  const calling = { ...lab.forwardOf(hidden), content: `<@${lab.blindId}>` }
  const shown = (await lab.bob.post<Shown>(lab.messages, calling)).body
  assert.ok(leaks(shown))
  assert.ok(!leaks((await lab.blind.get(`${lab.messages}/${shown.id}`)).body))
})

test('content that a bot may read stays readable inside a message that it may not read', async () => {
  await using lab = await start()
  const own = (await lab.blind.post<Shown>(lab.messages, { content: 'mine' })).body
  const called = (await lab.bob.post<Shown>(lab.messages, { content: `hey <@${lab.blindId}>` })).body
  for (const target of [own, called]) {
    const silent = { allowed_mentions: { replied_user: false, parse: [] } }
    const reply = (await lab.bob.post<Shown>(lab.messages, { ...lab.replyTo(target, SECRET), ...silent })).body
    const event = await lab.created(reply)
    for (const message of [event, (await lab.blind.get<Shown>(`${lab.messages}/${reply.id}`)).body])
      assert.deepEqual([message.content, message.referenced_message?.content], ['', target.content])
    const forward = (await lab.bob.post<Shown>(lab.messages, lab.forwardOf(target))).body
    const read = (await lab.blind.get<Shown>(`${lab.messages}/${forward.id}`)).body
    assert.deepEqual(
      read.message_snapshots?.map(({ message }) => message.content),
      [target.content],
    )
    assert.deepEqual(Object.keys(read.message_snapshots?.[0] ?? {}), ['message'])
  }
})

test('a thread starter message hides the content of the message that it starts from', async () => {
  await using lab = await start()
  const hidden = await lab.secret()
  const thread = (await lab.bob.post<Shown>(`${lab.messages}/${hidden.id}/threads`, { name: 'about it' })).body
  const inThread = await lab.blind.get(`/channels/${thread.id}/messages`)
  assert.deepEqual([inThread.status, leaks(inThread.body)], [200, false])
})

test('[SVC-6] a message command reveals its target, not the message that the target replies to', async () => {
  await using lab = await start()
  const hidden = await lab.secret()
  const target = (await lab.bob.post<Shown>(lab.messages, lab.replyTo(hidden, 'quote me'))).body
  const commands = `/applications/${lab.applicationId}/commands`
  const command = (await lab.blind.post<{ id: string }>(commands, { name: 'Quote', type: 3 })).body
  const used = await lab.bob.post('/interactions', {
    type: 2,
    application_id: lab.applicationId,
    channel_id: lab.channelId,
    data: { id: command.id, name: 'Quote', type: 3, target_id: target.id },
  })
  assert.equal(used.status, 204)
  const { d } = await lab.gateway.next<{ data: { resolved: { messages: Record<string, Shown> } } }>(
    'INTERACTION_CREATE',
  )
  const shown = d.data.resolved.messages[target.id]
  assert.deepEqual([shown?.content, shown?.referenced_message?.content], ['quote me', ''])
  assert.ok(!leaks(d))
})
