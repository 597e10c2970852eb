/** The tape says why a request, a session or a connection was refused. Responses never do. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { Permission } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { guildhallTest } from '../support/fixture.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, tim: {}, pat: { password: 'correct horse' } },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'tim'],
      bots: { app: { permissions: '0' } },
      roles: { muted: { members: ['bob'] } },
      channels: {
        general: { permission_overwrites: [{ role: 'muted', deny: String(Permission.SEND_MESSAGES) }] },
        secret: { permission_overwrites: [{ role: '@everyone', deny: String(Permission.VIEW_CHANNEL) }] },
      },
    },
  },
}

interface Refused {
  title: string
  kind: string
  status: number | null
  why: string[] | null
}

const test = guildhallTest({ world, tape: true, rateLimits: 'documented' })
const { platform } = test

describe('reasons of refusals', () => {
  const control = () => api(platform.control.url, `Bearer ${platform.control.key}`)
  const person = (name: keyof typeof world.users) => platform[name].api
  const botToken = () => platform.app.token
  const bot = () => api(platform.api, `Bot ${botToken()}`)
  const channel = (name: keyof typeof world.guilds.lab.channels) => `/channels/${platform.lab[name].id}`
  const records = async (kind: string) =>
    (await control().get<{ records: Refused[] }>(`/tape?kind=${kind}`)).body.records
  /** Returns the reason of the last request, and asserts that its response has none of it. */
  const reasonOf = async (asked: Promise<{ status: number; body: unknown }>, status: number) => {
    const { status: found, body } = await asked
    assert.equal(found, status)
    const why = (await records('request')).at(-1)?.why ?? []
    for (const line of why) assert.ok(!JSON.stringify(body).includes(line), line)
    return why.join('\n')
  }

  test('403: the permission sum names the overwrite that took the permission away', async () => {
    const why = await reasonOf(person('bob').post(`${channel('general')}/messages`, { content: 'x' }), 403)
    assert.match(why, /needs SEND_MESSAGES/)
    assert.match(why, /lacks SEND_MESSAGES in #general/)
    assert.match(why, /SEND_MESSAGES: granted by @everyone/)
    assert.match(why, /SEND_MESSAGES: denied by the overwrite of #general \(\d+\) for role muted/)
  })

  test('403: a hidden channel, a permission that no role grants, and a timeout are explained', async () => {
    const hidden = await reasonOf(person('eve').get(channel('secret')), 403)
    assert.match(hidden, /VIEW_CHANNEL: denied by the overwrite of #secret \(\d+\) for @everyone/)
    const guildId = platform.lab.id
    const none = await reasonOf(bot().post(`/guilds/${guildId}/channels`, { name: 'x' }), 403)
    assert.match(none, /MANAGE_CHANNELS: granted by none of the member's roles \(@everyone/)
    const until = new Date(platform.clock.now() + 60_000).toISOString()
    const timId = platform.tim.id
    await person('ann').patch(`/guilds/${guildId}/members/${timId}`, { communication_disabled_until: until })
    const restrained = await reasonOf(person('tim').post(`${channel('general')}/messages`, { content: 'x' }), 403)
    assert.match(restrained, /SEND_MESSAGES: taken away by the timeout until/)
  })

  test('401: the tape has the state of the token', async () => {
    const me = (authorization?: string) => api(platform.api, authorization).get('/users/@me')
    assert.match(await reasonOf(me(), 401), /no Authorization header/)
    assert.match(await reasonOf(me('Bot nonsense'), 401), /unknown: it was never issued here/)
    assert.match(await reasonOf(me(`Token ${botToken()}`), 401), /the scheme "Token" is unknown/)
    assert.match(
      await reasonOf(me(botToken()), 401),
      /bot token of user \d+ was sent as the bare token; .* Bot <token>/,
    )
    const foreign = `Bot ${Buffer.from('999999999999999999').toString('base64')}.x.y`
    assert.match(await reasonOf(me(foreign), 401), /names user 999999999999999999, whom this world does not have/)
    const { token } = (await control().post<{ token: string }>('/tokens', { username: 'pat' })).body
    assert.equal((await me(token)).status, 200)
    assert.equal((await api(platform.api, token).post('/auth/logout', {})).status, 204)
    const revoked = await reasonOf(me(token), 401)
    assert.match(revoked, /person token of user \d+ was revoked at \d{4}-/)
    const all = JSON.stringify((await control().get('/tape?limit=1000')).body)
    for (const secret of [botToken(), token]) assert.ok(!all.includes(secret), 'no reason holds a token')
  })

  test('429: the tape has the bucket, its holder and the time of its end', async () => {
    const limited = async (name: string, atOnce: number, call: () => Promise<{ status: number }>) => {
      const statuses: number[] = []
      while (statuses.length < 120 && !statuses.includes(429)) {
        const responses = await Promise.all(Array.from({ length: atOnce }, call))
        statuses.push(...responses.map(({ status }) => status))
      }
      assert.ok(statuses.includes(429), name)
      return (await records('request')).findLast(({ why }) => why)?.why?.join('\n') ?? ''
    }
    const messages = `${channel('general')}/messages`
    const bucket = await limited('bucket', 1, () => person('ann').post(messages, { content: 'x' }))
    const SPENT = ': \\d+ requests in [\\d.]+ s; the window ends in [\\d.]+ s$'
    assert.match(bucket, new RegExp(`^user \\d+ used up the bucket of create_message:\\d+${SPENT}`))
    // On a slow machine, requests one after the other are fewer than the limit of a second.
    const all = await limited('global', 60, () => person('eve').post(`${channel('general')}/typing`))
    assert.match(all, new RegExp(`^user \\d+ used up the global limit${SPENT}`))
  })

  test('op 9 and close codes: the tape has the session, the Identify limit, intents and the token', async () => {
    const reasonOfFrame = async (title: string) =>
      (await records('frame'))
        .filter((frame) => frame.title.startsWith(title))
        .at(-1)
        ?.why?.join('\n')
    const connect = async (op: number, d: object) => {
      const gateway = await RawGateway.connect(platform.gateway)
      await gateway.next(10)
      gateway.send(op, d)
      return gateway
    }
    const properties = { os: 'linux', browser: 'x', device: 'x' }
    const identify = (token: string, intents = 1) => connect(2, { token, intents, properties })

    const resuming = await connect(6, { token: botToken(), session_id: 'f'.repeat(32), seq: 1 })
    await resuming.next(9)
    assert.match((await reasonOfFrame('op 9')) ?? '', /no session ffffffff is known/)
    await resuming.close()

    const first = await identify(botToken())
    await first.next('READY')
    const second = await identify(botToken())
    await second.next(9)
    assert.match((await reasonOfFrame('op 9')) ?? '', /identified on shard key 0 of 1 less than 5000 ms ago/)
    await first.close()
    await second.close()

    assert.equal((await (await identify(botToken(), 1 << 15)).closed).code, 4014)
    assert.match((await reasonOfFrame('close 4014')) ?? '', /no flag for MESSAGE_CONTENT/)
    assert.equal((await (await identify('nonsense')).closed).code, 4004)
    assert.match((await reasonOfFrame('close 4004')) ?? '', /the token is unknown/)
  })

  test('successful requests have no reason', async () => {
    await person('ann').get('/users/@me')
    assert.equal((await records('request')).at(-1)?.why, null)
  })
})
