/** Add Guild Member: an application adds persons to a guild by their access tokens. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { startWithRows } from '../support/interactions.ts'

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

interface Wire {
  code: number
  [key: string]: unknown
}

let stage: Awaited<ReturnType<typeof startWithRows>>
const filled = () => {
  assert.ok(stage.platform.world)
  return stage.platform.world
}
const bot = (name = 'app') => api(stage.platform.api, `Bot ${filled().applications[name]?.bot?.token}`)
const userId = (name: string) => filled().users[name]?.id ?? ''
const member = (guild: string, name: string) => `/guilds/${filled().guilds[guild]?.id}/members/${userId(name)}`

async function token(name: string, { scopes = 'identify guilds.join', application = 'app', expires = 'NULL' } = {}) {
  const secret = `${name} ${scopes} ${application} ${expires}`
  const hash = createHash('sha256').update(secret).digest('base64url')
  await stage.sql(
    `INSERT INTO tokens (hash, kind, user_id, application_id, scopes, created_at, expires_at) VALUES ('${hash}', 'bearer', ${userId(name)}, ${filled().applications[application]?.id}, '${scopes}', 0, ${expires})`,
  )
  return secret
}

describe('Add Guild Member', () => {
  before(async () => {
    stage = await startWithRows({ world } as never)
  })
  after(() => stage.close())

  test('a user with the scope guilds.join joins with the given fields', async () => {
    const access_token = await token('bob')
    const watching = await RawGateway.connect(stage.platform.gateway)
    await watching.identify({ token: filled().applications.app?.bot?.token ?? '', intents: 3 | (1 << 9) })
    for (let guilds = 0; guilds < 2; guilds += 1) await watching.next('GUILD_CREATE')
    const painters = filled().guilds.lab?.roles.painters?.id
    const added = await bot().put<Wire & { roles: string[] }>(member('lab', 'bob'), {
      access_token,
      nick: 'Bobby',
      roles: [painters],
      mute: true,
    })
    assert.equal(added.status, 201)
    assert.deepEqual(
      [added.body.nick, added.body.roles, added.body.mute, added.body.pending],
      ['Bobby', [painters], true, false],
    )
    const event = await watching.next<Wire & { user: { id: string } }>('GUILD_MEMBER_ADD')
    assert.deepEqual([event.d.user.id, event.d.nick], [userId('bob'), 'Bobby'])
    assert.equal((await watching.next<Wire>('MESSAGE_CREATE')).d.type, 7)
    const again = await bot().put(member('lab', 'bob'), { access_token, nick: 'Other' })
    assert.deepEqual([again.status, again.body], [204, null])
    await watching.close()
  })

  test('an access token of another kind, user, scope or application is rejected', async () => {
    const path = member('lab', 'cat')
    const put = (access_token: string, as = bot()) => as.put<Wire>(path, { access_token })
    const past = String(stage.platform.clock.now() - 1)
    for (const [name, given] of [
      ['no token', 'nonsense'],
      ['of another user', await token('dan')],
      ['without the scope', await token('cat', { scopes: 'identify' })],
      ['of another application', await token('cat', { application: 'other' })],
      ['expired', await token('cat', { expires: past })],
      ['a session token of the user', filled().users.cat?.token ?? ''],
    ] as const) {
      const response = await put(given)
      assert.deepEqual([response.status, response.body.code], [403, 50025], name)
    }
    const good = await token('cat')
    assert.equal((await put(good, bot('other'))).body.code, 50013, 'needs CREATE_INSTANT_INVITE')
    assert.equal((await put(good, api(stage.platform.api, filled().users.ann?.token))).status, 403)
    assert.equal((await bot().put<Wire>(path, {})).body.code, 50035)
    assert.equal((await bot().get<Wire>(path)).body.code, 10007, 'the user is not a member')
  })

  test('fields need their permissions, and bans, pauses and screening still apply', async () => {
    const access_token = await token('eve')
    const gated = member('gated', 'eve')
    for (const fields of [
      { nick: 'x' },
      { mute: true },
      { deaf: true },
      { flags: 4 },
      { roles: [filled().guilds.gated?.roles.painters?.id] },
    ]) {
      const response = await bot().put<Wire>(gated, { access_token, ...fields })
      assert.deepEqual([response.status, response.body.code], [403, 50013], JSON.stringify(fields))
    }
    assert.equal((await bot().put<Wire>(gated, { access_token })).body.pending, true)
    const lab = `/guilds/${filled().guilds.lab?.id}`
    await bot().put(`${lab}/bans/${userId('eve')}`, {})
    assert.equal((await bot().put<Wire>(member('lab', 'eve'), { access_token })).body.code, 40007)
    await bot().delete(`${lab}/bans/${userId('eve')}`)
    await bot().patch(lab, { features: ['INVITES_DISABLED'] })
    assert.equal((await bot().put<Wire>(member('lab', 'eve'), { access_token })).body.code, 40008)
  })
})
