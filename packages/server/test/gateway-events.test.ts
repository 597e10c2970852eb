/** Recipients of events: by intents, requests for members, presences and typing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Frame, RawGateway } from '@guildhall/testing'
import { ALL_INTENTS, type Lab, labWorld, named, startLab } from './support/gateway-lab.ts'
import { startWithRows } from './support/interactions.ts'

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP8z8DwnwEJMCFzAEAoBAH+2u3TAAAAAElFTkSuQmCC'

const INTENTS = {
  GUILDS: 1 << 0,
  GUILD_MEMBERS: 1 << 1,
  GUILD_MODERATION: 1 << 2,
  GUILD_EXPRESSIONS: 1 << 3,
  GUILD_INTEGRATIONS: 1 << 4,
  GUILD_WEBHOOKS: 1 << 5,
  GUILD_INVITES: 1 << 6,
  GUILD_VOICE_STATES: 1 << 7,
  GUILD_PRESENCES: 1 << 8,
  GUILD_MESSAGES: 1 << 9,
  GUILD_MESSAGE_REACTIONS: 1 << 10,
  GUILD_MESSAGE_TYPING: 1 << 11,
  DIRECT_MESSAGES: 1 << 12,
  DIRECT_MESSAGE_REACTIONS: 1 << 13,
  DIRECT_MESSAGE_TYPING: 1 << 14,
  MESSAGE_CONTENT: 1 << 15,
  GUILD_SCHEDULED_EVENTS: 1 << 16,
  AUTO_MODERATION_CONFIGURATION: 1 << 20,
  AUTO_MODERATION_EXECUTION: 1 << 21,
  GUILD_MESSAGE_POLLS: 1 << 24,
  DIRECT_MESSAGE_POLLS: 1 << 25,
} as const
type IntentName = keyof typeof INTENTS

const world = {
  ...labWorld,
  guilds: { lab: { ...labWorld.guilds.lab, members: ['bob'], emojis: { smile: {} } } },
}

interface Wire {
  id: string
  code: string
  [key: string]: unknown
}

/** One thing after the other, each with the events that it causes and the intents that ask for them. */
function* happenings(lab: Lab): Generator<[run: () => Promise<unknown>, events: [string, IntentName][]]> {
  const [ann, bob, eve] = [lab.person('ann'), lab.person('bob'), lab.person('eve')]
  const guild = `/guilds/${lab.guildId('lab')}`
  const general = `/channels/${lab.channelId('lab', 'general')}`
  const thumb = encodeURIComponent('👍')
  const kept: Record<string, string> = {}
  const keep = async (name: string, answer: Promise<{ status: number; body: Wire }>) => {
    const { status, body } = await answer
    assert.ok(status < 300, `${name}: ${status} ${JSON.stringify(body)}`)
    kept[name] = body?.id ?? body?.code
  }
  const does = (answer: Promise<{ status: number; body: Wire }>) => keep('', answer)
  const member = () => `${guild}/members/${lab.userId('eve')}`
  const message = (name: string) => `${general}/messages/${kept[name]}`

  yield [
    () => does(ann.patch(guild, { name: 'Lab' })),
    [
      ['GUILD_UPDATE', 'GUILDS'],
      ['GUILD_AUDIT_LOG_ENTRY_CREATE', 'GUILD_MODERATION'],
    ],
  ]
  yield [() => keep('role', ann.post(`${guild}/roles`, { name: 'made' })), [['GUILD_ROLE_CREATE', 'GUILDS']]]
  yield [() => does(ann.patch(`${guild}/roles/${kept.role}`, { name: 'other' })), [['GUILD_ROLE_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`${guild}/roles/${kept.role}`)), [['GUILD_ROLE_DELETE', 'GUILDS']]]
  yield [() => keep('channel', ann.post(`${guild}/channels`, { name: 'made' })), [['CHANNEL_CREATE', 'GUILDS']]]
  yield [() => does(ann.patch(`/channels/${kept.channel}`, { topic: 'x' })), [['CHANNEL_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`/channels/${kept.channel}`)), [['CHANNEL_DELETE', 'GUILDS']]]
  yield [
    () => keep('thread', ann.post(`${general}/threads`, { name: 'made', type: 11 })),
    [['THREAD_CREATE', 'GUILDS']],
  ]
  yield [() => does(ann.patch(`/channels/${kept.thread}`, { name: 'other' })), [['THREAD_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(`/channels/${kept.thread}`)), [['THREAD_DELETE', 'GUILDS']]]
  yield [() => keep('invite', ann.post(`${general}/invites`, {})), [['INVITE_CREATE', 'GUILD_INVITES']]]
  yield [() => does(eve.post(`/invites/${kept.invite}`, {})), [['GUILD_MEMBER_ADD', 'GUILD_MEMBERS']]]
  yield [() => does(ann.patch(member(), { nick: 'Evie' })), [['GUILD_MEMBER_UPDATE', 'GUILD_MEMBERS']]]
  yield [() => does(ann.delete(member())), [['GUILD_MEMBER_REMOVE', 'GUILD_MEMBERS']]]
  yield [() => does(ann.put(`${guild}/bans/${lab.userId('eve')}`, {})), [['GUILD_BAN_ADD', 'GUILD_MODERATION']]]
  yield [() => does(ann.delete(`${guild}/bans/${lab.userId('eve')}`)), [['GUILD_BAN_REMOVE', 'GUILD_MODERATION']]]
  yield [() => does(ann.delete(`/invites/${kept.invite}`)), [['INVITE_DELETE', 'GUILD_INVITES']]]
  yield [
    () => does(ann.post(`${guild}/emojis`, { name: 'made', image: PNG })),
    [['GUILD_EMOJIS_UPDATE', 'GUILD_EXPRESSIONS']],
  ]
  yield [() => does(ann.post(`${general}/webhooks`, { name: 'made' })), [['WEBHOOKS_UPDATE', 'GUILD_WEBHOOKS']]]
  yield [() => keep('one', bob.post(`${general}/messages`, { content: 'one' })), [['MESSAGE_CREATE', 'GUILD_MESSAGES']]]
  yield [() => does(bob.patch(message('one'), { content: 'two' })), [['MESSAGE_UPDATE', 'GUILD_MESSAGES']]]
  yield [
    () => does(ann.put(`${message('one')}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_ADD', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [
    () => does(ann.delete(`${message('one')}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_REMOVE', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.put(`${message('one')}/reactions/${thumb}/@me`)), []]
  yield [
    () => does(ann.delete(`${message('one')}/reactions/${thumb}`)),
    [['MESSAGE_REACTION_REMOVE_EMOJI', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.put(`${message('one')}/reactions/${thumb}/@me`)), []]
  yield [
    () => does(ann.delete(`${message('one')}/reactions`)),
    [['MESSAGE_REACTION_REMOVE_ALL', 'GUILD_MESSAGE_REACTIONS']],
  ]
  yield [() => does(ann.put(`${general}/messages/pins/${kept.one}`)), [['CHANNEL_PINS_UPDATE', 'GUILDS']]]
  yield [() => does(ann.delete(message('one'))), [['MESSAGE_DELETE', 'GUILD_MESSAGES']]]
  yield [() => keep('a', bob.post(`${general}/messages`, { content: 'a' })), []]
  yield [() => keep('b', bob.post(`${general}/messages`, { content: 'b' })), []]
  yield [
    () => does(lab.bot('app').post(`${general}/messages/bulk-delete`, { messages: [kept.a, kept.b] })),
    [['MESSAGE_DELETE_BULK', 'GUILD_MESSAGES']],
  ]
  yield [() => does(bob.post(`${general}/typing`)), [['TYPING_START', 'GUILD_MESSAGE_TYPING']]]
  const poll = { question: { text: '?' }, answers: [{ poll_media: { text: 'a' } }], duration: 1 }
  yield [() => keep('poll', bob.post(`${general}/messages`, { poll })), []]
  yield [
    () => does(bob.put(`${general}/polls/${kept.poll}/answers/@me`, { answer_ids: [1] })),
    [['MESSAGE_POLL_VOTE_ADD', 'GUILD_MESSAGE_POLLS']],
  ]
  yield [
    () => does(bob.put(`${general}/polls/${kept.poll}/answers/@me`, { answer_ids: [] })),
    [['MESSAGE_POLL_VOTE_REMOVE', 'GUILD_MESSAGE_POLLS']],
  ]

  yield [() => keep('dm', bob.post('/users/@me/channels', { recipient_id: lab.userId('app') })), []]
  const dm = () => `/channels/${kept.dm}`
  yield [
    () => keep('private', bob.post(`${dm()}/messages`, { content: 'psst' })),
    [['MESSAGE_CREATE', 'DIRECT_MESSAGES']],
  ]
  yield [
    () => does(bob.patch(`${dm()}/messages/${kept.private}`, { content: 'pssst' })),
    [['MESSAGE_UPDATE', 'DIRECT_MESSAGES']],
  ]
  yield [() => does(bob.put(`${dm()}/messages/pins/${kept.private}`)), [['CHANNEL_PINS_UPDATE', 'DIRECT_MESSAGES']]]
  yield [
    () => does(bob.put(`${dm()}/messages/${kept.private}/reactions/${thumb}/@me`)),
    [['MESSAGE_REACTION_ADD', 'DIRECT_MESSAGE_REACTIONS']],
  ]
  yield [() => does(bob.post(`${dm()}/typing`)), [['TYPING_START', 'DIRECT_MESSAGE_TYPING']]]
  yield [() => keep('vote', bob.post(`${dm()}/messages`, { poll })), []]
  yield [
    () => does(bob.put(`${dm()}/polls/${kept.vote}/answers/@me`, { answer_ids: [1] })),
    [['MESSAGE_POLL_VOTE_ADD', 'DIRECT_MESSAGE_POLLS']],
  ]
  yield [() => does(bob.delete(`${dm()}/messages/${kept.private}`)), [['MESSAGE_DELETE', 'DIRECT_MESSAGES']]]

  const talking: { gateway?: RawGateway } = {}
  const starts = async () => {
    talking.gateway = await lab.personSession('bob')
  }
  yield [starts, [['PRESENCE_UPDATE', 'GUILD_PRESENCES']]]
  yield [async () => talking.gateway?.close(), [['PRESENCE_UPDATE', 'GUILD_PRESENCES']]]
  yield [() => does(ann.delete(guild)), [['GUILD_DELETE', 'GUILDS']]]
}

/** Events of what the test itself sets going on the side. */
const aside = (frame: Frame) => frame.op !== 0 || frame.t === 'GUILD_CREATE'

test('[EVT-8] [EVT-9] [EVT-10] a bot receives each event only with its intent', async () => {
  await using lab = await startLab({ world: world as never })
  const names = Object.keys(INTENTS) as IntentName[]
  const sessions = new Map<string, { gateway: RawGateway; has: (name: IntentName) => boolean }>()
  for (const name of names) {
    const alone = await lab.session('app', { intents: INTENTS[name] })
    sessions.set(`only ${name}`, { gateway: alone, has: (other) => other === name })
    const others = await lab.session('app', { intents: ALL_INTENTS & ~INTENTS[name] })
    sessions.set(`all but ${name}`, { gateway: others, has: (other) => other !== name })
  }
  const none = await lab.session('app', { intents: 0 })
  sessions.set('none', { gateway: none, has: () => false })
  const from = new Map<RawGateway, number>()
  const news = async (gateway: RawGateway) => {
    // Earlier events are on their way before the response to this request.
    gateway.send(1, null)
    await gateway.next(11)
    const frames = gateway.frames.slice(from.get(gateway) ?? 0)
    from.set(gateway, gateway.frames.length)
    return frames.filter((frame) => !aside(frame)).map(({ t }) => t ?? '')
  }
  for (const { gateway } of sessions.values()) await news(gateway)
  const all = await lab.session('app')
  for (const [run, events] of happenings(lab)) {
    await run()
    for (const [event] of events) await all.next(event)
    for (const [who, { gateway, has }] of sessions) {
      const came = await news(gateway)
      for (const [event, intent] of events)
        assert.equal(came.includes(event), has(intent), `${event} by ${who}; came: ${came}`)
      if (who === 'none') assert.deepEqual(came, [], `${events}`)
    }
  }
})

test('a bot without intents receives READY and events about itself', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('app', { intents: 0 })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}`, { name: 'Lab' })
  await lab.person('bob').post(`/channels/${lab.channelId('lab', 'general')}/messages`, { content: 'x' })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}/members/${lab.userId('bob')}`, { nick: 'B' })
  await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}/members/${lab.userId('app')}`, { nick: 'Bot' })
  assert.equal((await gateway.next<Wire>('GUILD_MEMBER_UPDATE')).d.nick, 'Bot')
  assert.deepEqual(
    gateway.frames.filter((frame) => frame.op === 0).map((frame) => frame.t),
    [],
  )
  await gateway.close()
})

test('a bot without MESSAGE_CONTENT reads its own messages, mentions of it and direct messages', async () => {
  await using lab = await startLab()
  const blind = await lab.session('app', { intents: ALL_INTENTS & ~INTENTS.MESSAGE_CONTENT })
  const reading = await lab.session('app')
  const messages = `/channels/${lab.channelId('lab', 'general')}/messages`
  const bob = lab.person('bob')
  const dm = await bob.post<Wire>('/users/@me/channels', { recipient_id: lab.userId('app') })
  const embeds = [{ title: 'an embed' }]
  const cases: [send: () => Promise<unknown>, read: boolean][] = [
    [() => bob.post(messages, { content: 'words' }), false],
    [() => bob.post(messages, { content: `for <@${lab.userId('app')}>` }), true],
    [() => lab.bot('app').post(messages, { content: 'its own', embeds }), true],
    [() => bob.post(`/channels/${dm.body.id}/messages`, { content: 'in private' }), true],
    [() => bob.post(messages, { content: `for <@${lab.userId('ann')}>` }), false],
  ]
  for (const [send, read] of cases) {
    await send()
    const whole = (await reading.next<Wire>('MESSAGE_CREATE')).d
    const seen = (await blind.next<Wire>('MESSAGE_CREATE')).d
    assert.notEqual(whole.content, '')
    assert.deepEqual(
      [seen.content, seen.embeds],
      read ? [whole.content, whole.embeds] : ['', []],
      String(whole.content),
    )
  }
  await Promise.all([blind.close(), reading.close()])
})

test('[GW-1] a session misses no message of its guilds after READY', async () => {
  await using lab = await startLab()
  const messages = `/channels/${lab.channelId('lab', 'general')}/messages`
  const bob = lab.person('bob')
  const begin = async (index: number) => {
    const gateway = await lab.session('app')
    const content = `after READY ${index}`
    assert.equal((await bob.post(messages, { content })).status, 200)
    const frame = await gateway.next(named('MESSAGE_CREATE', { content }))
    const order = gateway.frames.flatMap(({ t, d }) => (t === 'GUILD_CREATE' ? [String(d?.id)] : []))
    assert.ok(frame.s, 'a message has a sequence number')
    assert.equal(new Set(order).size, order.length, 'each guild comes once')
    await gateway.close()
  }
  await Promise.all(Array.from({ length: 30 }, (_, index) => begin(index)))
})

interface Chunk {
  guild_id: string
  members: { user: { id: string; username: string }; nick: string | null }[]
  presences?: { user: { id: string }; status: string; activities: { type: number }[] }[]
  not_found?: string[]
  nonce?: string
  chunk_index: number
  chunk_count: number
}
const chunk = (gateway: RawGateway) => gateway.next<Chunk>('GUILD_MEMBERS_CHUNK').then(({ d }) => d)
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`person${index}`, {}]))

/** The session answers a heartbeat, and has said nothing else before. */
async function silent(gateway: RawGateway, why: string): Promise<void> {
  gateway.send(1, null)
  await gateway.next(11)
  assert.deepEqual(
    gateway.frames.filter(({ t }) => t === 'GUILD_MEMBERS_CHUNK' || t === 'RATE_LIMITED'),
    [],
    why,
  )
}

test('[GW-5] [GW-7] [EVT-11] 2,500 members come in three chunks, each member once', async () => {
  const people = many(2_498)
  const crowd = {
    users: { ann: {}, ...people },
    applications: labWorld.applications,
    guilds: { lab: { owner: 'ann', members: Object.keys(people), bots: { app: {} }, channels: {} } },
  }
  await using lab = await startLab({ world: crowd as never })
  const guild_id = lab.guildId('lab')
  for (const query of [{}, { encoding: 'etf' as const, compress: 'zlib-stream' as const }]) {
    const gateway = await lab.session('app', {}, query)
    const created = await gateway.next<{ member_count: number; large: boolean; members: unknown[] }>('GUILD_CREATE')
    assert.deepEqual([created.d.member_count, created.d.large, created.d.members.length], [2_500, true, 1])
    gateway.send(8, { guild_id, query: '', limit: 0, nonce: 'all' })
    const ids = new Set<string>()
    for (const [chunk_index, size] of [1_000, 1_000, 500].entries()) {
      const answer = await chunk(gateway)
      assert.deepEqual(
        [answer.guild_id, answer.chunk_index, answer.chunk_count, answer.members.length, answer.nonce],
        [guild_id, chunk_index, 3, size, 'all'],
      )
      for (const { user } of answer.members) ids.add(user.id)
    }
    assert.equal(ids.size, 2_500)
    gateway.send(8, { guild_id, query: 'person1', limit: 1_000 })
    assert.equal((await chunk(gateway)).members.length, 100)
    gateway.send(8, { guild_id, user_ids: [...ids].slice(0, 150) })
    const named = await chunk(gateway)
    assert.deepEqual([named.members.length, named.chunk_count], [100, 1])
    lab.platform.clock.advance(30_000)
    await gateway.close()
  }
})

test('[GW-7] op 8 finds members by prefix and id, with presences and nonce, and refuses all members without the intent', async () => {
  await using lab = await startLab()
  const guild_id = lab.guildId('lab')
  await lab.person('ann').patch(`/guilds/${guild_id}/members/${lab.userId('eve')}`, { nick: 'Bobolink 100%' })
  const bob = await lab.personSession('bob')
  const gateway = await lab.session('app')
  const limited = await lab.session('app', { intents: ALL_INTENTS & ~INTENTS.GUILD_MEMBERS & ~INTENTS.GUILD_PRESENCES })
  for (const session of [bob, gateway, limited]) await session.next(named('GUILD_CREATE', { id: guild_id }))
  const names = async (request: object) => {
    gateway.send(8, { guild_id, ...request })
    return (await chunk(gateway)).members.map(({ user }) => user.username).sort()
  }
  assert.deepEqual(await names({ query: 'bo', limit: 10 }), ['bob', 'eve'])
  assert.deepEqual(await names({ query: 'BO', limit: 10 }), ['bob', 'eve'])
  assert.deepEqual(await names({ query: 'bo', limit: 1 }), ['bob'])
  assert.deepEqual(await names({ query: '%', limit: 10 }), [])
  assert.deepEqual(await names({ query: 'bobolink 100%', limit: 10 }), ['eve'])
  assert.deepEqual(await names({ query: 'nobody', limit: 10 }), [])
  await lab.person('ann').patch(`/guilds/${guild_id}/members/${lab.userId('ann')}`, { nick: 'Ärgerlich' })
  for (const query of ['är', 'ÄR']) assert.deepEqual(await names({ query, limit: 10 }), ['ann'], query)
  assert.deepEqual(await names({ user_ids: lab.userId('eve') }), ['eve'])
  assert.deepEqual(await names({ user_ids: [lab.userId('eve'), lab.userId('eve')] }), ['eve'])

  gateway.send(8, { guild_id, user_ids: [lab.userId('bob'), '5', '6'], presences: true, nonce: 'é'.repeat(16) })
  const answer = await chunk(gateway)
  assert.deepEqual([answer.not_found, answer.nonce], [['5', '6'], 'é'.repeat(16)])
  assert.deepEqual(
    answer.presences?.map(({ user, status }) => [user.id, status]),
    [[lab.userId('bob'), 'online']],
  )
  for (const nonce of ['x'.repeat(33), `${'é'.repeat(16)}x`, 5, null]) {
    gateway.send(8, { guild_id, query: 'bob', limit: 1, nonce })
    assert.equal('nonce' in (await chunk(gateway)), false, String(nonce))
  }
  gateway.send(8, { guild_id, query: 'bob', limit: 1 })
  assert.equal('presences' in (await chunk(gateway)), false)

  limited.send(8, { guild_id, query: '', limit: 0 })
  limited.send(8, { guild_id, query: '', limit: 5 })
  await silent(limited, 'all members need the intent')
  limited.send(8, { guild_id, query: 'bob', limit: 1, presences: true })
  const bare = await chunk(limited)
  assert.deepEqual([bare.members.length, bare.presences ?? []], [1, []], 'presences need their intent')
  const plain = await lab.session('plain', { intents: 1 })
  await plain.next('GUILD_CREATE')
  plain.send(8, { guild_id: lab.guildId('den'), query: 'ann', limit: 1 })
  plain.send(8, { guild_id: lab.guildId('den'), user_ids: [lab.userId('ann')] })
  plain.send(8, { guild_id: '5', query: '', limit: 0 })
  await silent(plain, 'a guild that the bot is not in')
  await Promise.all([bob, gateway, limited, plain].map((one) => one.close()))
})

test('[GW-5] [GW-6] [EVT-12] [LIM-12] the limit counts a bot’s sessions together, each guild by itself, and nothing but whole lists', async () => {
  await using lab = await startLab()
  const [lab_id, den_id] = [lab.guildId('lab'), lab.guildId('den')]
  const [one, two] = [await lab.session('app'), await lab.session('app', {}, { encoding: 'etf' })]
  for (const gateway of [one, two]) for (const id of [lab_id, den_id]) await gateway.next(named('GUILD_CREATE', { id }))
  const all = { query: '', limit: 0 }
  for (let count = 0; count < 5; count += 1) {
    one.send(8, { guild_id: lab_id, query: 'b', limit: 0 })
    one.send(8, { guild_id: lab_id, user_ids: [lab.userId('bob')], query: '', limit: 0 })
    await chunk(one)
    await chunk(one)
  }
  one.send(8, { guild_id: lab_id, ...all })
  await chunk(one)
  lab.platform.clock.advance(10_000)
  two.send(8, { guild_id: lab_id, ...all, nonce: 'n' })
  const refused = (await two.next<{ opcode: number; retry_after: number; meta: object }>('RATE_LIMITED')).d
  assert.deepEqual([refused.opcode, refused.meta], [8, { guild_id: lab_id, nonce: 'n' }])
  assert.ok(refused.retry_after > 19 && refused.retry_after <= 20, `${refused.retry_after}`)
  two.send(8, { guild_id: den_id, ...all })
  assert.equal((await chunk(two)).guild_id, den_id)
  const plain = await lab.session('plain', { intents: 1 })
  await plain.next('GUILD_CREATE')
  plain.send(8, { guild_id: lab_id, ...all })
  await silent(plain, 'no intent, so no limit either')
  lab.platform.clock.advance(20_000)
  two.send(8, { guild_id: lab_id, ...all })
  assert.equal((await chunk(two)).guild_id, lab_id, 'the window began with the request that was answered')
  one.send(8, { guild_id: lab_id, ...all })
  await one.next('RATE_LIMITED')
  await Promise.all([one, two, plain].map((gateway) => gateway.close()))
})

test('[VER-11] from 14 Aug 2025 whole lists are limited in guilds of 75,000, from 1 Oct 2025 in all', async () => {
  const small = { owner: 'ann', bots: { app: {} }, channels: {} }
  const world = {
    users: { ann: {} },
    applications: labWorld.applications,
    guilds: { small, large: small, almost: small },
  }
  const { platform, sql, close } = await startWithRows({ world, date: Date.parse('2025-08-13T23:50:00Z') } as never)
  try {
    const ids = platform.world?.guilds
    assert.ok(ids?.small && ids.large && ids.almost)
    // The count alone decides: the members themselves would cost seconds.
    await sql(`UPDATE member_counts SET members = 75000 WHERE guild_id = ${ids.large.id}`)
    await sql(`UPDATE member_counts SET members = 74999 WHERE guild_id = ${ids.almost.id}`)
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token: platform.world?.applications.app?.bot?.token ?? '', intents: ALL_INTENTS })
    const counts = new Map<string, number>()
    for (const { id } of [ids.small, ids.large, ids.almost]) {
      const { d } = await gateway.next<{ member_count: number }>(named('GUILD_CREATE', { id }))
      counts.set(id, d.member_count)
    }
    assert.deepEqual([...counts.values()], [2, 75_000, 74_999])
    let asked = 0
    const limited = async (guild_id: string) => {
      gateway.send(8, { guild_id, query: '', limit: 0 })
      const nonce = `${++asked}`
      gateway.send(8, { guild_id, query: '', limit: 0, nonce })
      const answers = ({ t, d }: Frame) =>
        t === 'RATE_LIMITED' ? (d.meta as Chunk).nonce === nonce : t === 'GUILD_MEMBERS_CHUNK' && d.nonce === nonce
      return (await gateway.next(answers)).t === 'RATE_LIMITED'
    }
    const all = async () => [
      await limited(ids.large?.id ?? ''),
      await limited(ids.almost?.id ?? ''),
      await limited(ids.small?.id ?? ''),
    ]
    assert.deepEqual(await all(), [false, false, false])
    platform.clock.advance(10 * 60_000)
    assert.deepEqual(await all(), [true, false, false])
    platform.clock.advance(Date.parse('2025-09-30T23:50:00Z') - platform.clock.now())
    assert.deepEqual(await all(), [true, false, false])
    platform.clock.advance(10 * 60_000)
    assert.deepEqual(await all(), [true, true, true])
    await gateway.close()
  } finally {
    await close()
  }
})

test('[GW-5] member requests of a session are handled in order', async () => {
  await using lab = await startLab()
  const gateway = await lab.session('app')
  const guild_id = lab.guildId('lab')
  await gateway.next(named('GUILD_CREATE', { id: guild_id }))
  for (let n = 0; n < 40; n += 1) gateway.send(8, { guild_id, query: 'a', limit: 1, nonce: `${n}` })
  const nonces: unknown[] = []
  for (let n = 0; n < 40; n += 1) nonces.push((await gateway.next('GUILD_MEMBERS_CHUNK')).d.nonce)
  assert.deepEqual(
    nonces,
    Array.from({ length: 40 }, (_, n) => `${n}`),
  )
  await gateway.close()
})

interface Presence {
  user: { id: string }
  guild_id: string
  status: string
  activities: { type: number; name: string; state?: string }[]
  client_status: Record<string, string>
}

test('[ACT-1] the sessions of a person share one presence, and invisible equals offline', async () => {
  await using lab = await startLab()
  const watching = await lab.session('app')
  await watching.next(named('GUILD_CREATE', { id: lab.guildId('lab') }))
  const until = async (status: string, activities: string[], clients: Record<string, string> = {}) => {
    const fits = (frame: Frame) => {
      if (frame.t !== 'PRESENCE_UPDATE') return false
      const { user, status: is, activities: are } = frame.d as unknown as Presence
      if (user.id !== lab.userId('bob') || is !== status) return false
      return (
        are
          .map(({ name }) => name)
          .sort()
          .join() === activities.join()
      )
    }
    const { d } = await watching.next<Presence>(fits)
    assert.equal(d.guild_id, lab.guildId('lab'))
    assert.deepEqual(d.client_status, clients)
  }
  const playing = (name: string) => ({ activities: [{ name, type: 0 }], since: null, afk: false })
  const desk = await lab.personSession('bob', {}, 'Discord Client')
  await until('online', [], { desktop: 'online' })
  desk.send(3, { status: 'dnd', ...playing('Chess') })
  await until('dnd', ['Chess'], { desktop: 'dnd' })
  const phone = await lab.personSession('bob', { encoding: 'etf' }, 'Discord iOS')
  await until('online', ['Chess'], { desktop: 'dnd', mobile: 'online' })
  phone.send(3, { status: 'idle', ...playing('Go') })
  await until('idle', ['Chess', 'Go'], { desktop: 'dnd', mobile: 'idle' })
  phone.send(3, { status: 'invisible', ...playing('Go') })
  await until('dnd', ['Chess'], { desktop: 'dnd' })
  await desk.close()
  await until('offline', [])
  const late = await lab.session('app')
  const { d } = await late.next<{ presences: Presence[] }>(named('GUILD_CREATE', { id: lab.guildId('lab') }))
  assert.deepEqual(
    d.presences.filter(({ user }) => user.id === lab.userId('bob')),
    [],
  )
  phone.send(3, { status: 'online', ...playing('Go') })
  await until('online', ['Go'], { mobile: 'online' })
  await phone.drop()
  await lab.settle()
  lab.wallClock.advance(60_000)
  watching.send(1, null)
  await watching.next(11)
  lab.wallClock.advance(55_000)
  watching.send(1, null)
  await watching.next(11)
  assert.deepEqual(
    watching.frames
      .filter(named('PRESENCE_UPDATE'))
      .filter(({ d }) => (d as unknown as Presence).user.id === lab.userId('bob')),
    [],
    'who may come back is not gone',
  )
  lab.wallClock.advance(60_000)
  watching.send(1, null)
  await watching.next(11)
  lab.wallClock.advance(6_000)
  await until('offline', [])
  await Promise.all([watching.close(), late.close()])
})

test('[EVT-1] [EVT-2] a custom status follows the profile visibility in events, GUILD_CREATE and chunks', async () => {
  const people = many(198)
  const status = {
    users: {
      ann: {},
      ...people,
      ...Object.fromEntries(
        [0, 1, 2, 3].map((profile_visibility) => [`shows${profile_visibility}`, { profile_visibility }]),
      ),
    },
    applications: labWorld.applications,
    guilds: {
      small: {
        owner: 'ann',
        members: [...Object.keys(people).slice(0, 194), 'shows0', 'shows1', 'shows2', 'shows3'],
        bots: { app: {} },
        channels: {},
      },
      large: {
        owner: 'ann',
        members: [...Object.keys(people).slice(0, 195), 'shows0', 'shows1', 'shows2', 'shows3'],
        bots: { app: {} },
        channels: {},
      },
    },
  }
  await using lab = await startLab({ world: status as never })
  const [small, large] = [lab.guildId('small'), lab.guildId('large')]
  const fields = { large_threshold: 250 }
  const watching = await lab.session('app', fields)
  const counts = new Map<string, number>()
  for (const guild of [small, large]) {
    const { d } = await watching.next<{ id: string; member_count: number }>(named('GUILD_CREATE', { id: guild }))
    counts.set(guild, d.member_count)
  }
  assert.deepEqual([counts.get(small), counts.get(large)], [200, 201])
  const activities = [
    { name: 'Custom Status', type: 4, state: 'busy' },
    { name: 'Chess', type: 0 },
  ]
  const expected: Record<string, Record<string, number[]>> = {
    shows0: { [small]: [4, 0], [large]: [4, 0] },
    shows1: { [small]: [0], [large]: [0] },
    shows2: { [small]: [4, 0], [large]: [0] },
    shows3: { [small]: [4, 0], [large]: [4, 0] },
  }
  const sessions: RawGateway[] = []
  for (const [who, byGuild] of Object.entries(expected)) {
    const session = await lab.personSession(who)
    sessions.push(session)
    session.send(3, { status: 'dnd', activities, since: null, afk: false })
    for (const [guild_id, types] of Object.entries(byGuild)) {
      const fits = (frame: Frame) =>
        named('PRESENCE_UPDATE', { guild_id, status: 'dnd' })(frame) &&
        (frame.d.user as { id: string }).id === lab.userId(who)
      const { d } = await watching.next<Presence>(fits)
      assert.deepEqual(
        d.activities.map(({ type }) => type),
        types,
        `${who} in ${guild_id === small ? 'small' : 'large'}`,
      )
    }
  }
  const fresh = await lab.session('app', fields)
  for (const guild_id of [small, large]) {
    const { d } = await fresh.next<{ presences: Presence[] }>(named('GUILD_CREATE', { id: guild_id }))
    watching.send(8, { guild_id, user_ids: Object.keys(expected).map(lab.userId), presences: true })
    for (const presences of [d.presences, (await chunk(watching)).presences ?? []]) {
      for (const [who, byGuild] of Object.entries(expected)) {
        const shown = presences.find(({ user }) => user.id === lab.userId(who))
        assert.deepEqual(
          shown?.activities.map(({ type }) => type),
          byGuild[guild_id],
          who,
        )
      }
    }
  }
  await Promise.all([watching, fresh, ...sessions].map((gateway) => gateway.close()))
})

test('TYPING_START has user, channel and time, and in a guild the member', async () => {
  await using lab = await startLab({ date: Date.parse('2026-10-10T10:10:10Z') })
  const gateway = await lab.session('app')
  await gateway.next('GUILD_CREATE')
  await gateway.next('GUILD_CREATE')
  const channel_id = lab.channelId('lab', 'general')
  assert.equal((await lab.person('bob').post(`/channels/${channel_id}/typing`)).status, 204)
  const { member, timestamp, ...rest } = (await gateway.next<Wire>('TYPING_START')).d
  assert.deepEqual(rest, { channel_id, guild_id: lab.guildId('lab'), user_id: lab.userId('bob') })
  assert.ok(
    Number.isInteger(timestamp) && Math.abs((timestamp as number) - Date.parse('2026-10-10T10:10:10Z') / 1000) < 10,
  )
  assert.equal((member as { user: { id: string } }).user.id, lab.userId('bob'))
  const dm = await lab.person('bob').post<Wire>('/users/@me/channels', { recipient_id: lab.userId('app') })
  await lab.person('bob').post(`/channels/${dm.body.id}/typing`)
  const alone = (await gateway.next<Wire>('TYPING_START')).d
  assert.deepEqual(Object.keys(alone).sort(), ['channel_id', 'timestamp', 'user_id'])
  assert.equal(alone.channel_id, dm.body.id)
  await gateway.close()
})
