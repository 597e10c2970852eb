/** Add Guild Member: an application adds persons to a guild by their access tokens. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe } from 'node:test'
import type { ResponseOf } from '@guildhall/testing'
import { testWithRows } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {}, eve: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS'] }, other: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      bots: { app: { permissions: '8' }, other: { permissions: '0' } },
      roles: { '@everyone': { permissions: '1024' }, painters: { permissions: '0' } },
      channels: { general: {} },
      system_channel: 'general',
    },
    gated: {
      owner: 'ann',
      bots: { app: { permissions: '1' } },
      features: ['MEMBER_VERIFICATION_GATE_ENABLED'],
      roles: { '@everyone': { permissions: '1024' }, painters: { permissions: '0' } },
      channels: { general: {} },
    },
  },
}

const test = testWithRows({ world })
const { platform } = test
type User = keyof typeof world.users
const userId = (name: User) => platform[name].id
const member = (guild: keyof typeof world.guilds, name: User) => `/guilds/${platform[guild].id}/members/${userId(name)}`

async function token(
  name: User,
  {
    scopes = 'identify guilds.join',
    application = 'app',
    expires = 'NULL',
  }: { scopes?: string; application?: keyof typeof world.applications; expires?: string } = {},
) {
  const secret = `${name} ${scopes} ${application} ${expires}`
  const hash = createHash('sha256').update(secret).digest('base64url')
  await test.sql(
    `INSERT INTO tokens (hash, kind, user_id, application_id, scopes, created_at, expires_at) VALUES ('${hash}', 'bearer', ${userId(name)}, ${platform[application].applicationId}, '${scopes}', 0, ${expires})`,
  )
  return secret
}

describe('Add Guild Member', () => {
  test('a user with the scope guilds.join joins with the given fields', async () => {
    const access_token = await token('bob')
    const watching = await platform.app.opens({ intents: 3 | (1 << 9) })
    for (let guilds = 0; guilds < 2; guilds += 1) await watching.next('GUILD_CREATE')
    const painters = platform.lab.painters.id
    const added = await platform.app.api.put<ResponseOf<'add_guild_member'>>(member('lab', 'bob'), {
      access_token,
      nick: 'Bobby',
      roles: [painters],
      mute: true,
    })
    assert.equal(added.status, 201)
    assert.deepEqual(
      [added.body?.nick, added.body?.roles, added.body?.mute, added.body?.pending],
      ['Bobby', [painters], true, false],
    )
    const event = await watching.next('GUILD_MEMBER_ADD')
    assert.deepEqual([event.d.user.id, event.d.nick], [userId('bob'), 'Bobby'])
    assert.equal((await watching.next('MESSAGE_CREATE')).d.type, 7)
    const again = await platform.app.api.put(member('lab', 'bob'), { access_token, nick: 'Other' })
    assert.deepEqual([again.status, again.body], [204, null])
    await watching.close()
  })

  test('an access token of another kind, user, scope or application is rejected', async () => {
    const path = member('lab', 'cat')
    const put = (access_token: string, as = platform.app.api) =>
      as.put<ResponseOf<'add_guild_member'>>(path, { access_token })
    const past = String(platform.clock.now() - 1)
    for (const [name, given] of [
      ['no token', 'nonsense'],
      ['of another user', await token('dan')],
      ['without the scope', await token('cat', { scopes: 'identify' })],
      ['of another application', await token('cat', { application: 'other' })],
      ['expired', await token('cat', { expires: past })],
      ['a session token of the user', platform.cat.token],
    ] as const) {
      const response = await put(given)
      assert.deepEqual([response.status, response.code], [403, 50025], name)
    }
    const good = await token('cat')
    assert.equal((await put(good, platform.other.api)).code, 50013, 'needs CREATE_INSTANT_INVITE')
    assert.equal((await put(good, platform.ann.api)).status, 403)
    assert.equal((await platform.app.api.put(path, {})).code, 50035)
    assert.equal((await platform.app.api.get(path)).code, 10007, 'the user is not a member')
  })

  test('fields need their permissions, and bans, pauses and screening still apply', async () => {
    const access_token = await token('eve')
    const gated = member('gated', 'eve')
    for (const fields of [
      { nick: 'x' },
      { mute: true },
      { deaf: true },
      { flags: 4 },
      { roles: [platform.gated.painters.id] },
    ]) {
      const response = await platform.app.api.put<ResponseOf<'add_guild_member'>>(gated, { access_token, ...fields })
      assert.deepEqual([response.status, response.code], [403, 50013], JSON.stringify(fields))
    }
    assert.equal(
      (await platform.app.api.put<ResponseOf<'add_guild_member'>>(gated, { access_token })).body?.pending,
      true,
    )
    const lab = `/guilds/${platform.lab.id}`
    await platform.app.api.put(`${lab}/bans/${userId('eve')}`, {})
    assert.equal((await platform.app.api.put(member('lab', 'eve'), { access_token })).code, 40007)
    await platform.app.api.delete(`${lab}/bans/${userId('eve')}`)
    await platform.app.api.patch(lab, { features: ['INVITES_DISABLED'] })
    assert.equal((await platform.app.api.put(member('lab', 'eve'), { access_token })).code, 40008)
  })
})
