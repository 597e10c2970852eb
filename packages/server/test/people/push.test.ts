/** Web push: who is notified of what, and when a device ends. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { MessageFlag } from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { PushService } from '../support/push-service.ts'
import { startWithRows } from '../support/rows.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'
const world = {
  users: { ann: { password: PASSWORD }, bob: { password: PASSWORD }, eve: { password: PASSWORD }, dan: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' } },
      roles: { red: {} },
      channels: { general: {}, secret: {} },
    },
  },
}
const start = () => startWithRows({ world, settings: { operator_second_factor: false } })

describe('web push', () => {
  let rows: Awaited<ReturnType<typeof start>>
  let platform: Awaited<ReturnType<typeof start>>['platform']
  let service: PushService
  before(async () => {
    rows = await start()
    platform = rows.platform
    service = await PushService.start()
  })
  after(async () => {
    await platform.close()
    await service.close()
  })
  beforeEach(async () => {
    // One of the people has the device. For the others it is unknown, which is no error.
    for (const body of registered.splice(0))
      for (const name of ['bob', 'eve', 'ann', 'dan'] as const) await person(name).delete('/users/@me/devices', body)
    service.received.length = 0
    service.requests = 0
    service.behaviour = null
  })

  const registered: object[] = []
  const device = (name: string) => {
    const body = { provider: 'webpush', token: service.subscribe(name) }
    registered.push(body)
    return body
  }
  const person = (name: 'ann' | 'bob' | 'eve' | 'dan') => platform[name].api
  async function register(name: 'ann' | 'bob' | 'eve' | 'dan', as: string = name) {
    const body = device(as)
    assert.equal((await person(name).post('/users/@me/devices', body)).status, 204)
    return body
  }
  const dmTo = async (id: string) =>
    (await person('ann').post<{ id: string }>('/users/@me/channels', { recipient_id: id })).body.id
  const post = async (channelId: string, body: object, from: 'ann' | 'bob' = 'ann') => {
    const sent = await person(from).post<{ id: string }>(`/channels/${channelId}/messages`, body)
    assert.equal(sent.status, 200, JSON.stringify(sent.body))
    return sent.body.id
  }
  const devicesOf = async (id: string) => (await rows.query(`SELECT * FROM push_devices WHERE user_id = ${id}`)).length
  /** Resolves once all jobs and messages are done. */
  const idle = () =>
    until('nothing is due', async () => {
      const jobs = await rows.query("SELECT id FROM jobs WHERE kind = 'push'")
      return jobs.length === 0 && (await rows.query('SELECT id FROM push_messages')).length === 0
    })

  test('a direct message notifies a person without a session, encrypted for the device', async () => {
    await register('bob')
    const dm = await dmTo(platform.bob.id)
    await post(dm, { content: 'Tea at <@1>? ||gin|| <:cup:123> **now**' })
    const [push] = await service.messagesOf('bob')
    assert.ok(push)
    assert.deepEqual(push.payload, {
      title: 'ann',
      body: 'Tea at <@1>? ▒▒▒ :cup: **now**',
      tag: `channel-${dm}`,
      url: `/channels/@me/${dm}`,
    })
    assert.equal(push.headers['content-encoding'], 'aes128gcm')
    assert.equal(push.headers.ttl, '86400')
    assert.match(String(push.headers.topic), /^[\w-]{32}$/)
    const { key } = (await api(platform.api).get<{ key: string }>('/push/key')).body
    assert.equal(push.key, key)
    assert.ok(push.claims.exp * 1000 < Date.now() + 24 * 3_600_000)
    await idle()
  })

  test('GET /push/key returns the same point of P-256 to everyone', async () => {
    const keys = await Promise.all(
      [api(platform.api), person('bob'), person('ann')].map(async (one) => {
        const { status, body } = await one.get<{ key: string }>('/push/key')
        assert.equal(status, 200)
        return body.key
      }),
    )
    assert.equal(new Set(keys).size, 1)
    assert.equal(Buffer.from(keys[0] ?? '', 'base64url').length, 65)
    assert.equal(Buffer.from(keys[0] ?? '', 'base64url')[0], 4)
  })

  test('a mention notifies, and a message without mentions stores nothing', async () => {
    await register('bob')
    const { general } = platform.lab
    await post(general.id, { content: 'nobody is meant' })
    await post(general.id, { content: `<@${platform.bob.id}>: come to <#${general.id}>` })
    const [push] = await service.messagesOf('bob')
    assert.deepEqual(push?.payload, {
      title: 'ann (#general, lab)',
      body: '@bob: come to #general',
      tag: `channel-${general.id}`,
      url: `/channels/${platform.lab.id}/${general.id}`,
    })
    await idle()
  })

  test('a reply notifies the author of the message that it mentions, and one without a mention does not', async () => {
    await register('bob')
    const { general } = platform.lab
    const message_id = await post(general.id, { content: 'a question' }, 'bob')
    const reference = { message_reference: { message_id } }
    await post(general.id, { content: 'quiet', ...reference, allowed_mentions: { replied_user: false } })
    await post(general.id, { content: 'an answer', ...reference })
    const [push] = await service.messagesOf('bob')
    assert.equal(push?.payload.body, 'an answer')
    await idle()
  })

  test('a role and @everyone notify the members they name, and @here notifies nobody', async () => {
    await register('bob')
    await register('eve')
    const { lab } = platform
    const roleId = lab.red.id
    await person('ann').put(`/guilds/${lab.id}/members/${platform.eve.id}/roles/${roleId}`)
    await post(lab.general.id, { content: `<@&${roleId}> meet` })
    const [push] = await service.messagesOf('eve')
    assert.equal(push?.payload.body, '@red meet')
    await post(lab.general.id, { content: '@here meet' })
    await post(lab.general.id, { content: '@everyone meet' })
    await service.messagesOf('eve', 2)
    await service.messagesOf('bob', 1)
    await idle()
    assert.equal(service.received.length, 3)
  })

  test('members who cannot view the channel, and blocked authors, do not notify', async () => {
    await register('bob')
    const { lab } = platform
    await person('ann').put(`/channels/${lab.secret.id}/permissions/${platform.bob.id}`, { type: 1, deny: '1024' })
    await post(lab.secret.id, { content: `<@${platform.bob.id}> @everyone` })
    await person('bob').put(`/users/@me/relationships/${platform.ann.id}`, { type: 2 })
    await post(lab.general.id, { content: `<@${platform.bob.id}>` })
    await idle()
    await person('bob').delete(`/users/@me/relationships/${platform.ann.id}`)
    await post(lab.general.id, { content: `<@${platform.bob.id}> at last` })
    const [push] = await service.messagesOf('bob')
    assert.equal(push?.payload.body, '@bob at last')
    await idle()
  })

  test('a silent message and own messages do not notify', async () => {
    await register('bob')
    await register('ann')
    const dm = await dmTo(platform.bob.id)
    await post(dm, { content: 'silent', flags: MessageFlag.SUPPRESS_NOTIFICATIONS })
    await idle()
    assert.equal(service.requests, 0)
  })

  test('a person who uses a client is not notified; one who is idle or away is', async () => {
    await register('bob')
    const dm = await dmTo(platform.bob.id)
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: platform.bob.token })
    await post(dm, { content: 'in sight' })
    await idle()
    assert.equal(service.requests, 0)
    const presence = (status: string, afk: boolean) => gateway.send(3, { status, afk, since: null, activities: [] })
    presence('online', true)
    await until('the first push', async () => {
      await post(dm, { content: 'away' })
      await idle()
      return service.requests > 0
    })
    presence('online', false)
    await until('no push', async () => {
      const before = service.requests
      await post(dm, { content: 'back' })
      await idle()
      return service.requests === before
    })
    presence('idle', false)
    await until('another push', async () => {
      const before = service.requests
      await post(dm, { content: 'idle' })
      await idle()
      return service.requests > before
    })
    const before = service.requests
    await gateway.close()
    await until('a push after the connection is lost', async () => {
      await post(dm, { content: 'gone' })
      await idle()
      return service.requests > before
    })
  })

  test('the instance and the person decide whether a notification has text', async () => {
    await register('bob')
    const dm = await dmTo(platform.bob.id)
    const operator = api(platform.api, `Bearer ${platform.control.key}`)
    assert.equal((await operator.patch('/admin/settings', { push_content: false })).status, 200)
    await post(dm, { content: 'secret of the instance' })
    const [first] = await service.messagesOf('bob')
    assert.equal((await operator.patch('/admin/settings', { push_content: true })).status, 200)
    const changed = await person('bob').patch<{ push_content: boolean }>('/users/@me/settings', { push_content: false })
    assert.equal(changed.body.push_content, false)
    await post(dm, { content: 'secret of the person' })
    const [, second] = await service.messagesOf('bob', 2)
    assert.deepEqual([first?.payload.body, second?.payload.body], ['', ''])
    await person('bob').patch('/users/@me/settings', { push_content: true })
    await post(dm, { content: 'open' })
    const [, , third] = await service.messagesOf('bob', 3)
    assert.equal(third?.payload.body, 'open')
    await idle()
  })

  test('a call notifies for as long as it rings', async () => {
    await register('bob')
    const dm = await dmTo(platform.bob.id)
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: platform.ann.token })
    gateway.send(4, { guild_id: null, channel_id: dm, self_mute: false, self_deaf: false })
    const [push] = await service.messagesOf('bob')
    assert.deepEqual([push?.payload.body, push?.payload.tag], ['Incoming call', `call-${dm}`])
    assert.ok(Number(push?.headers.ttl) <= 30)
    await gateway.close()
    await idle()
  })

  test('DELETE removes a device of its own person only, and repeats without an error', async () => {
    const body = await register('bob')
    assert.equal((await person('eve').delete('/users/@me/devices', body)).status, 204)
    assert.equal(await devicesOf(platform.bob.id), 1)
    assert.equal((await person('bob').delete('/users/@me/devices', body)).status, 204)
    assert.equal((await person('bob').delete('/users/@me/devices', body)).status, 204)
    assert.equal(await devicesOf(platform.bob.id), 0)
    await post(await dmTo(platform.bob.id), { content: 'unheard' })
    await idle()
    assert.equal(service.requests, 0)
  })

  test('a browser belongs to the person who registered it last', async () => {
    const body = await register('bob')
    assert.equal((await person('eve').post('/users/@me/devices', body)).status, 204)
    assert.deepEqual([await devicesOf(platform.bob.id), await devicesOf(platform.eve.id)], [0, 1])
  })

  test('ten registrations at once store one device of one browser, and of ten browsers ten', async () => {
    const body = device('bob')
    const same = await Promise.all(Array.from({ length: 10 }, () => person('bob').post('/users/@me/devices', body)))
    assert.deepEqual(new Set(same.map(({ status }) => status)), new Set([204]))
    assert.equal(await devicesOf(platform.bob.id), 1)
    const bodies = Array.from({ length: 10 }, (_, number) => device(`bob${number}`))
    await Promise.all(bodies.map((one) => person('bob').post('/users/@me/devices', one)))
    assert.equal(await devicesOf(platform.bob.id), 11)
  })

  test('the oldest device of a person goes when there would be more than 20', async () => {
    for (let number = 0; number < 15; number += 1) await register('bob', `old${number}`)
    const bodies = Array.from({ length: 10 }, (_, number) => device(`new${number}`))
    await Promise.all(bodies.map((one) => person('bob').post('/users/@me/devices', one)))
    assert.equal(await devicesOf(platform.bob.id), 20)
    await post(await dmTo(platform.bob.id), { content: 'to all of them' })
    await until('20 messages', async () => service.received.length === 20)
    await idle()
    const names = new Set(service.received.map((push) => push.device))
    assert.deepEqual([names.size, names.has('old4'), names.has('old5'), names.has('new9')], [20, false, true, true])
  })

  test('bots, unknown providers, and tokens that are no subscription are refused at their fields', async () => {
    const good = device('bob')
    const { endpoint, keys } = JSON.parse(good.token)
    const bot = api(platform.api, `Bot ${platform.world?.applications.app?.bot?.token}`)
    assert.ok((await bot.post('/users/@me/devices', good)).status >= 400)
    const token = (value: unknown) => ({ provider: 'webpush', token: JSON.stringify(value) })
    const bad: [body: object, field: string][] = [
      [{ ...good, provider: 'gcm' }, 'provider'],
      [{ provider: 'webpush', token: 'x' }, 'token'],
      [token(null), 'token'],
      [token({ endpoint: 'ftp://x', keys }), 'token'],
      [token({ endpoint: 'http://user:word@x', keys }), 'token'],
      [token({ endpoint, keys: { ...keys, auth: 'AA' } }), 'token'],
      [token({ endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }), 'token'],
      [token({ endpoint: `${endpoint}${'x'.repeat(2_000)}`, keys }), 'token'],
      [{ provider: 'webpush', token: 'x'.repeat(5_000) }, 'token'],
    ]
    for (const [body, field] of bad) {
      const { status, body: error } = await person('bob').post<{ code: number; errors: object }>(
        '/users/@me/devices',
        body,
      )
      assert.deepEqual([status, error.code, Object.keys(error.errors)], [400, 50035, [field]], JSON.stringify(body))
    }
    assert.equal(await devicesOf(platform.bob.id), 0)
  })

  async function signIn(username: string) {
    const { body } = await api(platform.api).post<{ token: string }>('/auth/login', {
      login: username,
      password: PASSWORD,
    })
    return api(platform.api, body.token)
  }

  test('a device ends with its session: by sign-out, from another session, by a new password', async () => {
    await register('eve', 'other')
    const one = await signIn('eve')
    await one.post('/users/@me/devices', device('one'))
    assert.equal(await devicesOf(platform.eve.id), 2)
    assert.equal((await one.post('/auth/logout', {})).status, 204)
    assert.equal(await devicesOf(platform.eve.id), 1)
    const two = await signIn('eve')
    await two.post('/users/@me/devices', device('two'))
    const three = await signIn('eve')
    await three.post('/users/@me/devices', device('three'))
    const changed = await two.patch('/users/@me', { password: PASSWORD, new_password: 'another horse battery' })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    assert.equal(await devicesOf(platform.eve.id), 0)
  })

  test('a push service that does not know the device any more, ends it', async () => {
    for (const status of [404, 410]) {
      await register('bob')
      service.behaviour = (response) => response.writeHead(status).end()
      await post(await dmTo(platform.bob.id), { content: 'to nobody' })
      await until('the device is gone', async () => (await devicesOf(platform.bob.id)) === 0)
      service.behaviour = null
    }
    await idle()
  })

  test('suspension and deletion end all devices of a person, also of tokens of the world file', async () => {
    const operator = api(platform.api, `Bearer ${platform.control.key}`)
    await register('dan')
    assert.equal((await operator.post(`/admin/users/${platform.dan.id}/ban`, {})).status, 204)
    assert.equal(await devicesOf(platform.dan.id), 0)
    await operator.delete(`/admin/users/${platform.dan.id}/ban`)
    await register('dan')
    assert.equal((await operator.post(`/admin/users/${platform.dan.id}/delete`, {})).status, 202)
    assert.equal(await devicesOf(platform.dan.id), 0)
  })
})
