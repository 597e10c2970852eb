/** Members of a guild: profiles per guild, prunes, member counts of roles, and guild tags. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { AuditLogObject, CurrentUserObject, MemberObject, PruneResultObject } from '@guildhall/protocol'
import type { ResponseOf } from '@guildhall/testing'
import sharp from 'sharp'
import { guildhallTest } from '../support/fixture.ts'
import { dispatch } from '../support/interactions.ts'
import { startPlatform } from '../support/platform.ts'
import { guildSession } from '../support/sessions.ts'

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

const test = guildhallTest({ world })
const { platform } = test

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
    await using platform = await startPlatform({ world, rateLimits: 'off', date: Date.parse(date) })
    const me = `/guilds/${platform.lab.id}/members/@me`
    const watching = await guildSession(platform.app, 3)
    const image = await picture()
    const set = await platform.app.api.patch<MemberObject>(me, {
      nick: 'Bot',
      avatar: image,
      banner: image,
      bio: 'made of parts',
    })
    assert.equal(set.status, 200, date)
    const event = await watching.next('GUILD_MEMBER_UPDATE')
    for (const field of ['avatar', 'banner'] as const) {
      const expected = supported ? /^[0-9a-f]{32}$/ : /^null$/
      assert.match(String(set.body[field]), expected, `${field} at ${date}`)
      assert.match(String(event.d[field]), expected, `${field} in the event at ${date}`)
    }
    assert.equal(set.body.nick, 'Bot', 'bots could set the nickname before')
    const other = await platform.bob.api.patch<MemberObject>(me, { avatar: image })
    assert.match(String(other.body.avatar), /^[0-9a-f]{32}$/, 'persons could set it before')
    await watching.close()
    if (!supported) continue
    const avatars = `${platform.cdn}/guilds/${platform.lab.id}/users/${platform.bob.id}/avatars`
    assert.equal((await fetch(`${avatars}/${other.body.avatar}.png`)).status, 200)
    for (const [field, value] of [
      ['avatar', 'data:image/png;base64,AAAA'],
      ['banner', 'nonsense'],
      ['bio', 'x'.repeat(191)],
      ['nick', 'x'.repeat(33)],
    ] as const)
      assert.equal((await platform.app.api.patch(me, { [field]: value })).code, 50035, field)
    const reset = await platform.app.api.patch<MemberObject>(me, { avatar: null, banner: null, bio: null, nick: null })
    assert.deepEqual([reset.body.avatar, reset.body.banner, reset.body.nick], [null, null, null])
  }
})

describe('members of a guild', () => {
  test('names are trimmed, have one space between words, and contain no hidden characters', async () => {
    const { app, bob, lab } = platform
    const names: [string, string | null][] = [
      ['  Bob \u2003 the\n\n builder ', 'Bob the builder'],
      ['\u202eBob\u2066\u200b\ufeff', 'Bob'],
      [`${' '.repeat(40)}Bob`, 'Bob'],
      ['👩\u200d🚀 می\u200cخواهم', '👩\u200d🚀 می\u200cخواهم'],
      ['\u200b \u2060', null],
    ]
    for (const [given, kept] of names) {
      const shown = JSON.stringify(given)
      const set = await app.api.patch<MemberObject>(`/guilds/${lab.id}/members/${bob.id}`, { nick: given })
      assert.equal(set.body.nick, kept, shown)
      const own = await bob.api.patch<{ global_name: string | null }>('/users/@me', { global_name: given })
      assert.equal(own.body.global_name, kept, shown)
    }
    const bot = await app.api.patch<{ username: string }>('/users/@me', { username: ' two \t words ' })
    assert.equal(bot.body.username, 'two words')
    assert.equal((await app.api.patch('/users/@me', { username: '\u200b\u200b' })).code, 50035)
  })

  test('[END-55] Get Guild Role Member Counts includes unused roles and leaves @everyone out', async () => {
    const { body } = await platform.app.api.get<Record<string, number>>(
      `/guilds/${platform.lab.id}/roles/member-counts`,
    )
    assert.deepEqual(
      [body[platform.lab.painters.id], body[platform.lab.sculptors.id], body[platform.lab.unused.id]],
      [2, 1, 0],
    )
    assert.equal(platform.lab.id in body, false)
    assert.equal((await platform.eve.api.get(`/guilds/${platform.lab.id}/roles/member-counts`)).code, 10004)
  })

  test('[END-12] [END-14] a prune removes members without other roles, recent messages and connection', async () => {
    const prune = `/guilds/${platform.lab.id}/prune`
    const count = async (query: string) => (await platform.app.api.get(`${prune}${query}`)).body
    assert.deepEqual(await count(''), { pruned: 0 }, 'all members have just joined')
    platform.clock.advance(10 * 86_400_000)
    await platform.bob.api.post(`/channels/${platform.lab.general.id}/messages`, { content: 'here I am' })
    assert.deepEqual(await count(''), { pruned: 1 }, 'idle: bob has posted, the others have roles')
    assert.deepEqual(await count('?days=30'), { pruned: 0 })
    assert.deepEqual(await count(`?include_roles=${platform.lab.painters.id}`), { pruned: 2 }, 'painter, but not both')
    assert.deepEqual(await count(`?include_roles=${platform.lab.painters.id},${platform.lab.sculptors.id}`), {
      pruned: 3,
    })
    for (const days of ['0', '31', 'x'])
      assert.equal((await platform.app.api.get(`${prune}?days=${days}`)).code, 50035, days)
    const online = await guildSession(platform.idle, 0)
    assert.deepEqual(await count(''), { pruned: 0 }, 'a connected member is not idle')
    await online.close()
    const watching = await guildSession(platform.app, 3)
    assert.equal((await platform.app.api.post(prune, { days: 31 })).code, 50035)
    const begun = await platform.app.api.post<PruneResultObject>(prune, {
      include_roles: [platform.lab.painters.id],
      compute_prune_count: false,
    })
    assert.deepEqual([begun.status, begun.body], [200, { pruned: null }])
    for (const name of ['idle', 'painter'] as const)
      await watching.next(
        (frame) => frame.t === 'GUILD_MEMBER_REMOVE' && (frame.d.user as { id: string }).id === platform[name].id,
      )
    const left = (await platform.app.api.get<MemberObject[]>(`/guilds/${platform.lab.id}/members?limit=100`)).body.map(
      ({ user }) => user.id,
    )
    assert.ok(left.includes(platform.ann.id) && left.includes(platform.both.id) && !left.includes(platform.idle.id))
    const log = await platform.app.api.get<AuditLogObject>(`/guilds/${platform.lab.id}/audit-logs?action_type=21`)
    assert.deepEqual(log.body.audit_log_entries[0]?.options, { delete_member_days: '7', members_removed: '2' })
    assert.deepEqual((await platform.app.api.post(prune, {})).body, { pruned: 0 })
    await watching.close()
  })

  test('[USR-3] [USR-4] [USR-5] [LIM-13] members display the tag of a guild until it is cleared or they leave', async () => {
    const tag = (value: string | null, of: keyof typeof world.guilds = 'lab') =>
      platform.ann.api.patch<ResponseOf<'update_guild_profile'>>(`/guilds/${platform[of].id}/profile`, { tag: value })
    for (const wrong of ['', 'ABCDE', '🎨🎨🎨🎨🎨']) assert.equal((await tag(wrong)).code, 50035, wrong)
    for (const right of ['A', 'ABCD', '🎨🎨🎨🎨']) assert.equal((await tag(right)).body.tag, right)
    assert.equal((await tag('AB', 'plain')).status >= 400, true, 'needs GUILD_TAGS')
    assert.equal((await platform.bob.api.patch(`/guilds/${platform.lab.id}/profile`, { tag: 'X' })).code, 50013)
    const displayed = async () => (await platform.bob.api.get<CurrentUserObject>('/users/@me')).body.primary_guild
    const display = (id: string, identity_enabled: boolean) =>
      platform.bob.api.put<CurrentUserObject>('/users/@me/clan', { identity_guild_id: id, identity_enabled })
    assert.equal(await displayed(), null)
    assert.equal((await display(platform.plain.id, true)).status >= 400, true, 'a guild without a tag')
    const own = await guildSession(platform.bob, 0)
    await display(platform.lab.id, true)
    const identity = { identity_guild_id: platform.lab.id, identity_enabled: true, tag: '🎨🎨🎨🎨', badge: null }
    assert.deepEqual(await displayed(), identity)
    assert.deepEqual((await own.next(dispatch('USER_UPDATE'))).d.primary_guild, identity)
    await tag('NEW')
    assert.equal((await displayed())?.tag, 'NEW', 'the current tag')
    await display(platform.lab.id, false)
    assert.deepEqual([(await displayed())?.identity_enabled, (await displayed())?.tag], [false, null], 'hidden')
    await display(platform.lab.id, true)
    await tag(null)
    const none = { identity_guild_id: null, identity_enabled: null, tag: null, badge: null }
    assert.deepEqual(await displayed(), none, 'the guild cleared its tag')
    await tag('NEW')
    await display(platform.lab.id, true)
    await platform.app.api.delete(`/guilds/${platform.lab.id}/members/${platform.bob.id}`)
    assert.deepEqual(await displayed(), none, 'a former member has no tag')
    await own.close()
  })
})
