/** Settings of a guild: fields, images, preview, widget, vanity URL, incidents, integrations and join requests. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type {
  AuditLogObject,
  BulkBanResultObject,
  ChannelObject,
  GuildJoinRequestObject,
  GuildObject,
  GuildPreviewObject,
  IncidentsDataObject,
  IntegrationObject,
  InviteObject,
  MemberObject,
  MessageObject,
  VanityUrlObject,
  WidgetObject,
} from '@guildhall/protocol'
import { api, type ResponseOf } from '@guildhall/testing'
import sharp from 'sharp'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, mod: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES'] },
    helper: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '8' }, helper: { permissions: '0' } },
      features: ['COMMUNITY', 'VANITY_URL', 'INVITE_SPLASH', 'BANNER', 'DISCOVERABLE'],
      vanity_url_code: 'The-Lab',
      roles: { mods: { permissions: '32', members: ['mod'] } },
      channels: {
        general: {},
        rules: {},
        lounge: { type: 2 },
        backstage: { type: 2, permission_overwrites: [{ role: '@everyone', deny: '1024' }] },
      },
      system_channel: 'general',
      rules_channel: 'rules',
      public_updates_channel: 'rules',
    },
    gated: {
      owner: 'ann',
      members: ['mod'],
      features: ['MEMBER_VERIFICATION_GATE_ENABLED', 'VANITY_URL'],
      vanity_url_code: 'gated',
      roles: { mods: { permissions: '2', members: ['mod'] } },
      channels: { general: {} },
    },
  },
}

const test = guildhallTest({ world })
const { platform } = test
const anonymous = () => api(platform.api)
const userId = (name: keyof typeof world.users) => platform[name].id
const lab = () => `/guilds/${platform.lab.id}`

async function picture(format: 'png' | 'gif'): Promise<string> {
  const frame = { width: 8, height: 8, channels: 4 as const }
  const one = await sharp({ create: { ...frame, background: 'red' } })
    .png()
    .toBuffer()
  const two = await sharp({ create: { ...frame, background: 'blue' } })
    .png()
    .toBuffer()
  const bytes =
    format === 'png'
      ? one
      : await sharp([one, two], { join: { animated: true } })
          .gif()
          .toBuffer()
  return `data:image/${format};base64,${bytes.toString('base64')}`
}

describe('guild settings', () => {
  test('[PRM-21] Modify Guild changes every field, emits GUILD_UPDATE and audits changed fields', async () => {
    const watching = await platform.app.opens({ intents: 1 })
    await watching.next('GUILD_CREATE')
    const fields = {
      name: 'Laboratory',
      description: 'where we try things',
      verification_level: 1,
      default_message_notifications: 1,
      explicit_content_filter: 2,
      afk_channel_id: platform.lab.lounge.id,
      afk_timeout: 900,
      system_channel_id: platform.lab.general.id,
      system_channel_flags: 3,
      rules_channel_id: platform.lab.rules.id,
      public_updates_channel_id: platform.lab.rules.id,
      safety_alerts_channel_id: platform.lab.rules.id,
      preferred_locale: 'de',
      premium_progress_bar_enabled: true,
    }
    const response = await platform.app.api.patch<GuildObject>(lab(), { ...fields, region: 'us-west' })
    assert.equal(response.status, 200)
    const event = await watching.next('GUILD_UPDATE')
    for (const [key, value] of Object.entries(fields)) {
      assert.deepEqual(Reflect.get(response.body, key), value, key)
      assert.deepEqual(Reflect.get(event.d, key), value, key)
    }
    const log = await platform.app.api.get<{ audit_log_entries: { changes: { key: string; new_value: unknown }[] }[] }>(
      `${lab()}/audit-logs?action_type=1&limit=1`,
    )
    const keys = log.body.audit_log_entries[0]?.changes.map(({ key }) => key) ?? []
    for (const key of ['name', 'afk_channel_id', 'verification_level', 'preferred_locale'])
      assert.ok(keys.includes(key))
    assert.ok(!keys.includes('system_channel_id'), 'unchanged fields are not audited')
    for (const [key, value] of [
      ['name', 'x'],
      ['verification_level', 5],
      ['afk_timeout', 61],
      ['description', 'x'.repeat(301)],
      ['preferred_locale', 'xx'],
      ['afk_channel_id', '1'],
      ['icon', 'data:image/png;base64,AAAA'],
    ] as const) {
      const refused = await platform.app.api.patch<GuildObject>(lab(), { [key]: value })
      assert.deepEqual([refused.status, refused.code], [400, 50035], key)
    }
    assert.equal((await platform.app.api.patch(lab(), { afk_channel_id: platform.lab.general.id })).code, 50024)
    assert.equal(
      (await platform.app.api.get<GuildObject>(lab())).body.name,
      'Laboratory',
      'a refused request changes nothing',
    )
    await watching.close()
  })

  test('Modify Guild accepts images by feature and stores an animated icon as a still one', async () => {
    const still = await picture('png')
    const moving = await picture('gif')
    const set = await platform.app.api.patch<GuildObject>(lab(), {
      icon: moving,
      banner: still,
      splash: still,
      home_header: still,
    })
    assert.match(String(set.body.icon), /^[0-9a-f]{32}$/, 'no ANIMATED_ICON, so no a_')
    for (const key of ['banner', 'splash', 'home_header'] as const)
      assert.match(String(set.body[key]), /^[0-9a-f]{32}$/, key)
    const cleared = await platform.app.api.patch<GuildObject>(lab(), { icon: null, splash: null })
    assert.deepEqual([cleared.body.icon, cleared.body.splash], [null, null])
    assert.equal(
      (await platform.app.api.get<GuildObject>(`${lab()}?with_counts=true`)).body.approximate_member_count,
      5,
    )
  })

  test('Get Guild Preview accepts members, and every user for a discoverable guild', async () => {
    const preview = await platform.eve.api.get<GuildPreviewObject>(`${lab()}/preview`)
    assert.equal(preview.status, 200)
    assert.deepEqual([preview.body.id, preview.body.approximate_member_count], [platform.lab.id, 5])
    assert.equal('owner_id' in preview.body, false)
    const gated = `/guilds/${platform.gated.id}/preview`
    assert.equal((await platform.eve.api.get(gated)).code, 10004)
    assert.equal((await platform.mod.api.get(gated)).status, 200)
    assert.equal((await anonymous().get(gated)).status, 401)
  })

  test('Get Guild Widget lists online members and open channels and creates one invite', async () => {
    assert.deepEqual((await platform.app.api.get(`${lab()}/widget`)).body, { enabled: false, channel_id: null })
    const off = await anonymous().get<WidgetObject>(`${lab()}/widget.json`)
    assert.deepEqual([off.status, off.code], [403, 50004])
    assert.equal((await anonymous().get(`${lab()}/widget.png`)).code, 50004)
    assert.equal((await anonymous().get('/guilds/1/widget.json')).code, 10004)
    const set = { enabled: true, channel_id: platform.lab.general.id }
    assert.equal((await platform.app.api.patch(`${lab()}/widget`, { channel_id: '1' })).code, 50035)
    const watching = await platform.app.opens({ intents: 1 | (1 << 6) })
    await watching.next('GUILD_CREATE')
    assert.deepEqual((await platform.app.api.patch(`${lab()}/widget`, set)).body, set)
    const update = await watching.next('GUILD_UPDATE')
    assert.deepEqual([update.d.widget_enabled, update.d.widget_channel_id], [true, platform.lab.general.id])
    const bob = await platform.bob.opens()
    await bob.next('GUILD_CREATE')
    const widget = await anonymous().get<WidgetObject>(`${lab()}/widget.json`)
    assert.equal((await watching.next('INVITE_CREATE')).d.inviter, undefined)
    assert.deepEqual(
      widget.body.channels.map(({ id }) => id),
      [platform.lab.lounge.id],
      'hidden channels are left out',
    )
    const listed = widget.body.members.find(({ username }) => username === 'bob')
    assert.ok(listed)
    assert.deepEqual([listed.discriminator, listed.avatar, listed.status], ['0000', null, 'online'])
    assert.ok(!JSON.stringify(widget.body.members).includes(userId('bob')), 'ids stay hidden')
    assert.equal(widget.body.presence_count, widget.body.members.length)
    const code = widget.body.instant_invite?.split('/').at(-1) ?? ''
    assert.equal((await anonymous().get(`/invites/${code}`)).status, 200)
    const again = await anonymous().get<{ instant_invite: string }>(`${lab()}/widget.json`)
    assert.equal(again.body.instant_invite, widget.body.instant_invite, 'the invite is used again')
    await bob.close()
    await watching.close()
  })

  test('Get Guild Widget Image draws every style', async () => {
    const draw = async (query: string) => {
      const response = await fetch(`${platform.api}${lab()}/widget.png${query}`)
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        bytes: await response.arrayBuffer(),
      }
    }
    const sizes = new Map<string, string>()
    for (const style of ['', 'shield', 'banner1', 'banner2', 'banner3', 'banner4']) {
      const { type, bytes } = await draw(style ? `?style=${style}` : '')
      assert.equal(type, 'image/png')
      const { format, width, height } = await sharp(Buffer.from(bytes)).metadata()
      assert.equal(format, 'png')
      sizes.set(style, `${width}x${height}`)
    }
    assert.equal(sizes.get(''), sizes.get('shield'))
    assert.equal(new Set(sizes.values()).size, 5)
    assert.equal((await draw('?style=poster')).status, 400)
    const plain = Buffer.from((await draw('?style=banner1')).bytes)
    await platform.app.api.patch(lab(), { icon: await picture('png') })
    const withIcon = Buffer.from((await draw('?style=banner1')).bytes)
    const red = async (bytes: Buffer) =>
      (await sharp(bytes).extract({ left: 40, top: 60, width: 4, height: 4 }).raw().toBuffer())[0]
    assert.notEqual(await red(plain), 255)
    assert.equal(await red(withIcon), 255, 'the icon is drawn')
  })

  test('a vanity URL belongs to one guild, counts uses and works as an invite', async () => {
    assert.deepEqual((await platform.app.api.get(`${lab()}/vanity-url`)).body, { code: 'The-Lab', uses: 0 })
    const found = await anonymous().get<InviteObject>('/invites/the-lab')
    assert.deepEqual([found.body.code as unknown, found.body.guild?.id], ['The-Lab', platform.lab.id])
    assert.equal((await platform.eve.api.post<ResponseOf<'accept_invite'>>('/invites/the-lab')).body.new_member, true)
    assert.equal((await platform.eve.api.post<ResponseOf<'accept_invite'>>('/invites/the-lab')).body.new_member, false)
    assert.equal((await platform.app.api.get<VanityUrlObject>(`${lab()}/vanity-url`)).body.uses, 1)
    assert.equal((await platform.ann.api.patch(`${lab()}/vanity-url`, { code: 'GATED' })).code, 50020)
    const invite = await platform.app.api.post<InviteObject>(`/channels/${platform.lab.general.id}/invites`)
    assert.equal((await platform.ann.api.patch(`${lab()}/vanity-url`, { code: invite.body.code })).code, 50020)
    assert.equal((await platform.ann.api.patch(`${lab()}/vanity-url`, { code: 'a b' })).code, 50035)
    assert.equal((await platform.app.api.patch(`${lab()}/vanity-url`, { code: 'mine' })).status, 403)
    assert.equal((await platform.ann.api.patch(`${lab()}/vanity-url`, { code: 'lab-2' })).status, 200)
    assert.equal((await anonymous().get('/invites/the-lab')).code, 10006)
    assert.equal((await anonymous().get('/invites/lab-2')).status, 200)
    await platform.app.api.delete(`${lab()}/members/${userId('eve')}`)
  })

  test('Modify Guild Incident Actions pauses invites and DMs for at most 24 hours', async () => {
    const put = (body: object) => platform.app.api.put<IncidentsDataObject>(`${lab()}/incident-actions`, body)
    const inHours = (hours: number) => new Date(platform.clock.now() + hours * 3_600_000).toISOString()
    assert.equal((await put({ invites_disabled_until: inHours(25) })).code, 50035)
    const set = await put({ invites_disabled_until: inHours(1), dms_disabled_until: inHours(2) })
    assert.deepEqual(Object.keys(set.body), ['invites_disabled_until', 'dms_disabled_until'])
    assert.equal(
      (await platform.app.api.get<GuildObject>(lab())).body.incidents_data?.dms_disabled_until,
      set.body.dms_disabled_until,
    )
    assert.equal((await platform.eve.api.post('/invites/lab-2')).code, 40008)
    assert.equal((await platform.bob.api.post('/users/@me/channels', { recipient_id: userId('ann') })).code, 50007)
    // Users who share another guild may still message each other.
    assert.equal((await platform.mod.api.post('/users/@me/channels', { recipient_id: userId('ann') })).status, 200)
    platform.clock.advance(3_600_000)
    assert.equal((await platform.eve.api.post('/invites/lab-2')).status, 200)
    assert.equal((await put({ dms_disabled_until: null })).body.dms_disabled_until, null)
    const dm = await platform.bob.api.post<ChannelObject>('/users/@me/channels', { recipient_id: userId('ann') })
    assert.equal(dm.status, 200)
    await put({ dms_disabled_until: inHours(1) })
    const write = () => platform.bob.api.post<MessageObject>(`/channels/${dm.body.id}/messages`, { content: 'hello' })
    assert.equal((await write()).code, 50007, 'an open DM is paused as well')
    await put({ dms_disabled_until: null })
    assert.equal((await write()).status, 200)
  })

  test('INVITES_DISABLED rejects invites', async () => {
    const { features } = (await platform.app.api.get<{ features: string[] }>(lab())).body
    await platform.app.api.patch(lab(), { features: [...features, 'INVITES_DISABLED'] })
    await platform.app.api.delete(`${lab()}/members/${userId('eve')}`)
    assert.equal((await platform.eve.api.post('/invites/lab-2')).code, 40008)
    await platform.app.api.patch(lab(), { features })
    assert.equal((await platform.eve.api.post('/invites/lab-2')).status, 200)
  })

  test('a member who rejoins has the flag DID_REJOIN', async () => {
    const member = `${lab()}/members/${userId('eve')}`
    assert.equal((await platform.app.api.get<MemberObject>(member)).body.flags & 1, 1)
    assert.equal((await platform.app.api.get<MemberObject>(`${lab()}/members/${userId('bob')}`)).body.flags & 1, 0)
  })

  test('Delete Guild Integration removes the integration and its bot', async () => {
    const list = await platform.app.api.get<IntegrationObject[]>(`${lab()}/integrations`)
    assert.equal(list.body.length, 2)
    const helper = list.body.find(({ application }) => application?.id === platform.helper.applicationId)
    assert.ok(helper)
    assert.deepEqual(
      [helper.type, helper.enabled, helper.account],
      ['discord', true, { id: platform.helper.applicationId, name: helper.name }],
    )
    assert.equal((await platform.app.api.delete(`${lab()}/integrations/1`)).code, 10005)
    const watching = await platform.app.opens({ intents: 1 | (1 << 1) | (1 << 4) })
    await watching.next('GUILD_CREATE')
    assert.equal((await platform.app.api.delete(`${lab()}/integrations/${helper.id}`)).status, 204)
    assert.equal((await watching.next('INTEGRATION_DELETE')).d.application_id, helper.application?.id)
    assert.equal((await watching.next('GUILD_INTEGRATIONS_UPDATE')).d.guild_id, platform.lab.id)
    assert.equal((await watching.next('GUILD_MEMBER_REMOVE')).d.user.id, platform.helper.id)
    assert.equal((await platform.app.api.get<unknown[]>(`${lab()}/integrations`)).body.length, 1)
    const log = await platform.app.api.get<AuditLogObject>(`${lab()}/audit-logs?action_type=82`)
    assert.equal(log.body.audit_log_entries[0]?.target_id, helper.id)
    await watching.close()
  })

  test('Bulk Guild Ban returns banned and failed users, and fails without a banned user', async () => {
    const ban = (ids: string[]) => platform.app.api.post<BulkBanResultObject>(`${lab()}/bulk-ban`, { user_ids: ids })
    const done = await ban([userId('eve'), userId('ann'), '1'])
    assert.deepEqual(done.body, { banned_users: [userId('eve')], failed_users: [userId('ann'), '1'] })
    const again = await ban([userId('eve')])
    assert.deepEqual([again.status, again.code], [400, 500000])
    assert.equal((await ban(Array.from({ length: 201 }, (_, index) => String(index + 1)))).code, 50035)
    await platform.app.api.delete(`${lab()}/bans/${userId('eve')}`)
  })

  test('a pending member requests to join and is approved or removed', async () => {
    const gated = `/guilds/${platform.gated.id}`
    const general = `/channels/${platform.gated.general.id}/messages`
    await platform.eve.api.post('/invites/gated')
    const member = `${gated}/members/${userId('eve')}`
    assert.equal((await platform.ann.api.get<MemberObject>(member)).body.pending, true)
    assert.equal((await platform.eve.api.post(general, { content: 'hello' })).code, 50013)
    const request = await platform.eve.api.put<GuildJoinRequestObject>(`${gated}/requests/@me`)
    assert.deepEqual([request.status, request.body.application_status], [201, 'SUBMITTED'])
    assert.equal((await platform.eve.api.put(`${gated}/requests/@me`)).code, 50035)
    const list = await platform.mod.api.get<ResponseOf<'get_guild_join_requests'>>(`${gated}/requests?status=SUBMITTED`)
    assert.deepEqual([list.body.total, list.body.guild_join_requests[0]?.id], [1, request.body.id])
    assert.equal((await platform.mod.api.patch(`${gated}/requests/1`, { action: 'APPROVED' })).status, 404)
    const decide = (id: string, action: string) =>
      platform.mod.api.patch<GuildJoinRequestObject>(`${gated}/requests/${id}`, { action, rejection_reason: 'no' })
    assert.equal((await decide(request.body.id, 'MAYBE')).code, 50035)
    const approved = await decide(request.body.id, 'APPROVED')
    assert.deepEqual([approved.body.application_status, approved.body.rejection_reason], ['APPROVED', null])
    assert.equal((await decide(request.body.id, 'REJECTED')).code, 50035, 'decided once')
    assert.equal((await platform.eve.api.post(general, { content: 'hello' })).status, 200)
    await platform.bob.api.post('/invites/gated')
    const other = await platform.bob.api.put<GuildJoinRequestObject>(`${gated}/requests/@me`)
    assert.equal((await decide(other.body.id, 'REJECTED')).body.rejection_reason, 'no')
    assert.equal((await platform.bob.api.get(gated)).code, 10004)
  })
})
