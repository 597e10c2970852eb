/** Flags of channels that requests set: which channel types have them, and by which routes. */
import assert from 'node:assert/strict'
import type { AuditLogObject, ChannelObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'

const SPOILER = 1 << 21
const REQUIRE_TAG = 1 << 4
const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      bots: { app: { permissions: '8' } },
      channels: {
        general: {},
        news: { type: 5 },
        voice: { type: 2 },
        forum: { type: 15 },
        media: { type: 16 },
        stage: { type: 13 },
        group: { type: 4 },
      },
    },
  },
}
const test = guildhallTest({ world })
const { platform } = test
const path = (name: keyof typeof world.guilds.lab.channels) => `/channels/${platform.lab[name].id}`
const patch = (name: keyof typeof world.guilds.lab.channels, body: object) =>
  platform.app.api.patch<ChannelObject>(path(name), body)

test('IS_SPOILER_CHANNEL is set on textual and voice channels, also as they are created, and not on others', async () => {
  for (const name of ['general', 'news', 'voice', 'forum', 'media'] as const) {
    assert.equal((await patch(name, { flags: SPOILER })).body.flags, SPOILER, name)
    assert.equal((await patch(name, { flags: 0 })).body.flags, 0, name)
  }
  for (const name of ['stage', 'group'] as const)
    assert.equal((await patch(name, { flags: SPOILER })).body.flags, 0, name)
  assert.equal((await patch('forum', { flags: SPOILER | REQUIRE_TAG })).body.flags, SPOILER | REQUIRE_TAG)
  assert.equal((await patch('general', { flags: REQUIRE_TAG | (1 << 17) })).body.flags, 0)
  const created = await platform.app.api.post<ChannelObject>(`/guilds/${platform.lab.id}/channels`, {
    name: 'plot',
    flags: SPOILER,
  })
  assert.deepEqual([created.status, created.body.flags], [201, SPOILER])
  const log = await platform.app.api.get<AuditLogObject>(`/guilds/${platform.lab.id}/audit-logs?action_type=10&limit=1`)
  const flags = log.body.audit_log_entries[0]?.changes?.find(({ key }) => key === 'flags')
  assert.equal(flags?.new_value, SPOILER)
})

test('an age-restricted channel is no spoiler channel', async () => {
  assert.equal((await patch('general', { flags: SPOILER })).body.flags, SPOILER)
  const restricted = await patch('general', { nsfw: true })
  assert.deepEqual([restricted.status, restricted.body.nsfw, restricted.body.flags], [200, true, 0])
  const refused = await platform.app.api.patch<{ errors: object }>(path('general'), { flags: SPOILER })
  assert.deepEqual([refused.status, refused.code, Object.keys(refused.body.errors)], [400, 50035, ['flags']])
  assert.deepEqual([(await patch('general', { flags: SPOILER, nsfw: false })).body.flags], [SPOILER])
})

test('PATCH /guilds/{id}/channels sets flags of several channels', async () => {
  const { forum, voice, general } = platform.lab
  const moved = await platform.app.api.patch(`/guilds/${platform.lab.id}/channels`, [
    { id: forum.id, flags: REQUIRE_TAG },
    { id: voice.id, flags: SPOILER },
    { id: general.id, position: 1, flags: null },
  ])
  assert.equal(moved.status, 204)
  const flags = async (name: 'forum' | 'voice' | 'general') =>
    (await platform.app.api.get<ChannelObject>(path(name))).body.flags
  assert.deepEqual(
    [await flags('forum'), await flags('voice'), await flags('general')],
    [REQUIRE_TAG, SPOILER, SPOILER],
  )
})
