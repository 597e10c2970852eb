/** Ids that a request names twice are stored once. */
import assert from 'node:assert/strict'
import type { ChannelObject, EmojiObject, MessageObject, RoleObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      roles: { mod: { permissions: '0', members: ['bob'] } },
      bots: { app: { permissions: '8' } },
      channels: { general: {}, forum: { type: 15 } },
    },
  },
}
const test = guildhallTest({ world })
const { platform } = test
const VIEW = '1024'
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function modId(): Promise<string> {
  const { body } = await platform.app.api.get<RoleObject[]>(`/guilds/${platform.lab.id}/roles`)
  return body.find(({ name }) => name === 'mod')?.id ?? assert.fail('there is no role')
}

test('a role or member has one permission overwrite in a channel: the last of a request', async () => {
  const { app, lab, bob } = platform
  const id = await modId()
  const deny = { id, type: 0, allow: '0', deny: VIEW }
  const allow = { id: `0${id}`, type: 0, allow: VIEW, deny: '0' }
  const path = `/channels/${lab.general.id}`
  const reads = async () => (await bob.api.get<MessageObject[]>(`${path}/messages`)).status
  const opened = await app.api.patch<ChannelObject>(path, { permission_overwrites: [deny, allow] })
  assert.deepEqual(opened.body.permission_overwrites, [{ ...allow, id }])
  assert.equal(await reads(), 200)
  const closed = await app.api.patch<ChannelObject>(path, { permission_overwrites: [allow, deny] })
  assert.deepEqual(closed.body.permission_overwrites, [deny])
  assert.equal(await reads(), 403)
  assert.equal((await app.api.delete(`${path}/permissions/${id}`)).status, 204)
  assert.deepEqual((await app.api.get<ChannelObject>(path)).body.permission_overwrites, [])
  assert.equal(await reads(), 200)
  const made = await app.api.post<ChannelObject>(`/guilds/${lab.id}/channels`, {
    name: 'new',
    permission_overwrites: [allow, deny, deny],
  })
  assert.deepEqual(made.body.permission_overwrites, [deny])
})

test('an emoji has each role once, and a forum post each tag', async () => {
  const { app, lab } = platform
  const id = await modId()
  const emoji = await app.api.post<EmojiObject>(`/guilds/${lab.id}/emojis`, {
    name: 'pixel',
    image: PIXEL,
    roles: [id, id],
  })
  assert.deepEqual(emoji.body.roles, [id])
  const forum = await app.api.patch<ChannelObject>(`/channels/${lab.forum.id}`, { available_tags: [{ name: 'help' }] })
  const tag = forum.body.available_tags?.[0]?.id ?? assert.fail('there is no tag')
  const post = await app.api.post<ChannelObject>(`/channels/${lab.forum.id}/threads`, {
    name: 'Question',
    message: { content: 'x' },
    applied_tags: [tag, tag],
  })
  assert.deepEqual(post.body.applied_tags, [tag])
  const edited = await app.api.patch<ChannelObject>(`/channels/${post.body.id}`, { applied_tags: [tag, tag] })
  assert.deepEqual(edited.body.applied_tags, [tag])
})
