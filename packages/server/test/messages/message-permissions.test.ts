/** Effects of permissions and dates on messages: pins, slowmode, history, embeds, mentions, and the audit log. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  type AuditLogObject,
  ChannelType,
  instant,
  type MessageObject,
  Permission,
  type RateLimitBody,
} from '@guildhall/protocol'
import { multipart, type ResponseOf } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const { VIEW_CHANNEL, SEND_MESSAGES, READ_MESSAGE_HISTORY, PIN_MESSAGES, MANAGE_MESSAGES } = Permission
const { MANAGE_CHANNELS, MANAGE_THREADS, BYPASS_SLOWMODE, MENTION_EVERYONE, EMBED_LINKS, ATTACH_FILES } = Permission
const basic = VIEW_CHANNEL | SEND_MESSAGES | READ_MESSAGE_HISTORY
const { CREATE_PUBLIC_THREADS } = Permission

const world = {
  users: { ann: {}, plain: {}, manager: {}, channels: {}, threads: {}, bypass: {}, silent: {} },
  applications: { pinner: { owner: 'ann', bot: {} }, editor: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['plain', 'manager', 'channels', 'threads', 'bypass', 'silent'],
      bots: {
        pinner: { permissions: String(PIN_MESSAGES) },
        editor: { permissions: String(MANAGE_MESSAGES) },
      },
      roles: {
        '@everyone': { permissions: String(basic | CREATE_PUBLIC_THREADS) },
        managers: { permissions: String(MANAGE_MESSAGES), members: ['manager'] },
        keepers: { permissions: String(MANAGE_CHANNELS), members: ['channels'] },
        threaders: { permissions: String(MANAGE_THREADS), members: ['threads'] },
        hasty: { permissions: String(BYPASS_SLOWMODE), members: ['bypass'] },
        loud: { permissions: String(MENTION_EVERYONE | EMBED_LINKS | ATTACH_FILES), mentionable: false },
        called: { mentionable: true },
      },
      channels: {
        general: {},
        slow: { rate_limit_per_user: 21600 },
        blank: { permission_overwrites: [{ role: '@everyone', deny: String(READ_MESSAGE_HISTORY) }] },
        call: { type: 2, permission_overwrites: [{ role: '@everyone', allow: String(Permission.CONNECT) }] },
        closed: { type: 2 },
        voiceless: { permission_overwrites: [{ role: '@everyone', deny: String(SEND_MESSAGES) }] },
      },
    },
  },
}

type Pins = ResponseOf<'list_pins'>

async function start({ date, pinSplitDate }: { date?: string; pinSplitDate?: string } = {}) {
  const dates = { ...(date && { date: instant(date) }), ...(pinSplitDate && { pinSplitDate }) }
  const platform = await startPlatform({ world, rateLimits: 'off', ...dates })
  const channel = (name: keyof typeof world.guilds.lab.channels) => `/channels/${platform.lab[name].id}`
  return {
    platform,
    channel,
    messages: (name: keyof typeof world.guilds.lab.channels) => `${channel(name)}/messages`,
    bot: (name: keyof typeof world.applications) => platform[name].api,
    person: (name: keyof typeof world.users) => platform[name].api,
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

/** Platform that the tests share which need no date, no audit log and no list of all pins. */
let shared: Awaited<ReturnType<typeof start>>
before(async () => {
  shared = await start()
})
after(() => shared.platform.close())

test('[PRM-11] [PRM-12] [PRM-13] [PRM-14] [VER-4] pins by date, over both routes', async () => {
  const cases = [
    ['2025-08-19', undefined, 403, 204],
    ['2025-08-20', undefined, 204, 204],
    ['2026-02-22', undefined, 204, 204],
    ['2026-02-23', undefined, 204, 403],
    ['2026-01-11', '2026-01-12', 204, 204],
    ['2026-01-12', '2026-01-12', 204, 403],
  ] as const
  for (const [date, pinSplitDate, pinner, editor] of cases) {
    await using lab = await start({ date, ...(pinSplitDate ? { pinSplitDate } : {}) })
    const { id } = (await lab.person('plain').post<MessageObject>(lab.messages('general'), { content: 'pin' })).body
    const routes = [`${lab.messages('general')}/pins/${id}`, `${lab.channel('general')}/pins/${id}`]
    for (const [who, expected] of [
      ['pinner', pinner],
      ['editor', editor],
    ] as const) {
      for (const route of routes) {
        const pinned = await lab.bot(who).put(route)
        const unpinned = await lab.bot(who).delete(route)
        assert.deepEqual([pinned.status, unpinned.status], [expected, expected], `${date} ${who} ${route}`)
        if (expected === 403) assert.deepEqual([pinned.code, unpinned.code], [50013, 50013])
      }
    }
  }
})

test('[PRM-16] [PRM-17] [PRM-18] slowmode by date', async () => {
  const cases = [
    ['2026-02-22', { plain: 429, manager: 200, channels: 200, threads: 200, bypass: 200 }],
    ['2026-02-23', { plain: 429, manager: 429, channels: 429, threads: 429, bypass: 200 }],
  ] as const
  for (const [date, expected] of cases) {
    await using lab = await start({ date })
    const path = lab.messages('slow')
    for (const [who, status] of Object.entries(expected) as [keyof typeof expected, number][]) {
      assert.equal((await lab.person(who).post(path, { content: '1' })).status, 200)
      const second = await lab.person(who).post<RateLimitBody>(path, { content: '2' })
      assert.equal(second.status, status, `${date} ${who}`)
      if (status === 200) continue
      assert.deepEqual([second.code, second.body.global], [20016, false])
      const header = Number(second.headers.get('retry-after'))
      assert.ok(header > 21_500 && header <= 21_600 && second.body.retry_after <= header)
    }
    for (let count = 0; count < 5; count += 1)
      assert.equal((await lab.bot('pinner').post(path, { content: 'bot' })).status, 200)
  }
})

test('[PRM-24] without READ_MESSAGE_HISTORY there is no history', async () => {
  const lab = shared
  const path = lab.messages('blank')
  const { id } = (await lab.person('ann').post<MessageObject>(path, { content: 'before' })).body
  const plain = lab.person('plain')
  assert.deepEqual((await plain.get(path)).body, [])
  assert.equal((await lab.person('ann').get<unknown[]>(path)).body.length, 1)
  assert.equal((await plain.get(`${path}/${id}`)).status, 403)
  const reply = await plain.post<MessageObject>(path, { content: 'x', message_reference: { message_id: id } })
  assert.equal(reply.code, 160002)
  assert.deepEqual((await plain.get<Pins>(`${path}/pins`)).body.items, [])
  assert.equal((await plain.put(`${path}/${id}/reactions/${encodeURIComponent('👍')}/@me`)).code, 50013)
})

test('parts that the writer lacks the permission for are refused or left out', async () => {
  const lab = shared
  const plain = lab.person('plain')
  const { called = { id: '' }, loud = { id: '' } } = lab.platform.world?.guilds.lab?.roles ?? {}
  const path = lab.messages('general')
  assert.equal((await plain.post(lab.messages('voiceless'), { content: 'x' })).code, 50013)
  assert.equal((await plain.post(path, multipart({}, [{ name: 'a', data: 'a' }]))).code, 50013)
  assert.deepEqual((await plain.post<MessageObject>(path, { content: 'x', embeds: [{ title: 'T' }] })).body.embeds, [])
  const content = `@everyone <@&${called.id}> <@&${loud.id}> <@&1>`
  const mentioned = (await plain.post<MessageObject>(path, { content })).body
  assert.deepEqual([mentioned.mention_everyone, mentioned.mention_roles], [false, [called.id]])
  const { id } = mentioned
  const edited = (await plain.patch<MessageObject>(`${path}/${id}`, { content, embeds: [{ title: 'T' }] })).body
  assert.deepEqual([edited.mention_everyone, edited.mention_roles, edited.embeds], [false, [called.id], []])
  const owner = (await lab.person('ann').post<MessageObject>(path, { content })).body
  assert.deepEqual([owner.mention_everyone, owner.mention_roles.length], [true, 2])
  assert.equal((await plain.patch(`${path}/${owner.id}`, { flags: 4 })).code, 50013)
})

test('[END-56] 60 pins come in two pages', async () => {
  await using lab = await start()
  const ann = lab.person('ann')
  const path = lab.messages('general')
  const ids: string[] = []
  for (let count = 0; count < 60; count += 1) {
    const { id } = (await ann.post<MessageObject>(path, { content: `${count}` })).body
    assert.equal((await ann.put(`${path}/pins/${id}`)).status, 204)
    lab.platform.clock.advance(10)
    ids.unshift(id)
  }
  const first = (await ann.get<Pins>(`${path}/pins`)).body
  assert.deepEqual([first.items.length, first.has_more], [50, true])
  const second = (await ann.get<Pins>(`${path}/pins?before=${encodeURIComponent(first.items.at(-1)?.pinned_at ?? '')}`))
    .body
  assert.deepEqual([second.items.length, second.has_more], [10, false])
  assert.deepEqual(
    [...first.items, ...second.items].map((item) => item.message.id),
    ids,
  )
  assert.equal((await ann.get<MessageObject[]>(`${lab.channel('general')}/pins`)).body.length, 50)
})

test('[END-57] [END-58] the audit log tells of pins and of others’ messages deleted', async () => {
  await using lab = await start()
  const ann = lab.person('ann')
  const path = lab.messages('general')
  const write = async () => (await lab.person('plain').post<MessageObject>(path, { content: 'x' })).body.id
  const [first, second, third, own] = [await write(), await write(), await write(), await write()]
  await ann.put(`${path}/pins/${first}`)
  await ann.delete(`${path}/pins/${first}`)
  await ann.delete(`${path}/${first}`)
  await ann.post(`${path}/bulk-delete`, { messages: [second, third] })
  await lab.person('plain').delete(`${path}/${own}`)
  const guild = lab.platform.lab.id
  const { audit_log_entries: entries } = (await ann.get<AuditLogObject>(`/guilds/${guild}/audit-logs`)).body
  const channel_id = lab.channel('general').split('/')[2]
  const target = lab.platform.plain.id
  assert.deepEqual(
    entries.map((entry) => [entry.action_type, entry.target_id, entry.options]),
    [
      [73, channel_id, { count: '2' }],
      [72, target, { channel_id, count: '1' }],
      [75, target, { channel_id, message_id: first }],
      [74, target, { channel_id, message_id: first }],
    ],
  )
})

test('a nonce finds its message again, and is not kept for others', async () => {
  const lab = shared
  const plain = lab.person('plain')
  const path = lab.messages('general')
  const body = { content: 'once', nonce: 'n1', enforce_nonce: true }
  const first = await plain.post<MessageObject>(path, body)
  const again = await plain.post<MessageObject>(path, body)
  assert.deepEqual([again.body.id, again.body.nonce], [first.body.id, 'n1'])
  assert.notEqual((await lab.person('ann').post<MessageObject>(path, body)).body.id, first.body.id)
  assert.notEqual((await plain.post<MessageObject>(path, { ...body, enforce_nonce: false })).body.id, first.body.id)
  const [listed] = (await plain.get<{ nonce?: string }[]>(path)).body
  assert.equal(listed?.nonce, undefined)
})

test('a voice message is a sound and nothing else', async () => {
  const lab = shared
  const ann = lab.person('ann')
  const path = lab.messages('general')
  const sound = { name: 'voice.ogg', data: 'OggS', type: 'audio/ogg' }
  const about = { id: '0', duration_secs: 1.5, waveform: 'AAAA' }
  const flags = 8192
  assert.equal((await ann.post(path, multipart({ flags, attachments: [about] }, [sound]))).status, 200)
  const refused = async (body: object, files: (typeof sound)[]) =>
    (await ann.post<MessageObject>(path, multipart({ flags, ...body }, files))).code
  assert.equal(await refused({ content: 'x', attachments: [about] }, [sound]), 50159)
  assert.equal(await refused({ attachments: [] }, [sound, sound]), 50160)
  assert.equal(await refused({}, [{ name: 'a.txt', data: 'a', type: 'text/plain' }]), 50160)
  assert.equal(await refused({}, [sound]), 50161)
  const plain = await lab.person('plain').post<MessageObject>(path, multipart({ flags, attachments: [about] }, [sound]))
  assert.equal(plain.code, 50013)
})

test('[PRM-16] a member sends one message and starts one thread in an interval of slowmode', async () => {
  const start = () =>
    shared.person('plain').post(`${shared.channel('slow')}/threads`, { name: 'talk', type: ChannelType.PUBLIC_THREAD })
  const send = () => shared.person('plain').post<MessageObject>(shared.messages('slow'), { content: 'x' })
  assert.deepEqual([(await start()).status, (await send()).status], [201, 200])
  assert.deepEqual([(await start()).code, (await send()).code], [20016, 20016])
})

test('messages of a voice channel are read with CONNECT only', async () => {
  for (const [name, expected] of [
    ['call', [200, undefined]],
    ['closed', [403, 50013]],
  ] as const) {
    const { body: message } = await shared.person('ann').post<MessageObject>(shared.messages(name), { content: 'x' })
    const list = await shared.person('plain').get(shared.messages(name))
    assert.deepEqual([list.status, list.code], expected, name)
    const one = await shared.person('plain').get(`${shared.messages(name)}/${message.id}`)
    assert.deepEqual([one.status, one.code], expected, name)
  }
})
