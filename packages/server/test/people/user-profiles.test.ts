/** Profiles of users, for people who have something in common with them. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { UserProfileObject } from '@guildhall/protocol'
import { startLab } from '../support/gateway-lab.ts'

const world = {
  users: {
    ann: {
      bio: 'Builds things.',
      connections: [
        { type: 'github' as const, name: 'ann-codes' },
        { type: 'steam' as const, name: 'secret', visibility: 0 },
      ],
    },
    bob: {},
    eve: {},
    out: {},
  },
  applications: { app: { owner: 'ann', bot: {}, description: 'A helper.' } },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'eve'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
    den: { owner: 'ann', members: ['eve'], channels: { hall: {} } },
  },
}
const ALL = 'with_mutual_guilds=true&with_mutual_friends=true&with_mutual_friends_count=true'

describe('user profiles', () => {
  let lab: Awaited<ReturnType<typeof startLab>>
  before(async () => {
    lab = await startLab({ world })
  })
  after(() => lab.platform.close())

  const profile = (viewer: string, user: string, query = ALL) =>
    lab.person(viewer).get<UserProfileObject & { code?: number }>(`/users/${lab.userId(user)}/profile?${query}`)

  async function befriend(one: string, other: string): Promise<void> {
    const path = (user: string) => `/users/@me/relationships/${lab.userId(user)}`
    assert.equal((await lab.person(one).put(path(other), { type: 1 })).status, 204)
    assert.equal((await lab.person(other).put(path(one), { type: 1 })).status, 204)
  }

  test('a profile has the bio, public connections, common guilds and the membership of the requested guild', async () => {
    const lab_id = lab.guildId('lab')
    await lab.person('ann').patch(`/guilds/${lab_id}/members/@me`, { nick: 'Annie' })
    const { status, body } = await profile('bob', 'ann', `${ALL}&guild_id=${lab_id}`)
    assert.equal(status, 200)
    assert.equal(body.user.bio, 'Builds things.')
    assert.deepEqual(
      body.connected_accounts.map(({ type, name }) => [type, name]),
      [['github', 'ann-codes']],
    )
    assert.deepEqual(body.mutual_guilds, [{ id: lab_id, nick: 'Annie' }])
    assert.equal(body.guild_member?.nick, 'Annie')
    assert.equal(body.guild_member_profile?.guild_id, lab_id)
    const other = await profile('bob', 'ann', `guild_id=${lab.guildId('den')}`)
    assert.deepEqual([other.body.guild_member, other.body.mutual_guilds], [undefined, undefined])
  })

  test('common friends are listed, and only those', async () => {
    await befriend('ann', 'eve')
    await befriend('bob', 'eve')
    const { body } = await profile('bob', 'ann')
    assert.deepEqual(
      body.mutual_friends?.map(({ id }) => id),
      [lab.userId('eve')],
    )
    assert.equal(body.mutual_friends_count, 1)
    assert.deepEqual((await profile('bob', 'bob')).body.mutual_friends, [])
  })

  test('a user who blocked the viewer shows neither bio nor connections nor friends', async () => {
    await lab.person('ann').put(`/users/@me/relationships/${lab.userId('bob')}`, { type: 2 })
    const { body } = await profile('bob', 'ann')
    assert.deepEqual([body.user.bio, body.connected_accounts, body.mutual_friends], ['', [], []])
    assert.equal(body.user_profile.bio, '')
    await lab.person('ann').delete(`/users/@me/relationships/${lab.userId('bob')}`)
  })

  test('people with nothing in common read no profile, until one asks the other to be friends', async () => {
    const refused = await profile('out', 'ann')
    assert.deepEqual([refused.status, refused.code], [403, 50001])
    await lab.person('ann').put(`/users/@me/relationships/${lab.userId('out')}`, { type: 1 })
    assert.equal((await profile('out', 'ann')).status, 200)
    assert.equal((await profile('out', 'bob')).status, 403)
  })

  test('the profile of a bot has its application; a bot reads no profile', async () => {
    const { body } = await profile('bob', 'app')
    assert.equal(body.application?.description, 'A helper.')
    assert.equal((await lab.bot('app').get(`/users/${lab.userId('ann')}/profile`)).status, 403)
    const unknown = await lab.person('bob').get<{ code: number }>('/users/1/profile')
    assert.deepEqual([unknown.status, unknown.code], [404, 10013])
  })
})
