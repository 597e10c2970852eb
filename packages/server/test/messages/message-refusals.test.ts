/** Requests about messages, reactions and DMs that are refused, each with its documented status and code. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const EMBED_LINKS = 1n << 14n

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} }, other: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '8' }, other: { permissions: '0' } },
      channels: {
        general: {},
        plain: { permission_overwrites: [{ role: '@everyone', deny: EMBED_LINKS.toString() }] },
      },
    },
  },
}

interface Wire {
  id: string
  code: number
  embeds: Record<string, unknown>[]
  errors?: unknown
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' } as never)
  const filled = platform.world
  const lab = filled?.guilds.lab
  assert.ok(filled && lab)
  return {
    filled,
    channel: (name: string) => `/channels/${lab.channels[name]?.id}`,
    ann: api(platform.api, filled.users.ann?.token),
    bob: api(platform.api, filled.users.bob?.token),
    app: api(platform.api, `Bot ${filled.applications.app?.bot?.token}`),
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

const refusal = ({ status, body }: { status: number; body: Wire }) => [status, body.code]

test('a message of embeds alone needs EMBED_LINKS', async () => {
  await using lab = await start()
  const path = `${lab.channel('plain')}/messages`
  const embeds = [{ title: 'T' }]
  assert.deepEqual(refusal(await lab.bob.post<Wire>(path, { embeds })), [403, 50013])
  const sent = await lab.bob.post<Wire>(path, { embeds, content: 'text' })
  assert.deepEqual([sent.status, sent.body.embeds], [200, []])
  const edit = { embeds, content: '' }
  assert.deepEqual(refusal(await lab.bob.patch<Wire>(`${path}/${sent.body.id}`, edit)), [403, 50013])
  assert.deepEqual(refusal(await lab.bob.post<Wire>(path, {})), [400, 50006])
})

test('an edit of an own message in a locked thread needs MANAGE_THREADS', async () => {
  await using lab = await start()
  const thread = (await lab.ann.post<Wire>(`${lab.channel('general')}/threads`, { name: 't', type: 11 })).body
  const path = `/channels/${thread.id}`
  const message = (await lab.bob.post<Wire>(`${path}/messages`, { content: 'before' })).body
  const own = (await lab.ann.post<Wire>(`${path}/messages`, { content: 'before' })).body
  assert.equal((await lab.ann.patch(path, { locked: true })).status, 200)
  const refused = await lab.bob.patch<Wire>(`${path}/messages/${message.id}`, { content: 'after' })
  assert.deepEqual(refusal(refused), [403, 160005])
  assert.equal((await lab.ann.patch(`${path}/messages/${own.id}`, { content: 'after' })).status, 200)
})

test('a reaction with an unknown emoji is 400 with code 10014', async () => {
  await using lab = await start()
  const path = `${lab.channel('general')}/messages`
  const { id } = (await lab.bob.post<Wire>(path, { content: 'x' })).body
  for (const emoji of ['nonsense', 'gone:123456789012345678'])
    assert.deepEqual(refusal(await lab.app.put<Wire>(`${path}/${id}/reactions/${emoji}/@me`)), [400, 10014], emoji)
  const guild = lab.filled.guilds.lab?.id
  assert.deepEqual(refusal(await lab.app.get<Wire>(`/guilds/${guild}/emojis/1`)), [404, 10014])
})

test('a DM is opened neither to an unknown user nor between bots', async () => {
  await using lab = await start()
  const open = (recipient_id: string | undefined) => lab.app.post<Wire>('/users/@me/channels', { recipient_id })
  assert.deepEqual(refusal(await open('123456789012345678')), [400, 50033])
  assert.deepEqual(refusal(await open(lab.filled.applications.other?.bot?.id)), [400, 50007])
  assert.equal((await open(lab.filled.users.bob?.id)).status, 200)
})

test('bulk delete rejects duplicate ids and DMs', async () => {
  await using lab = await start()
  const path = `${lab.channel('general')}/messages`
  const { id } = (await lab.bob.post<Wire>(path, { content: 'x' })).body
  assert.deepEqual(refusal(await lab.app.post<Wire>(`${path}/bulk-delete`, { messages: [id, id] })), [400, 50035])
  const dm = (await lab.app.post<Wire>('/users/@me/channels', { recipient_id: lab.filled.users.bob?.id })).body
  const inDm = await lab.app.post<Wire>(`/channels/${dm.id}/messages/bulk-delete`, { messages: ['1', '2'] })
  assert.deepEqual(refusal(inDm), [400, 50003])
  assert.equal((await lab.app.get(`${path}/${id}`)).status, 200)
})

test('[ERR-8] embed fields that are too long or empty have the codes and texts that bots match on', async () => {
  await using lab = await start()
  const path = `${lab.channel('general')}/messages`
  const faultOf = async (field: { name: string; value: string }, part: 'name' | 'value') => {
    const { status, body } = await lab.app.post<{ errors: Record<string, unknown> }>(path, {
      embeds: [{ fields: [field] }],
    })
    assert.equal(status, 400)
    const { embeds } = body.errors as { embeds: { 0: { fields: { 0: Record<string, { _errors: unknown[] }> } } } }
    return embeds[0].fields[0][part]?._errors
  }
  const tooLong = (max: number) => [{ code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${max} or fewer in length.` }]
  const required = [{ code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }]
  assert.deepEqual(await faultOf({ name: 'x'.repeat(257), value: 'x' }, 'name'), tooLong(256))
  assert.deepEqual(await faultOf({ name: 'x', value: 'x'.repeat(1_025) }, 'value'), tooLong(1_024))
  assert.deepEqual(await faultOf({ name: '', value: 'x' }, 'name'), required)
  assert.deepEqual(await faultOf({ name: 'x', value: ' ' }, 'value'), required)
})

test('empty parts of an embed count as absent', async () => {
  await using lab = await start()
  const path = `${lab.channel('general')}/messages`
  const empty = { image: {}, thumbnail: {}, footer: {}, author: {}, video: {}, provider: {}, timestamp: 0, fields: [] }
  const nulled = { image: { url: null }, thumbnail: { url: '' }, footer: { text: null }, author: { name: '' } }
  for (const parts of [empty, { ...nulled, timestamp: null }, { ...nulled, timestamp: '' }]) {
    const sent = await lab.app.post<Wire>(path, { embeds: [{ title: 'T', ...parts }] })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { fields: _, ...embed } = sent.body.embeds[0] ?? {}
    assert.deepEqual(embed, { type: 'rich', title: 'T' })
  }
  const late = await lab.app.post<Wire>(path, { embeds: [{ title: 'T', timestamp: 1 }] })
  assert.deepEqual(refusal(late), [400, 50035])
})
