/** Requests about messages, reactions and DMs that are refused, each with its documented status and code. */
import assert from 'node:assert/strict'
import type { ChannelObject, EmojiObject, MessageObject } from '@guildhall/protocol'
import type { Answer } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

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

const test = guildhallTest({ world, resets: true })
const { platform } = test
const channel = (name: keyof typeof world.guilds.lab.channels) => `/channels/${platform.lab[name].id}`

const refusal = ({ status, code }: Answer<unknown>) => [status, code]

test('a message of embeds alone needs EMBED_LINKS', async () => {
  const path = `${channel('plain')}/messages`
  const embeds = [{ title: 'T' }]
  assert.deepEqual(refusal(await platform.bob.api.post<MessageObject>(path, { embeds })), [403, 50013])
  const sent = await platform.bob.api.post<MessageObject>(path, { embeds, content: 'text' })
  assert.deepEqual([sent.status, sent.body.embeds], [200, []])
  const edit = { embeds, content: '' }
  assert.deepEqual(refusal(await platform.bob.api.patch<MessageObject>(`${path}/${sent.body.id}`, edit)), [403, 50013])
  assert.deepEqual(refusal(await platform.bob.api.post<MessageObject>(path, {})), [400, 50006])
})

test('an edit of an own message in a locked thread needs MANAGE_THREADS', async () => {
  const thread = (await platform.ann.api.post<ChannelObject>(`${channel('general')}/threads`, { name: 't', type: 11 }))
    .body
  const path = `/channels/${thread.id}`
  const message = (await platform.bob.api.post<MessageObject>(`${path}/messages`, { content: 'before' })).body
  const own = (await platform.ann.api.post<MessageObject>(`${path}/messages`, { content: 'before' })).body
  assert.equal((await platform.ann.api.patch(path, { locked: true })).status, 200)
  const refused = await platform.bob.api.patch<MessageObject>(`${path}/messages/${message.id}`, { content: 'after' })
  assert.deepEqual(refusal(refused), [403, 160005])
  assert.equal((await platform.ann.api.patch(`${path}/messages/${own.id}`, { content: 'after' })).status, 200)
})

test('a reaction with an unknown emoji is 400 with code 10014', async () => {
  const path = `${channel('general')}/messages`
  const { id } = (await platform.bob.api.post<MessageObject>(path, { content: 'x' })).body
  for (const emoji of ['nonsense', 'gone:123456789012345678'])
    assert.deepEqual(refusal(await platform.app.api.put(`${path}/${id}/reactions/${emoji}/@me`)), [400, 10014], emoji)
  const guild = platform.lab.id
  assert.deepEqual(refusal(await platform.app.api.get<EmojiObject>(`/guilds/${guild}/emojis/1`)), [404, 10014])
})

test('a DM is opened neither to an unknown user nor between bots', async () => {
  const open = (recipient_id: string | undefined) =>
    platform.app.api.post<ChannelObject>('/users/@me/channels', { recipient_id })
  assert.deepEqual(refusal(await open('123456789012345678')), [400, 50033])
  assert.deepEqual(refusal(await open(platform.other.id)), [400, 50007])
  assert.equal((await open(platform.bob.id)).status, 200)
})

test('bulk delete rejects duplicate ids and DMs', async () => {
  const path = `${channel('general')}/messages`
  const { id } = (await platform.bob.api.post<MessageObject>(path, { content: 'x' })).body
  assert.deepEqual(refusal(await platform.app.api.post(`${path}/bulk-delete`, { messages: [id, id] })), [400, 50035])
  const dm = (await platform.app.api.post<ChannelObject>('/users/@me/channels', { recipient_id: platform.bob.id })).body
  const inDm = await platform.app.api.post(`/channels/${dm.id}/messages/bulk-delete`, { messages: ['1', '2'] })
  assert.deepEqual(refusal(inDm), [400, 50003])
  assert.equal((await platform.app.api.get(`${path}/${id}`)).status, 200)
})

test('[ERR-8] embed fields that are too long or empty have the codes and texts that bots match on', async () => {
  const path = `${channel('general')}/messages`
  const faultOf = async (field: { name: string; value: string }, part: 'name' | 'value') => {
    const { status, body } = await platform.app.api.post<{ errors: Record<string, unknown> }>(path, {
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
  const path = `${channel('general')}/messages`
  const empty = { image: {}, thumbnail: {}, footer: {}, author: {}, video: {}, provider: {}, timestamp: 0, fields: [] }
  const nulled = { image: { url: null }, thumbnail: { url: '' }, footer: { text: null }, author: { name: '' } }
  for (const parts of [empty, { ...nulled, timestamp: null }, { ...nulled, timestamp: '' }]) {
    const sent = await platform.app.api.post<MessageObject>(path, { embeds: [{ title: 'T', ...parts }] })
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    const { fields: _, ...embed } = sent.body.embeds[0] ?? {}
    assert.deepEqual(embed, { type: 'rich', title: 'T' })
  }
  const late = await platform.app.api.post<MessageObject>(path, { embeds: [{ title: 'T', timestamp: 1 }] })
  assert.deepEqual(refusal(late), [400, 50035])
})
