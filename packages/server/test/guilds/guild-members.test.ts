/** Members of a guild: profiles per guild, prunes, member counts of roles, and guild tags. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Api, api, RawGateway, type TestPlatform } from '@guildhall/testing'
import sharp from 'sharp'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, idle: {}, painter: {}, both: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'idle', 'painter', 'both'],
      bots: { app: { permissions: '8' } },
      features: ['GUILD_TAGS'],
      roles: {
        painters: { permissions: '0', members: ['painter', 'both'] },
        sculptors: { permissions: '0', members: ['both'] },
        unused: { permissions: '0' },
      },
      channels: { general: {} },
    },
    plain: { owner: 'ann', members: ['bob'], channels: { general: {} } },
  },
}

interface Wire {
  id: string
  code: number
  [key: string]: unknown
}

function stage(platform: TestPlatform) {
  const { world: filled } = platform
  assert.ok(filled)
  return {
    person: (name: string): Api => api(platform.api, filled.users[name]?.token),
    bot: api(platform.api, `Bot ${filled.applications.app?.bot?.token}`),
    guild: (name: string) => `/guilds/${filled.guilds[name]?.id}`,
    guildId: (name: string) => filled.guilds[name]?.id ?? '',
    role: (name: string) => filled.guilds.lab?.roles[name]?.id ?? '',
    channel: filled.guilds.lab?.channels.general?.id ?? '',
    userId: (name: string) => filled.users[name]?.id ?? '',
    async session(token: string | undefined, intents: number) {
      const gateway = await RawGateway.connect(platform.gateway)
      await gateway.identify({ token: token ?? '', intents })
      await gateway.next('GUILD_CREATE')
      return gateway
    },
    token: filled.applications.app?.bot?.token,
    userToken: (name: string) => filled.users[name]?.token,
  }
}

async function picture(): Promise<string> {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

test('[END-48] a bot sets its avatar, banner and bio per guild from 10 Sep 2025', async () => {
  for (const [date, supported] of [
    ['2025-09-09T23:59:00Z', false],
    ['2025-09-10T00:00:00Z', true],
  ] as const) {
    await using platform = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) } as never)
    const { bot, guild, person, session, token } = stage(platform)
    const me = `${guild('lab')}/members/@me`
    const watching = await session(token, 3)
    const image = await picture()
    const set = await bot.patch<Wire>(me, { nick: 'Bot', avatar: image, banner: image, bio: 'made of parts' })
    assert.equal(set.status, 200, date)
    const event = await watching.next<Wire>('GUILD_MEMBER_UPDATE')
    for (const field of ['avatar', 'banner']) {
      const expected = supported ? /^[0-9a-f]{32}$/ : /^null$/
      assert.match(String(set.body[field]), expected, `${field} at ${date}`)
      assert.match(String(event.d[field]), expected, `${field} in the event at ${date}`)
    }
    assert.equal(set.body.nick, 'Bot', 'bots could set the nickname before')
    const other = await person('bob').patch<Wire>(me, { avatar: image })
    assert.match(String(other.body.avatar), /^[0-9a-f]{32}$/, 'persons could set it before')
    await watching.close()
    if (!supported) continue
    const avatars = `${platform.cdn}/guilds/${stage(platform).guildId('lab')}/users/${stage(platform).userId('bob')}/avatars`
    assert.equal((await fetch(`${avatars}/${other.body.avatar}.png`)).status, 200)
    for (const [field, value] of [
      ['avatar', 'data:image/png;base64,AAAA'],
      ['banner', 'nonsense'],
      ['bio', 'x'.repeat(191)],
      ['nick', 'x'.repeat(33)],
    ] as const)
      assert.equal((await bot.patch<Wire>(me, { [field]: value })).body.code, 50035, field)
    const reset = await bot.patch<Wire>(me, { avatar: null, banner: null, bio: null, nick: null })
    assert.deepEqual([reset.body.avatar, reset.body.banner, reset.body.nick], [null, null, null])
  }
})

describe('members of a guild', () => {
  let platform: TestPlatform
  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' } as never)
  })
  after(() => platform.close())

  test('[END-55] Get Guild Role Member Counts includes unused roles and leaves @everyone out', async () => {
    const { bot, guild, role, guildId, person } = stage(platform)
    const { body } = await bot.get<Record<string, number>>(`${guild('lab')}/roles/member-counts`)
    assert.deepEqual([body[role('painters')], body[role('sculptors')], body[role('unused')]], [2, 1, 0])
    assert.equal(guildId('lab') in body, false)
    assert.equal((await person('eve').get<Wire>(`${guild('lab')}/roles/member-counts`)).body.code, 10004)
  })

  test('[END-12] [END-14] a prune removes members without other roles, recent messages and connection', async () => {
    const { bot, guild, role, channel, person, session, token, userId, userToken } = stage(platform)
    const prune = `${guild('lab')}/prune`
    const count = async (query: string) => (await bot.get<Wire>(`${prune}${query}`)).body
    assert.deepEqual(await count(''), { pruned: 0 }, 'all members have just joined')
    platform.clock.advance(10 * 86_400_000)
    await person('bob').post(`/channels/${channel}/messages`, { content: 'here I am' })
    assert.deepEqual(await count(''), { pruned: 1 }, 'idle: bob has posted, the others have roles')
    assert.deepEqual(await count('?days=30'), { pruned: 0 })
    assert.deepEqual(await count(`?include_roles=${role('painters')}`), { pruned: 2 }, 'painter, but not both')
    assert.deepEqual(await count(`?include_roles=${role('painters')},${role('sculptors')}`), { pruned: 3 })
    for (const days of ['0', '31', 'x'])
      assert.equal((await bot.get<Wire>(`${prune}?days=${days}`)).body.code, 50035, days)
    const online = await session(userToken('idle'), 0)
    assert.deepEqual(await count(''), { pruned: 0 }, 'a connected member is not idle')
    await online.close()
    const watching = await session(token, 3)
    assert.equal((await bot.post<Wire>(prune, { days: 31 })).body.code, 50035)
    const begun = await bot.post<Wire>(prune, { include_roles: [role('painters')], compute_prune_count: false })
    assert.deepEqual([begun.status, begun.body], [200, { pruned: null }])
    for (const name of ['idle', 'painter'])
      await watching.next<{ user: Wire }>(
        (frame) => frame.t === 'GUILD_MEMBER_REMOVE' && (frame.d as { user: Wire }).user.id === userId(name),
      )
    const left = (await bot.get<{ user: Wire }[]>(`${guild('lab')}/members?limit=100`)).body.map(({ user }) => user.id)
    assert.ok(left.includes(userId('ann')) && left.includes(userId('both')) && !left.includes(userId('idle')))
    const log = await bot.get<{ audit_log_entries: { options: Wire }[] }>(`${guild('lab')}/audit-logs?action_type=21`)
    assert.deepEqual(log.body.audit_log_entries[0]?.options, { delete_member_days: '7', members_removed: '2' })
    assert.deepEqual((await bot.post(prune, {})).body, { pruned: 0 })
    await watching.close()
  })

  test('[USR-3] [USR-4] [USR-5] [LIM-13] members display the tag of a guild until it is cleared or they leave', async () => {
    const { bot, guild, guildId, person, session, userToken } = stage(platform)
    const tag = (value: string | null, of = 'lab') => person('ann').patch<Wire>(`${guild(of)}/profile`, { tag: value })
    for (const wrong of ['', 'ABCDE', '🎨🎨🎨🎨🎨']) assert.equal((await tag(wrong)).body.code, 50035, wrong)
    for (const right of ['A', 'ABCD', '🎨🎨🎨🎨']) assert.equal((await tag(right)).body.tag, right)
    assert.equal((await tag('AB', 'plain')).status >= 400, true, 'needs GUILD_TAGS')
    assert.equal((await person('bob').patch<Wire>(`${guild('lab')}/profile`, { tag: 'X' })).body.code, 50013)
    const displayed = async () =>
      (await person('bob').get<{ primary_guild: Wire | null }>('/users/@me')).body.primary_guild
    const display = (id: string, identity_enabled: boolean) =>
      person('bob').put<Wire>('/users/@me/clan', { identity_guild_id: id, identity_enabled })
    assert.equal(await displayed(), null)
    assert.equal((await display(guildId('plain'), true)).status >= 400, true, 'a guild without a tag')
    const own = await session(userToken('bob'), 0)
    await display(guildId('lab'), true)
    const identity = { identity_guild_id: guildId('lab'), identity_enabled: true, tag: '🎨🎨🎨🎨', badge: null }
    assert.deepEqual(await displayed(), identity)
    assert.deepEqual((await own.next<{ primary_guild: Wire }>(dispatch('USER_UPDATE'))).d.primary_guild, identity)
    await tag('NEW')
    assert.equal((await displayed())?.tag, 'NEW', 'the current tag')
    await display(guildId('lab'), false)
    assert.deepEqual([(await displayed())?.identity_enabled, (await displayed())?.tag], [false, null], 'hidden')
    await display(guildId('lab'), true)
    await tag(null)
    const none = { identity_guild_id: null, identity_enabled: null, tag: null, badge: null }
    assert.deepEqual(await displayed(), none, 'the guild cleared its tag')
    await tag('NEW')
    await display(guildId('lab'), true)
    await bot.delete(`${guild('lab')}/members/${stage(platform).userId('bob')}`)
    assert.deepEqual(await displayed(), none, 'a former member has no tag')
    await own.close()
  })
})
