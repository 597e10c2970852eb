/** Details that requests store and audit: trimmed names, standard emojis, forum defaults and changes of overwrites. */
import assert from 'node:assert/strict'
import type {
  AuditLogObject,
  ChannelObject,
  GuildObject,
  MemberObject,
  RoleObject,
  WebhookObject,
} from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, redirect_uris: ['http://127.0.0.1:9/back'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      features: ['COMMUNITY', 'NEWS', 'ROLE_ICONS'],
      bots: { app: { permissions: '8' } },
      channels: { general: {}, news: { type: 5 }, group: { type: 4 }, forum: { type: 15 } },
    },
  },
}
const test = guildhallTest({ world, date: Date.parse('2026-11-15T12:00:00Z') })
const { platform } = test

const guildPath = () => `/guilds/${platform.lab.id}`
const channelPath = (name: 'general' | 'news' | 'group' | 'forum') => `/channels/${platform.lab[name].id}`
const newestEntry = async () => {
  const log = await platform.app.api.get<AuditLogObject>(`${guildPath()}/audit-logs?limit=1`)
  return log.body.audit_log_entries[0]
}

test('PATCH /channels/{id} shows and audits default_thread_rate_limit_per_user of text and announcement channels', async () => {
  for (const name of ['general', 'news'] as const) {
    const changed = await platform.app.api.patch<ChannelObject>(channelPath(name), {
      default_thread_rate_limit_per_user: 77,
    })
    assert.equal(changed.body.default_thread_rate_limit_per_user, 77)
    const entry = await newestEntry()
    assert.equal(entry?.target_id, platform.lab[name].id)
    assert.deepEqual(
      entry.changes?.map(({ key, new_value }) => [key, new_value]),
      [['default_thread_rate_limit_per_user', 77]],
    )
  }
})

test('PATCH /channels/{id} audits the default reaction, sort order and layout of a forum', async () => {
  const body = {
    default_reaction_emoji: { emoji_name: '😀' },
    default_sort_order: 1,
    default_forum_layout: 2,
    default_thread_rate_limit_per_user: 5,
  }
  assert.equal((await platform.app.api.patch(channelPath('forum'), body)).status, 200)
  assert.deepEqual(new Set((await newestEntry())?.changes?.map(({ key }) => key)), new Set(Object.keys(body)))
})

test('PATCH /channels/{id} gives a new id to a forum tag whose id the forum does not have', async () => {
  const first = await platform.app.api.patch<ChannelObject>(channelPath('forum'), {
    available_tags: [{ id: '5', name: 'one' }],
  })
  const [tag] = first.body.available_tags ?? []
  assert.ok(tag && tag.id !== '5')
  const second = await platform.app.api.patch<ChannelObject>(channelPath('forum'), {
    available_tags: [{ id: tag.id, name: 'renamed' }],
  })
  assert.deepEqual(
    second.body.available_tags?.map(({ id, name }) => [id, name]),
    [[tag.id, 'renamed']],
  )
})

test('PUT /channels/{id}/permissions/{id} audits changed fields only, and nothing for an equal overwrite', async () => {
  const put = (body: object) => platform.app.api.put(`${channelPath('general')}/permissions/${platform.bob.id}`, body)
  await put({ type: 1, allow: '1024', deny: '2048' })
  await put({ type: 1, allow: '1024', deny: '0' })
  const changed = await newestEntry()
  assert.deepEqual(changed?.changes, [{ key: 'deny', old_value: '2048', new_value: '0' }])
  assert.equal((await put({ type: 1, allow: '1024', deny: '0' })).status, 204)
  assert.equal((await newestEntry())?.id, changed.id)
})

test('each route that changes overwrites audits those that it adds, changes and removes, with their fields', async () => {
  const { api } = platform.app
  const { id: guild, news, group } = platform.lab
  const bob = platform.bob.id
  const entriesSince = async (after: string | undefined) => {
    const log = await api.get<AuditLogObject>(`${guildPath()}/audit-logs?after=${after}&limit=100`)
    return log.body.audit_log_entries
      .filter(({ action_type }) => action_type >= 13 && action_type <= 15)
      .map(({ action_type, target_id, options, changes }) => {
        assert.equal(target_id, news.id)
        return [
          action_type,
          options?.id,
          options?.role_name,
          changes?.map(({ key, old_value, new_value }) => [key, old_value, new_value]),
        ]
      })
  }
  let newest = (await newestEntry())?.id
  const permission_overwrites = [
    { id: guild, type: 0, deny: '2048' },
    { id: bob, type: 1, allow: '2048' },
  ]
  await api.patch(channelPath('news'), { permission_overwrites })
  const added = (id: string, type: number, allow: string, deny: string) => [
    ['id', undefined, id],
    ['type', undefined, type],
    ['allow', undefined, allow],
    ['deny', undefined, deny],
  ]
  assert.deepEqual(await entriesSince(newest), [
    [13, guild, '@everyone', added(guild, 0, '0', '2048')],
    [13, bob, undefined, added(bob, 1, '2048', '0')],
  ])

  newest = (await newestEntry())?.id
  await api.patch(channelPath('news'), { permission_overwrites: [{ id: guild, type: 0, deny: '0' }] })
  const removed = (id: string, type: number, allow: string, deny: string) =>
    added(id, type, allow, deny).map(([key, , value]) => [key, value, undefined])
  assert.deepEqual(await entriesSince(newest), [
    [14, guild, '@everyone', [['deny', '2048', '0']]],
    [15, bob, undefined, removed(bob, 1, '2048', '0')],
  ])

  newest = (await newestEntry())?.id
  await api.patch(`${guildPath()}/channels`, [{ id: news.id, parent_id: group.id, lock_permissions: true }])
  assert.deepEqual(await entriesSince(newest), [[15, guild, '@everyone', removed(guild, 0, '0', '0')]])

  await api.put(`${channelPath('news')}/permissions/${bob}`, { type: 1, allow: '1024' })
  newest = (await newestEntry())?.id
  await api.delete(`${channelPath('news')}/permissions/${bob}`)
  assert.deepEqual(await entriesSince(newest), [[15, bob, undefined, removed(bob, 1, '1024', '0')]])
})

test('names of guilds, members and webhooks are trimmed before their length is checked', async () => {
  const { api } = platform.app
  assert.equal((await api.patch<GuildObject>(guildPath(), { name: '  Lab two ' })).body.name, 'Lab two')
  const short = await api.patch(guildPath(), { name: ' a ' })
  assert.equal(short.status, 400)
  const member = `${guildPath()}/members/${platform.bob.id}`
  assert.equal((await api.patch<MemberObject>(member, { nick: ' Bobby ' })).body.nick, 'Bobby')
  assert.equal((await api.patch<MemberObject>(member, { nick: '   ' })).body.nick, null)
  const own = await api.patch<MemberObject>(`${guildPath()}/members/@me`, { nick: ' App ' })
  assert.equal(own.body.nick, 'App')
  const webhook = await api.post<WebhookObject>(`${channelPath('general')}/webhooks`, { name: ' hook ' })
  assert.equal(webhook.body.name, 'hook')
  assert.equal((await api.post(`${channelPath('general')}/webhooks`, { name: '   ' })).status, 400)
})

test('roles, onboarding, welcome screens and forums reject an emoji name that is no standard emoji', async () => {
  const { api } = platform.app
  const option = (emoji_name: string) => ({ title: 'o', channel_ids: [platform.lab.general.id], emoji_name })
  const prompt = { id: '1', type: 0, title: 't', single_select: false, required: false, in_onboarding: true }
  const requests = (emoji_name: string) =>
    [
      api.post<RoleObject>(`${guildPath()}/roles`, { unicode_emoji: emoji_name }),
      api.put(`${guildPath()}/onboarding`, { prompts: [{ ...prompt, options: [option(emoji_name)] }] }),
      api.patch(`${guildPath()}/welcome-screen`, {
        welcome_channels: [{ channel_id: platform.lab.general.id, description: 'd', emoji_name }],
      }),
      api.patch(channelPath('forum'), { default_reaction_emoji: { emoji_name } }),
      api.patch(channelPath('forum'), { available_tags: [{ name: 'tag', emoji_name }] }),
    ] as const
  const statuses = async (emoji: string) => (await Promise.all(requests(emoji))).map(({ status }) => status)
  assert.deepEqual(await statuses('abc'), [400, 400, 400, 400, 400])
  assert.deepEqual(await statuses('😀'), [200, 200, 200, 200, 200])
})

test('webhooks neither are created in a category nor move to one', async () => {
  const { api } = platform.app
  const created = await api.post<{ code: number }>(`${channelPath('group')}/webhooks`, { name: 'hook' })
  assert.deepEqual([created.status, created.body.code], [400, 50024])
  const webhook = await api.post<WebhookObject>(`${channelPath('general')}/webhooks`, { name: 'hook' })
  const moved = await api.patch<{ code: number }>(`/webhooks/${webhook.body.id}`, {
    channel_id: platform.lab.group.id,
  })
  assert.deepEqual([moved.status, moved.body.code], [400, 50024])
  const query = new URLSearchParams({
    client_id: platform.app.applicationId,
    response_type: 'code',
    redirect_uri: 'http://127.0.0.1:9/back',
    scope: 'webhook.incoming',
  })
  const consent = await platform.ann.api.post<{ code: number }>(`/oauth2/authorize?${query}`, {
    authorize: true,
    webhook_channel_id: platform.lab.group.id,
  })
  assert.deepEqual([consent.status, consent.body.code], [400, 50024])
})

test('an unchanged webhook gets no audit log entry, and the entry of a deleted one has its channel', async () => {
  const { api } = platform.app
  const webhook = await api.post<WebhookObject>(`${channelPath('general')}/webhooks`, { name: 'hook' })
  const entry = await newestEntry()
  assert.equal((await api.patch(`/webhooks/${webhook.body.id}`, { name: 'hook' })).status, 200)
  assert.equal((await newestEntry())?.id, entry?.id)
  await api.delete(`/webhooks/${webhook.body.id}`)
  assert.deepEqual(
    (await newestEntry())?.changes?.find(({ key }) => key === 'channel_id'),
    { key: 'channel_id', old_value: platform.lab.general.id },
  )
})

test('the audit log entry of a deleted invite has its inviter_id', async () => {
  const invite = await platform.app.api.post<{ code: string }>(`${channelPath('general')}/invites`, {})
  await platform.app.api.delete(`/invites/${invite.body.code}`)
  assert.deepEqual(
    (await newestEntry())?.changes?.find(({ key }) => key === 'inviter_id'),
    { key: 'inviter_id', old_value: platform.app.id },
  )
})
