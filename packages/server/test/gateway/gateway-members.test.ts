/** Member requests (op 8) and presences: chunks, limits, order, and who is sent what. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { type Frame, RawGateway } from '@guildhall/testing'
import { ALL_INTENTS, labWorld, named, startLab } from '../support/gateway-lab.ts'
import { startWithRows } from '../support/rows.ts'

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

test('questions about a guild that READY names are answered after its GUILD_CREATE', async () => {
  await using lab = await startLab()
  const guild_id = lab.guildId('lab')
  const gateway = await lab.session('app')
  gateway.send(8, { guild_id, query: '', limit: 1 })
  gateway.send(31, { guild_ids: [guild_id] })
  gateway.send(43, { guild_id, fields: ['status'] })
  const { s: createdAt } = await gateway.next('GUILD_CREATE')
  for (const name of ['GUILD_MEMBERS_CHUNK', 'SOUNDBOARD_SOUNDS', 'CHANNEL_INFO']) {
    const { d, s } = await gateway.next<{ guild_id: string }>(name)
    assert.equal(d.guild_id, guild_id)
    assert.ok(Number(s) > Number(createdAt), name)
  }
})

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
  const limited = await lab.session('app', { intents: ALL_INTENTS & ~Intent.GUILD_MEMBERS & ~Intent.GUILD_PRESENCES })
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
  const plain = await lab.session('plain', { intents: Intent.GUILDS })
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
  const plain = await lab.session('plain', { intents: Intent.GUILDS })
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
