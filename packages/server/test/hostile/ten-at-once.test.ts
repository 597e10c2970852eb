/**
 * Ten requests at once for what has a limit or may happen once: exactly as many succeed as one after another. Each
 * operation that writes holds its caller and the objects of its path; the ones that do not are listed here.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { APPLICATIONS_MAX, GROUP_DMS_MAX, GUILDS_MAX } from '@guildhall/protocol'
import { type Api, api, type TestPlatform } from '@guildhall/testing'
import { operations } from '../../src/platform/operations.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'

const TIMES = 10
const CALLBACK = 'https://app.example/callback'
const PASSWORD = 'correct horse battery'
const PEOPLE = Array.from({ length: TIMES }, (_, index) => `guest${index}`)

/** Operations that write and hold nothing, with the reason why ten of them at once need nothing. */
const CONCURRENT: Readonly<Record<string, string>> = {
  create_message: 'its limits are checked under the lock of the guild or DM, and each message is new',
  execute_webhook: 'as create_message',
  execute_slack_compatible_webhook: 'as create_message',
  execute_github_compatible_webhook: 'as create_message',
  trigger_typing_indicator: 'it stores nothing',
}

const world = {
  users: {
    ann: {},
    bob: {},
    ...Object.fromEntries(PEOPLE.map((name) => [name, {}])),
    eve: { password: PASSWORD },
  },
  applications: {
    site: {
      owner: 'ann',
      client_secret: 'site-secret',
      redirect_uris: [CALLBACK],
      bot: {},
      skus: { potion: { type: 3 } },
    },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { site: { permissions: '8' } },
      channels: { general: {}, other: {}, third: {} },
      roles: { red: {} },
    },
  },
}

interface Body {
  id: string
  code: string & number
  location: string
  device_code: string
  user_code: string
  job_id: string
  access_token: string
  refresh_token: string
  permission_overwrites: unknown[]
}

interface Job {
  state: string
  result: { messages: number }
}

type Sent = { status: number; body: Body }

test('each operation that writes holds something, unless it is listed with a reason', () => {
  const listed = operations.filter(({ concurrent }) => concurrent).map(({ id }) => id)
  assert.deepEqual(listed.sort(), Object.keys(CONCURRENT).sort())
})

describe('ten requests at once', () => {
  let platform: TestPlatform
  const filled = () => platform.world ?? assert.fail()
  const person = (name: string): Api => api(platform.api, filled().users[name]?.token)
  const bot = (): Api => api(platform.api, `Bot ${filled().applications.site?.bot?.token}`)
  const userId = (name: string) => filled().users[name]?.id ?? ''
  const channel = (name: string) => filled().guilds.lab?.channels[name]?.id ?? ''
  const appId = () => filled().applications.site?.id ?? ''

  before(async () => {
    platform = await startPlatform({ world, rateLimits: 'off' })
  })
  after(() => platform.close())

  async function atOnce(send: (index: number) => Promise<unknown>): Promise<Sent[]> {
    return (await Promise.all(Array.from({ length: TIMES }, (_, index) => send(index)))) as Sent[]
  }

  /** Asserts how many succeed, and that the others have one status. */
  function assertOutcome(sent: readonly Sent[], succeeded: number, refused: number): void {
    const statuses = sent.map(({ status }) => status).sort((one, other) => one - other)
    const good = statuses.filter((status) => status < 300)
    assert.equal(good.length, succeeded, `statuses ${statuses}`)
    const bad = statuses.filter((status) => status >= 300)
    assert.deepEqual(new Set(bad), new Set(bad.length > 0 ? [refused] : []), `statuses ${statuses}`)
  }

  async function token(form: Record<string, string>): Promise<Sent> {
    const response = await fetch(`${platform.api}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${appId()}:site-secret`)}` },
      body: new URLSearchParams(form),
    })
    return { status: response.status, body: (await response.json()) as Body }
  }

  test('one exchanges an authorization code, and one its refresh token [AUT-15]', async () => {
    const query = new URLSearchParams({
      client_id: appId(),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'identify',
    })
    const decided = await person('bob').post<Body>(`/oauth2/authorize?${query}`, { authorize: true })
    const code = new URL(decided.body.location).searchParams.get('code') ?? ''
    const exchanged = await atOnce(() => token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }))
    assertOutcome(exchanged, 1, 400)
  })

  test('one exchanges a refresh token', async () => {
    const query = new URLSearchParams({
      client_id: appId(),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'identify',
    })
    const decided = await person('bob').post<Body>(`/oauth2/authorize?${query}`, { authorize: true })
    const code = new URL(decided.body.location).searchParams.get('code') ?? ''
    const { body } = await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const sent = await atOnce(() => token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }))
    assertOutcome(sent, 1, 400)
  })

  test('no token is left when its user removes the application while it is exchanged', async () => {
    const query = new URLSearchParams({
      client_id: appId(),
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'identify',
    })
    for (let round = 0; round < TIMES; round += 1) {
      const decided = await person('guest7').post<Body>(`/oauth2/authorize?${query}`, { authorize: true })
      const code = new URL(decided.body.location).searchParams.get('code') ?? ''
      const { body } = await token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
      const [refreshed, removed] = await Promise.all([
        token({ grant_type: 'refresh_token', refresh_token: body.refresh_token }),
        person('guest7').delete(`/oauth2/tokens/${appId()}`),
      ])
      assert.equal(removed.status, 204)
      if (refreshed.status !== 200) continue
      const used = await api(platform.api, `Bearer ${refreshed.body.access_token}`).get('/users/@me')
      assert.equal(used.status, 401)
    }
  })

  test('no session is left when the account of a sign-in is deleted at the same time', async () => {
    const operator = api(platform.api, `Bearer ${platform.control.key}`)
    const signIn = (body: object) =>
      api(platform.api).post<{ token?: string }>('/auth/login', { login: 'eve', password: PASSWORD, ...body })
    for (let round = 0; round < TIMES; round += 1) {
      const [deleted, ...signedIn] = await Promise.all([
        operator.post(`/admin/users/${userId('eve')}/delete`, { messages: 'keep' }),
        ...Array.from({ length: 4 }, () => signIn({})),
      ])
      assert.equal(deleted.status, 202)
      for (const { body } of signedIn)
        if (body.token) assert.equal((await api(platform.api, body.token).get('/users/@me')).status, 401)
      await signIn({ undelete: true })
    }
  })

  test('one exchanges the code of a device, and one finish is accepted', async () => {
    const response = await fetch(`${platform.api}/oauth2/device/authorize`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${appId()}:site-secret`)}` },
      body: new URLSearchParams({ scope: 'identify' }),
    })
    const device = (await response.json()) as Body
    const finished = await atOnce(() =>
      person('bob').post('/oauth2/device/finish', { user_code: device.user_code, result: 'granted' }),
    )
    assert.equal(finished.filter(({ status }) => status === 204).length, 1, `${finished.map(({ status }) => status)}`)
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const exchanged = await atOnce(() => token({ grant_type, device_code: device.device_code }))
    assertOutcome(exchanged, 1, 400)
  })

  test('one person joins by an invite of one use', async () => {
    const invite = await person('ann').post<Body>(`/channels/${channel('general')}/invites`, {
      max_uses: 1,
      unique: true,
    })
    const joined = await atOnce((index) => person(PEOPLE[index] ?? '').post(`/invites/${invite.body.code}`))
    assertOutcome(joined, 1, 404)
  })

  test('a person has at most 25 applications', async () => {
    for (let index = 0; index < APPLICATIONS_MAX - 1; index += 1)
      assert.equal((await person('bob').post('/applications', { name: `App ${index}` })).status, 201)
    assertOutcome(await atOnce((index) => person('bob').post('/applications', { name: `More ${index}` })), 1, 400)
  })

  test('a person is in at most 100 guilds [END-70]', async () => {
    for (let index = 1; index < GUILDS_MAX - 1; index += 1)
      assert.equal((await person('bob').post('/guilds', { name: `Guild ${index}` })).status, 201)
    assertOutcome(await atOnce((index) => person('bob').post('/guilds', { name: `More ${index}` })), 1, 400)
  })

  test('a person has at most 10 group DMs', async () => {
    const recipients = [userId('ann'), userId('bob')]
    for (let index = 0; index < GROUP_DMS_MAX - 1; index += 1)
      assert.equal((await person('guest0').post('/users/@me/channels', { recipients })).status, 200)
    assertOutcome(await atOnce(() => person('guest0').post('/users/@me/channels', { recipients })), 1, 400)
  })

  test('two people who open their DM from both sides have one', async () => {
    const opened = await atOnce((index) =>
      index % 2
        ? person('guest1').post('/users/@me/channels', { recipient_id: userId('guest2') })
        : person('guest2').post('/users/@me/channels', { recipients: [userId('guest1')] }),
    )
    assertOutcome(opened, TIMES, 0)
    assert.equal(new Set(opened.map(({ body }) => body.id)).size, 1)
  })

  test('a nonce that is enforced makes one message, in a guild and in a DM', async () => {
    const dm = await person('guest5').post<Body>('/users/@me/channels', { recipient_id: userId('ann') })
    for (const [name, id] of [
      ['ann', channel('general')],
      ['guest5', dm.body.id],
    ] as const) {
      const body = { content: 'once', nonce: 'n', enforce_nonce: true }
      const sent = await atOnce(() => person(name).post(`/channels/${id}/messages`, body))
      assertOutcome(sent, TIMES, 0)
      assert.equal(new Set(sent.map((response) => response.body.id)).size, 1, name)
    }
  })

  test('ten operators who remove the messages of a person remove each once', async () => {
    for (let count = 0; count < TIMES; count += 1)
      await person('bob').post(`/channels/${channel('general')}/messages`, { content: `${count}` })
    const operator = api(platform.api, `Bearer ${platform.control.key}`)
    const started = await atOnce(() => operator.post(`/admin/users/${userId('bob')}/messages/remove`, {}))
    assertOutcome(started, TIMES, 0)
    const removed: number[] = []
    for (const { body } of started)
      await until('the job is done', async () => {
        const { state, result } = (await operator.get<Job>(`/admin/jobs/${body.job_id}`)).body
        if (state === 'done') removed.push(result.messages)
        return state === 'done'
      })
    assert.deepEqual(
      removed.toSorted((one, other) => other - one),
      [TIMES, ...Array.from({ length: TIMES - 1 }, () => 0)],
    )
  })

  test('one person takes a name', async () => {
    const taken = await atOnce((index) => person(PEOPLE[index] ?? '').patch('/users/@me', { username: 'wanted' }))
    assertOutcome(taken, 1, 400)
  })

  test('overwrites of a channel that are set at once all stay', async () => {
    const path = `/channels/${channel('other')}`
    const set = await atOnce((index) =>
      person('ann').put(`${path}/permissions/${userId(PEOPLE[index] ?? '')}`, { type: 1, allow: '1024', deny: '0' }),
    )
    assertOutcome(set, TIMES, 0)
    assert.equal((await person('ann').get<Body>(path)).body.permission_overwrites.length, TIMES)
  })

  test('a channel has at most 15 webhooks', async () => {
    const path = `/channels/${channel('third')}/webhooks`
    for (let index = 0; index < 14; index += 1)
      assert.equal((await person('ann').post(path, { name: `Hook ${index}` })).status, 200)
    assertOutcome(await atOnce((index) => person('ann').post(path, { name: `More ${index}` })), 1, 400)
  })

  test('a message has at most 20 reactions of different emojis', async () => {
    const { body } = await person('ann').post<Body>(`/channels/${channel('general')}/messages`, { content: 'react' })
    const path = `/channels/${channel('general')}/messages/${body.id}/reactions`
    const emoji = (index: number) => encodeURIComponent(String.fromCodePoint(0x1f600 + index))
    for (let index = 0; index < 19; index += 1)
      assert.equal((await person('ann').put(`${path}/${emoji(index)}/@me`)).status, 204)
    assertOutcome(await atOnce((index) => bot().put(`${path}/${emoji(30 + index)}/@me`)), 1, 400)
  })

  test('an application has at most 100 commands', async () => {
    const commands = Array.from({ length: 99 }, (_, index) => ({ name: `c${index}`, description: 'x', type: 1 }))
    assert.equal((await bot().put(`/applications/${appId()}/commands`, commands)).status, 200)
    const made = await atOnce((index) =>
      bot().post(`/applications/${appId()}/commands`, { name: `more${index}`, description: 'x', type: 1 }),
    )
    assertOutcome(made, 1, 400)
  })

  test('two people who ask each other at once become friends', async () => {
    const asked = await atOnce((index) =>
      index % 2
        ? person('guest3').put(`/users/@me/relationships/${userId('guest4')}`, {})
        : person('guest4').put(`/users/@me/relationships/${userId('guest3')}`, {}),
    )
    for (const { status } of asked) assert.ok(status < 500, `${status}`)
    const known = await person('guest3').get<{ id: string; type: number }[]>('/users/@me/relationships')
    assert.deepEqual(known.body.find(({ id }) => id === userId('guest4'))?.type, 1)
  })
})
