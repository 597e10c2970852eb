/** Settings of a guild: fields, images, preview, widget, vanity URL, incidents, integrations and join requests. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway, type TestPlatform } from '@guildhall/testing'
import sharp from 'sharp'
import { startPlatform } from '../support/platform.ts'

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

interface Wire {
  id: string
  code: number
  flags: number
  [key: string]: unknown
}

let platform: TestPlatform
const filled = () => {
  assert.ok(platform.world)
  return platform.world
}
const person = (name: string) => api(platform.api, filled().users[name]?.token)
const bot = (name: string) => api(platform.api, `Bot ${filled().applications[name]?.bot?.token}`)
const anonymous = () => api(platform.api)
const userId = (name: string) => filled().users[name]?.id ?? ''
const guildOf = (name: string) => filled().guilds[name]
const lab = () => `/guilds/${guildOf('lab')?.id}`
const channel = (name: string) => guildOf('lab')?.channels[name]?.id ?? ''

async function session(token: string | undefined, intents: number) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: token ?? '', intents })
  return gateway
}

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
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' } as never)
  })
  after(() => platform.close())

  test('[PRM-21] Modify Guild changes every field, emits GUILD_UPDATE and audits changed fields', async () => {
    const watching = await session(`${filled().applications.app?.bot?.token}`, 1)
    await watching.next('GUILD_CREATE')
    const fields = {
      name: 'Laboratory',
      description: 'where we try things',
      verification_level: 1,
      default_message_notifications: 1,
      explicit_content_filter: 2,
      afk_channel_id: channel('lounge'),
      afk_timeout: 900,
      system_channel_id: channel('general'),
      system_channel_flags: 3,
      rules_channel_id: channel('rules'),
      public_updates_channel_id: channel('rules'),
      safety_alerts_channel_id: channel('rules'),
      preferred_locale: 'de',
      premium_progress_bar_enabled: true,
    }
    const response = await bot('app').patch<Wire>(lab(), { ...fields, region: 'us-west' })
    assert.equal(response.status, 200)
    const event = await watching.next<Wire>('GUILD_UPDATE')
    for (const [key, value] of Object.entries(fields)) {
      assert.deepEqual(response.body[key], value, key)
      assert.deepEqual(event.d[key], value, key)
    }
    const log = await bot('app').get<{ audit_log_entries: { changes: { key: string; new_value: unknown }[] }[] }>(
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
      const refused = await bot('app').patch<Wire>(lab(), { [key]: value })
      assert.deepEqual([refused.status, refused.body.code], [400, 50035], key)
    }
    assert.equal((await bot('app').patch<Wire>(lab(), { afk_channel_id: channel('general') })).body.code, 50024)
    assert.equal((await bot('app').get<Wire>(lab())).body.name, 'Laboratory', 'a refused request changes nothing')
    await watching.close()
  })

  test('Modify Guild accepts images by feature and stores an animated icon as a still one', async () => {
    const still = await picture('png')
    const moving = await picture('gif')
    const set = await bot('app').patch<Wire>(lab(), { icon: moving, banner: still, splash: still, home_header: still })
    assert.match(String(set.body.icon), /^[0-9a-f]{32}$/, 'no ANIMATED_ICON, so no a_')
    for (const key of ['banner', 'splash', 'home_header']) assert.match(String(set.body[key]), /^[0-9a-f]{32}$/, key)
    const cleared = await bot('app').patch<Wire>(lab(), { icon: null, splash: null })
    assert.deepEqual([cleared.body.icon, cleared.body.splash], [null, null])
    assert.equal((await bot('app').get<Wire>(`${lab()}?with_counts=true`)).body.approximate_member_count, 5)
  })

  test('Get Guild Preview accepts members, and every user for a discoverable guild', async () => {
    const preview = await person('eve').get<Wire>(`${lab()}/preview`)
    assert.equal(preview.status, 200)
    assert.deepEqual([preview.body.id, preview.body.approximate_member_count], [guildOf('lab')?.id, 5])
    assert.equal('owner_id' in preview.body, false)
    const gated = `/guilds/${guildOf('gated')?.id}/preview`
    assert.equal((await person('eve').get<Wire>(gated)).body.code, 10004)
    assert.equal((await person('mod').get<Wire>(gated)).status, 200)
    assert.equal((await anonymous().get(gated)).status, 401)
  })

  test('Get Guild Widget lists online members and open channels and creates one invite', async () => {
    assert.deepEqual((await bot('app').get(`${lab()}/widget`)).body, { enabled: false, channel_id: null })
    const off = await anonymous().get<Wire>(`${lab()}/widget.json`)
    assert.deepEqual([off.status, off.body.code], [403, 50004])
    assert.equal((await anonymous().get<Wire>(`${lab()}/widget.png`)).body.code, 50004)
    assert.equal((await anonymous().get<Wire>('/guilds/1/widget.json')).body.code, 10004)
    const set = { enabled: true, channel_id: channel('general') }
    assert.equal((await bot('app').patch<Wire>(`${lab()}/widget`, { channel_id: '1' })).body.code, 50035)
    const watching = await session(filled().applications.app?.bot?.token, 1 | (1 << 6))
    await watching.next('GUILD_CREATE')
    assert.deepEqual((await bot('app').patch(`${lab()}/widget`, set)).body, set)
    const update = await watching.next<Wire>('GUILD_UPDATE')
    assert.deepEqual([update.d.widget_enabled, update.d.widget_channel_id], [true, channel('general')])
    const bob = await session(filled().users.bob?.token, 0)
    await bob.next('GUILD_CREATE')
    const widget = await anonymous().get<{
      instant_invite: string
      channels: Wire[]
      members: Wire[]
      presence_count: number
    }>(`${lab()}/widget.json`)
    assert.equal((await watching.next<Wire>('INVITE_CREATE')).d.inviter, undefined)
    assert.deepEqual(
      widget.body.channels.map(({ id }) => id),
      [channel('lounge')],
      'hidden channels are left out',
    )
    const listed = widget.body.members.find(({ username }) => username === 'bob')
    assert.ok(listed)
    assert.deepEqual([listed.discriminator, listed.avatar, listed.status], ['0000', null, 'online'])
    assert.ok(!JSON.stringify(widget.body.members).includes(userId('bob')), 'ids stay hidden')
    assert.equal(widget.body.presence_count, widget.body.members.length)
    const code = widget.body.instant_invite.split('/').at(-1) ?? ''
    assert.equal((await anonymous().get<Wire>(`/invites/${code}`)).status, 200)
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
    await bot('app').patch(lab(), { icon: await picture('png') })
    const withIcon = Buffer.from((await draw('?style=banner1')).bytes)
    const red = async (bytes: Buffer) =>
      (await sharp(bytes).extract({ left: 40, top: 60, width: 4, height: 4 }).raw().toBuffer())[0]
    assert.notEqual(await red(plain), 255)
    assert.equal(await red(withIcon), 255, 'the icon is drawn')
  })

  test('a vanity URL belongs to one guild, counts uses and works as an invite', async () => {
    assert.deepEqual((await bot('app').get(`${lab()}/vanity-url`)).body, { code: 'The-Lab', uses: 0 })
    const found = await anonymous().get<Wire & { guild: Wire }>('/invites/the-lab')
    assert.deepEqual([found.body.code as unknown, found.body.guild.id], ['The-Lab', guildOf('lab')?.id])
    assert.equal((await person('eve').post<Wire>('/invites/the-lab')).body.new_member, true)
    assert.equal((await person('eve').post<Wire>('/invites/the-lab')).body.new_member, false)
    assert.equal((await bot('app').get<Wire>(`${lab()}/vanity-url`)).body.uses, 1)
    assert.equal((await person('ann').patch<Wire>(`${lab()}/vanity-url`, { code: 'GATED' })).body.code, 50020)
    assert.equal((await person('ann').patch<Wire>(`${lab()}/vanity-url`, { code: 'a b' })).body.code, 50035)
    assert.equal((await bot('app').patch<Wire>(`${lab()}/vanity-url`, { code: 'mine' })).status, 403)
    assert.equal((await person('ann').patch(`${lab()}/vanity-url`, { code: 'lab-2' })).status, 200)
    assert.equal((await anonymous().get<Wire>('/invites/the-lab')).body.code, 10006)
    assert.equal((await anonymous().get('/invites/lab-2')).status, 200)
    await bot('app').delete(`${lab()}/members/${userId('eve')}`)
  })

  test('Modify Guild Incident Actions pauses invites and DMs for at most 24 hours', async () => {
    const put = (body: object) => bot('app').put<Wire>(`${lab()}/incident-actions`, body)
    const inHours = (hours: number) => new Date(platform.clock.now() + hours * 3_600_000).toISOString()
    assert.equal((await put({ invites_disabled_until: inHours(25) })).body.code, 50035)
    const set = await put({ invites_disabled_until: inHours(1), dms_disabled_until: inHours(2) })
    assert.deepEqual(Object.keys(set.body), ['invites_disabled_until', 'dms_disabled_until'])
    assert.equal(
      (await bot('app').get<{ incidents_data: Wire }>(lab())).body.incidents_data.dms_disabled_until,
      set.body.dms_disabled_until,
    )
    assert.equal((await person('eve').post<Wire>('/invites/lab-2')).body.code, 40008)
    assert.equal(
      (await person('bob').post<Wire>('/users/@me/channels', { recipient_id: userId('ann') })).body.code,
      50007,
    )
    // Users who share another guild may still message each other.
    assert.equal((await person('mod').post('/users/@me/channels', { recipient_id: userId('ann') })).status, 200)
    platform.clock.advance(3_600_000)
    assert.equal((await person('eve').post('/invites/lab-2')).status, 200)
    assert.equal((await put({ dms_disabled_until: null })).body.dms_disabled_until, null)
    const dm = await person('bob').post<Wire>('/users/@me/channels', { recipient_id: userId('ann') })
    assert.equal(dm.status, 200)
    await put({ dms_disabled_until: inHours(1) })
    const write = () => person('bob').post<Wire>(`/channels/${dm.body.id}/messages`, { content: 'hello' })
    assert.equal((await write()).body.code, 50007, 'an open DM is paused as well')
    await put({ dms_disabled_until: null })
    assert.equal((await write()).status, 200)
  })

  test('INVITES_DISABLED rejects invites', async () => {
    const { features } = (await bot('app').get<{ features: string[] }>(lab())).body
    await bot('app').patch(lab(), { features: [...features, 'INVITES_DISABLED'] })
    await bot('app').delete(`${lab()}/members/${userId('eve')}`)
    assert.equal((await person('eve').post<Wire>('/invites/lab-2')).body.code, 40008)
    await bot('app').patch(lab(), { features })
    assert.equal((await person('eve').post('/invites/lab-2')).status, 200)
  })

  test('a member who rejoins has the flag DID_REJOIN', async () => {
    const member = `${lab()}/members/${userId('eve')}`
    assert.equal((await bot('app').get<Wire>(member)).body.flags & 1, 1)
    assert.equal((await bot('app').get<Wire>(`${lab()}/members/${userId('bob')}`)).body.flags & 1, 0)
  })

  test('Delete Guild Integration removes the integration and its bot', async () => {
    const list = await bot('app').get<(Wire & { application: Wire })[]>(`${lab()}/integrations`)
    assert.equal(list.body.length, 2)
    const helper = list.body.find(({ application }) => application.id === filled().applications.helper?.id)
    assert.ok(helper)
    assert.deepEqual(
      [helper.type, helper.enabled, helper.account],
      ['discord', true, { id: filled().applications.helper?.id, name: helper.name }],
    )
    assert.equal((await bot('app').delete<Wire>(`${lab()}/integrations/1`)).body.code, 10005)
    const watching = await session(filled().applications.app?.bot?.token, 1 | (1 << 1) | (1 << 4))
    await watching.next('GUILD_CREATE')
    assert.equal((await bot('app').delete(`${lab()}/integrations/${helper.id}`)).status, 204)
    assert.equal((await watching.next<Wire>('INTEGRATION_DELETE')).d.application_id, helper.application.id)
    assert.equal((await watching.next<Wire>('GUILD_INTEGRATIONS_UPDATE')).d.guild_id, guildOf('lab')?.id)
    assert.equal(
      (await watching.next<{ user: Wire }>('GUILD_MEMBER_REMOVE')).d.user.id,
      filled().applications.helper?.bot?.id,
    )
    assert.equal((await bot('app').get<unknown[]>(`${lab()}/integrations`)).body.length, 1)
    const log = await bot('app').get<{ audit_log_entries: Wire[] }>(`${lab()}/audit-logs?action_type=82`)
    assert.equal(log.body.audit_log_entries[0]?.target_id, helper.id)
    await watching.close()
  })

  test('Bulk Guild Ban returns banned and failed users, and fails without a banned user', async () => {
    const ban = (ids: string[]) => bot('app').post<Wire>(`${lab()}/bulk-ban`, { user_ids: ids })
    const done = await ban([userId('eve'), userId('ann'), '1'])
    assert.deepEqual(done.body, { banned_users: [userId('eve')], failed_users: [userId('ann'), '1'] })
    const again = await ban([userId('eve')])
    assert.deepEqual([again.status, again.body.code], [400, 500000])
    assert.equal((await ban(Array.from({ length: 201 }, (_, index) => String(index + 1)))).body.code, 50035)
    await bot('app').delete(`${lab()}/bans/${userId('eve')}`)
  })

  test('a pending member requests to join and is approved or removed', async () => {
    const gated = `/guilds/${guildOf('gated')?.id}`
    const general = `/channels/${guildOf('gated')?.channels.general?.id}/messages`
    await person('eve').post('/invites/gated')
    const member = `${gated}/members/${userId('eve')}`
    assert.equal((await person('ann').get<Wire>(member)).body.pending, true)
    assert.equal((await person('eve').post<Wire>(general, { content: 'hello' })).body.code, 50013)
    const request = await person('eve').put<Wire>(`${gated}/requests/@me`)
    assert.deepEqual([request.status, request.body.application_status], [201, 'SUBMITTED'])
    assert.equal((await person('eve').put<Wire>(`${gated}/requests/@me`)).body.code, 50035)
    const list = await person('mod').get<{ total: number; guild_join_requests: Wire[] }>(
      `${gated}/requests?status=SUBMITTED`,
    )
    assert.deepEqual([list.body.total, list.body.guild_join_requests[0]?.id], [1, request.body.id])
    assert.equal((await person('mod').patch<Wire>(`${gated}/requests/1`, { action: 'APPROVED' })).status, 404)
    const decide = (id: string, action: string) =>
      person('mod').patch<Wire>(`${gated}/requests/${id}`, { action, rejection_reason: 'no' })
    assert.equal((await decide(request.body.id, 'MAYBE')).body.code, 50035)
    const approved = await decide(request.body.id, 'APPROVED')
    assert.deepEqual([approved.body.application_status, approved.body.rejection_reason], ['APPROVED', null])
    assert.equal((await decide(request.body.id, 'REJECTED')).body.code, 50035, 'decided once')
    assert.equal((await person('eve').post(general, { content: 'hello' })).status, 200)
    await person('bob').post('/invites/gated')
    const other = await person('bob').put<Wire>(`${gated}/requests/@me`)
    assert.equal((await decide(other.body.id, 'REJECTED')).body.rejection_reason, 'no')
    assert.equal((await person('bob').get<Wire>(gated)).body.code, 10004)
  })
})
