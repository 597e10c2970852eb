/**
 * A member receives nothing of hidden channels through any transport: no channel, message, thread, invite or webhook.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Api, type Frame, RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { ALL_INTENTS, type Lab, named, plain, startLab } from './support/gateway-lab.ts'

interface Overwrite {
  id: string
  type: number
  allow: string
  deny: string
}
interface Wire {
  id: string
  type: number
  name: string
  code: number
  flags: number
  parent_id: string | null
  guild_id: string
  permission_overwrites: Overwrite[]
  [key: string]: unknown
}

const VIEW = 1n << 10n
const ADMINISTRATOR = 1n << 3n
const MANAGE_CHANNELS = 1n << 4n
const MANAGE_THREADS = 1n << 34n
/** All that may be done where one sees; none of it shows a channel. */
const DAILY = (1n << 6n) | (1n << 11n) | (1n << 16n) | (1n << 38n) | (1n << 20n) | MANAGE_CHANNELS

const TYPES = [0, 2, 5, 13, 15, 16]
const CHANNELS = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'] as const
const ROLES = ['red', 'green'] as const
const TEXT = new Set([0, 5])
const WITH_MESSAGES = new Set([0, 2, 5, 13])
const FORUMS = new Set([15, 16])

const bits = fc.constantFrom('0', '1024')
const who = fc.constantFrom(
  { role: '@everyone' },
  { role: 'red' },
  { role: 'green' },
  { user: 'bob' },
  { user: 'eve' },
  { bot: 'app' },
  { bot: 'early' },
)
const overwrites = fc.uniqueArray(
  fc.record({ who, allow: bits, deny: bits }).map(({ who, ...rest }) => ({ ...who, ...rest })),
  { maxLength: 4, selector: ({ allow: _allow, deny: _deny, ...whom }) => JSON.stringify(whom) },
)
const given = fc.record({
  everyone: fc.boolean(),
  roles: fc.tuple(
    ...ROLES.map(() =>
      fc.record({
        bits: fc.constantFrom(0n, VIEW, MANAGE_THREADS, ADMINISTRATOR),
        members: fc.subarray(['bob', 'eve']),
      }),
    ),
  ),
  bots: fc.record({ app: fc.subarray([...ROLES]), early: fc.subarray([...ROLES]) }),
  category: overwrites,
  channels: fc.tuple(
    ...CHANNELS.map(() => fc.record({ type: fc.constantFrom(...TYPES), overwrites, inside: fc.boolean() })),
  ),
  after: fc.boolean(),
})
type Given = typeof given extends fc.Arbitrary<infer T> ? T : never

const change = fc.oneof(
  fc.record({
    kind: fc.constant('overwrite' as const),
    at: fc.nat(CHANNELS.length),
    whom: fc.nat(4),
    allow: bits,
    deny: bits,
  }),
  fc.record({ kind: fc.constant('role' as const), role: fc.nat(2), bits: fc.constantFrom(0n, VIEW, ADMINISTRATOR) }),
  fc.record({
    kind: fc.constant('member' as const),
    role: fc.nat(1),
    whom: fc.constantFrom('bob', 'eve', 'app', 'early'),
    gives: fc.boolean(),
  }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function worldOf({ everyone, roles, bots, category, channels }: Given) {
  const role = (own: bigint) => String(own)
  return {
    users: { ann: {}, bob: {}, eve: {} },
    applications: {
      app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'] },
      early: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'MESSAGE_CONTENT'], channel_obfuscation_opt_in: true },
    },
    guilds: {
      lab: {
        owner: 'ann',
        members: ['bob', 'eve'],
        features: ['COMMUNITY', 'NEWS'],
        bots: { app: { permissions: '0', roles: bots.app }, early: { permissions: '0', roles: bots.early } },
        roles: {
          '@everyone': { permissions: role(DAILY | (everyone ? VIEW : 0n)) },
          ...Object.fromEntries(
            ROLES.map((name, index) => [
              name,
              { permissions: role(roles[index]?.bits ?? 0n), members: roles[index]?.members ?? [] },
            ]),
          ),
        },
        channels: {
          category: { type: 4, permission_overwrites: category },
          ...Object.fromEntries(
            CHANNELS.map((name, index) => {
              const { type = 0, overwrites = [], inside = false } = channels[index] ?? {}
              const talks = TEXT.has(type) ? { topic: `topic-${name}`, nsfw: true } : {}
              const fields = {
                type,
                permission_overwrites: overwrites,
                ...talks,
                ...(inside ? { parent: 'category' } : {}),
              }
              return [name, fields]
            }),
          ),
        },
      },
    },
  }
}

/** The guild as its owner sees it: all there is to decide by. */
interface Guild {
  id: string
  ownerId: string
  roles: { id: string; permissions: string }[]
  channels: Map<string, Wire>
}

async function guildOf(lab: Lab): Promise<Guild> {
  const ann = lab.person('ann')
  const id = lab.guildId('lab')
  const { body } = await ann.get<{ owner_id: string; roles: Guild['roles'] }>(`/guilds/${id}`)
  const channels = (await ann.get<Wire[]>(`/guilds/${id}/channels`)).body
  return { id, ownerId: body.owner_id, roles: body.roles, channels: new Map(channels.map((one) => [one.id, one])) }
}

/** The permission rule once more, as the documentation says it. */
function permissionsIn(guild: Guild, member: { id: string; roles: string[] }, channel: Wire): bigint {
  if (member.id === guild.ownerId) return -1n
  const held = [guild.id, ...member.roles]
  let permissions = 0n
  for (const role of guild.roles) if (held.includes(role.id)) permissions |= BigInt(role.permissions)
  if (permissions & ADMINISTRATOR) return -1n
  const everyone = (one: Overwrite) => one.id === guild.id
  const ofRoles = (one: Overwrite) => one.type === 0 && one.id !== guild.id && held.includes(one.id)
  const own = (one: Overwrite) => one.type === 1 && one.id === member.id
  for (const step of [everyone, ofRoles, own]) {
    const matching = channel.permission_overwrites.filter(step)
    for (const { deny } of matching) permissions &= ~BigInt(deny)
    for (const { allow } of matching) permissions |= BigInt(allow)
  }
  return permissions & VIEW ? permissions : 0n
}

interface Sight {
  /** By the permission. */
  sees: Set<string>
  /** Also categories around what is seen. [CH-12] */
  views: Set<string>
  manages: Set<string>
  threads: Set<string>
}

async function sightOf(lab: Lab, guild: Guild, userId: string): Promise<Sight> {
  const { body } = await lab.person('ann').get<{ roles: string[] }>(`/guilds/${guild.id}/members/${userId}`)
  const sight: Sight = { sees: new Set(), views: new Set(), manages: new Set(), threads: new Set() }
  for (const channel of guild.channels.values()) {
    const permissions = permissionsIn(guild, { id: userId, roles: body.roles }, channel)
    if (!(permissions & VIEW)) continue
    sight.sees.add(channel.id)
    sight.views.add(channel.id)
    if (channel.parent_id) sight.views.add(channel.parent_id)
    if (permissions & MANAGE_CHANNELS) sight.manages.add(channel.id)
    if (permissions & MANAGE_THREADS) sight.threads.add(channel.id)
  }
  return sight
}

const NULLED = [
  'topic',
  'last_message_id',
  'last_pin_timestamp',
  'rtc_region',
  'icon_emoji',
  'default_reaction_emoji',
  'default_sort_order',
]
const REDUCED = { nsfw: false, rate_limit_per_user: 0, bitrate: 64_000, user_limit: 0, available_tags: [] }

/** [CH-5] [CH-6] [CH-7] [CH-8] */
function assertHidden(shown: Wire, real: Wire, why: string): void {
  const allowed: Record<string, unknown> = {
    id: real.id,
    type: real.type,
    guild_id: guildIn(real),
    position: real.position,
    parent_id: real.parent_id,
    name: '___hidden___',
    flags: 131_072,
    permission_overwrites: [{ id: guildIn(real), type: 0, allow: '0', deny: '1024' }],
    ...Object.fromEntries(NULLED.map((key) => [key, null])),
    ...REDUCED,
  }
  for (const key of ['id', 'type', 'position', 'parent_id', 'name', 'flags', 'permission_overwrites']) {
    assert.ok(key in shown, `${key} is missing: ${why}`)
  }
  for (const [key, value] of Object.entries(shown)) {
    assert.ok(key in allowed, `${key} is shown: ${why}`)
    assert.deepEqual(value, allowed[key], `${key}: ${why}`)
  }
}

/** The id is that of the guild, also where the object leaves it out. */
const guildIn = (real: Wire) => real.guild_id

/** These change without an event of the channel. */
function still({ last_message_id: _message, last_pin_timestamp: _pin, ...rest }: Wire): Record<string, unknown> {
  return rest
}

type Mode = 'person' | 'open' | 'obfuscated'
interface Watcher {
  name: string
  userId: string
  mode: Mode
  http: Api
  gateway: RawGateway
  channels: Map<string, Wire>
  start(): Promise<{ gateway: RawGateway; channels: Map<string, Wire>; threads: Wire[] }>
}

async function watchers(lab: Lab, after: boolean): Promise<Watcher[]> {
  const watch = async (name: string, mode: Mode, fields: object): Promise<Watcher> => {
    const person = mode === 'person'
    const start = async () => {
      const gateway = await RawGateway.connect(lab.platform.gateway)
      await gateway.identify({
        token: person ? lab.personToken(name) : lab.token(name),
        intents: ALL_INTENTS & ~256,
        ...fields,
      })
      const { channels, threads } = (await gateway.next<{ channels: Wire[]; threads: Wire[] }>('GUILD_CREATE')).d
      return { gateway, channels: new Map(channels.map((one) => [one.id, one])), threads }
    }
    const http = person ? lab.person(name) : lab.bot(name)
    return { name, userId: lab.userId(name), mode, http, start, ...(await start()) }
  }
  return Promise.all([
    watch('bob', 'person', {}),
    watch('eve', 'person', {}),
    watch('app', after ? 'obfuscated' : 'open', {}),
    watch('app', 'obfuscated', { capabilities: 32_768 }),
    watch('early', 'obfuscated', {}),
  ])
}

/** Asserts that a watcher's channels are those of the rule, on every transport that lists or returns them. */
async function compareChannels(lab: Lab, guild: Guild, watcher: Watcher, after: boolean, why: string): Promise<void> {
  const sight = await sightOf(lab, guild, watcher.userId)
  const fresh = await watcher.start()
  await fresh.gateway.drop()
  for (const [door, channels] of [
    ['events', watcher.channels],
    ['GUILD_CREATE', fresh.channels],
  ] as const) {
    const expected = [...guild.channels.keys()].filter((id) => watcher.mode !== 'person' || sight.views.has(id))
    assert.deepEqual([...channels.keys()].sort(), expected.sort(), `${door}: ${why}`)
    for (const [id, shown] of channels) {
      const real = guild.channels.get(id)
      assert.ok(real)
      const whole = sight.views.has(id) || watcher.mode === 'open'
      if (whole) assert.deepEqual(still(shown), still(real), `${door}: ${why}`)
      else assertHidden(shown, real, `${door}: ${why}`)
    }
  }
  const names = fresh.threads.map((thread) => thread.name)
  for (const { parent_id } of fresh.threads) assert.ok(sight.sees.has(parent_id ?? ''), `thread ${names}: ${why}`)
  await compareHttp(guild, watcher, sight, after, why)
}

async function compareHttp(guild: Guild, watcher: Watcher, sight: Sight, after: boolean, why: string): Promise<void> {
  const { http } = watcher
  const all = watcher.mode !== 'person' && !after
  const listed = (await http.get<Wire[]>(`/guilds/${guild.id}/channels`)).body
  const expected = [...guild.channels.keys()].filter((id) => all || sight.views.has(id))
  assert.deepEqual(listed.map((one) => one.id).sort(), expected.sort(), `list: ${why}`)
  for (const one of listed) assert.deepEqual(one, guild.channels.get(one.id), `list: ${why}`)
  for (const [id, { type }] of guild.channels) {
    const views = sight.views.has(id)
    const paths = ['', ...(WITH_MESSAGES.has(type) ? ['/messages', '/messages/pins', '/pins'] : [])]
    for (const path of paths) {
      const { status, body } = await http.get<Wire>(`/channels/${id}${path}`)
      assert.deepEqual([status, body.code], views ? [200, undefined] : [403, 50001], `${path} of ${type}: ${why}`)
    }
    if (views) continue
    for (const path of ['/invites', '/webhooks', '/threads/archived/public', '/users/@me/threads/archived/private'])
      assert.deepEqual((await http.get<Wire>(`/channels/${id}${path}`)).body.code, 50001, `${path}: ${why}`)
    assert.equal((await http.post<Wire>(`/channels/${id}/typing`)).body.code, 50001, `typing: ${why}`)
  }
  const { threads } = (await http.get<{ threads: Wire[] }>(`/guilds/${guild.id}/threads/active`)).body
  for (const { parent_id } of threads) assert.ok(sight.sees.has(parent_id ?? ''), `active threads: ${why}`)
}

/** Causes every kind of event in a channel; all texts of the events contain the channel's word. */
async function stir(lab: Lab, { id, type }: Wire, word: string): Promise<void> {
  const ann = lab.person('ann')
  const made = async (answer: Promise<{ status: number; body: Wire }>) => {
    const { status, body } = await answer
    assert.ok(status < 300, `${word} of type ${type}: ${JSON.stringify(body)}`)
    return body
  }
  if (WITH_MESSAGES.has(type)) {
    const message = await made(ann.post(`/channels/${id}/messages`, { content: word }))
    const path = `/channels/${id}/messages/${message.id}`
    await made(ann.patch(path, { content: `${word} again` }))
    await made(ann.put(`${path}/reactions/${encodeURIComponent('👍')}/@me`))
    await made(ann.delete(`${path}/reactions/${encodeURIComponent('👍')}/@me`))
    await made(ann.put(`/channels/${id}/messages/pins/${message.id}`))
    await made(ann.post(`/channels/${id}/typing`))
    await made(ann.delete(path))
  }
  if (TEXT.has(type) || FORUMS.has(type)) {
    const message = FORUMS.has(type) ? { message: { content: word } } : { type: type === 5 ? 10 : 11 }
    const thread = await made(ann.post(`/channels/${id}/threads`, { name: word, ...message }))
    await made(ann.post(`/channels/${thread.id}/messages`, { content: word }))
    await made(ann.patch(`/channels/${thread.id}`, { name: `${word} again` }))
    await made(ann.post(`/channels/${thread.id}/typing`))
    await made(ann.delete(`/channels/${thread.id}`))
    await made(ann.post(`/channels/${id}/threads`, { name: `${word} stays`, ...message }))
  }
  if (type === 0) await made(ann.post(`/channels/${id}/threads`, { name: word, type: 12 }))
  if (TEXT.has(type)) await made(ann.post(`/channels/${id}/webhooks`, { name: word }))
  const invite = await made(ann.post(`/channels/${id}/invites`, {}))
  await made(ann.delete(`/invites/${invite.code}`))
}

const IN_CHANNELS = new Set([
  ...['MESSAGE_CREATE', 'MESSAGE_UPDATE', 'MESSAGE_DELETE', 'MESSAGE_REACTION_ADD', 'MESSAGE_REACTION_REMOVE'],
  ...['TYPING_START', 'CHANNEL_PINS_UPDATE', 'WEBHOOKS_UPDATE', 'INVITE_CREATE', 'INVITE_DELETE'],
  ...['THREAD_CREATE', 'THREAD_UPDATE', 'THREAD_DELETE'],
])

/** Returns the events of each channel; a thread counts as a separate channel, below its parent. */
function happenings(frames: readonly Frame[], parents: Map<string, { channel: string; isPrivate: boolean }>) {
  const seen = new Map<string, { t: string; channel: string; isPrivate: boolean }>()
  for (const { t, d } of frames) {
    if (t === null || !IN_CHANNELS.has(t)) continue
    const id = String(t.startsWith('THREAD_') ? d.id : d.channel_id)
    if (t === 'THREAD_CREATE') parents.set(id, { channel: String(d.parent_id), isPrivate: d.type === 12 })
    const { channel, isPrivate } = parents.get(id) ?? { channel: id, isPrivate: false }
    seen.set(`${t} ${id}`, { t, channel, isPrivate })
  }
  return seen
}

async function carryOut(lab: Lab, step: Change): Promise<void> {
  const ann = lab.person('ann')
  const guildId = lab.guildId('lab')
  const roleIds = [...ROLES.map((name) => lab.roleId('lab', name)), guildId]
  if (step.kind === 'overwrite') {
    const channel = lab.channelId('lab', CHANNELS[step.at] ?? 'category')
    const targets = [...roleIds, lab.userId('app'), lab.userId('bob')]
    const body = { type: step.whom < 3 ? 0 : 1, allow: step.allow, deny: step.deny }
    assert.equal((await ann.put(`/channels/${channel}/permissions/${targets[step.whom]}`, body)).status, 204)
  } else if (step.kind === 'role') {
    const permissions = String(step.role === 2 ? DAILY | (step.bits & VIEW) : step.bits)
    assert.equal((await ann.patch(`/guilds/${guildId}/roles/${roleIds[step.role]}`, { permissions })).status, 200)
  } else {
    const path = `/guilds/${guildId}/members/${lab.userId(step.whom)}/roles/${roleIds[step.role]}`
    assert.equal((await (step.gives ? ann.put(path) : ann.delete(path))).status, 204)
  }
}

/** Waits until all has been told, and takes it. */
async function taken(
  lab: Lab,
  gateways: readonly RawGateway[],
  from: Map<RawGateway, number>,
  round: string,
): Promise<Frame[][]> {
  assert.equal((await lab.person('ann').patch(`/guilds/${lab.guildId('lab')}`, { description: round })).status, 200)
  const all: Frame[][] = []
  for (const gateway of gateways) {
    await gateway.next(named('GUILD_UPDATE', { description: round }))
    all.push(gateway.frames.slice(from.get(gateway) ?? 0))
    from.set(gateway, gateway.frames.length)
  }
  return all
}

function follow(watcher: Watcher, frames: readonly Frame[]): void {
  for (const { t, d } of frames) {
    const channel = d as unknown as Wire
    if (t === 'CHANNEL_CREATE' || t === 'CHANNEL_UPDATE') watcher.channels.set(channel.id, channel)
    if (t === 'CHANNEL_DELETE') watcher.channels.delete(channel.id)
  }
}

const DATES = { true: '2026-11-16T00:00:00Z', false: '2026-11-15T23:00:00Z' }

test('[CH-5] [CH-6] [CH-7] [CH-8] [CH-12] [CH-13] [EVT-3] [GW-1] [GW-2] [GW-3] no transport reveals what the permission rule hides', {
  timeout: 60_000,
}, async () => {
  const property = fc.asyncProperty(given, fc.array(change, { minLength: 1, maxLength: 3 }), async (given, changes) => {
    const { after } = given
    await using lab = await startLab({ world: worldOf(given) as never, date: Date.parse(DATES[`${after}`]) })
    const watching = await watchers(lab, after)
    const owner = await lab.personSession('ann')
    await owner.next('GUILD_CREATE')
    const gateways = [owner, ...watching.map(({ gateway }) => gateway)]
    const from = new Map(gateways.map((gateway) => [gateway, gateway.frames.length]))
    const parents = new Map<string, { channel: string; isPrivate: boolean }>()
    for (const [round, step] of [null, ...changes].entries()) {
      if (step) await carryOut(lab, step)
      const [, ...changed] = await taken(lab, gateways, from, `changed ${round}`)
      for (const [index, watcher] of watching.entries()) follow(watcher, changed[index] ?? [])
      const guild = await guildOf(lab)
      for (const watcher of watching) {
        await compareChannels(
          lab,
          guild,
          watcher,
          after,
          `${watcher.name} ${watcher.mode} after ${JSON.stringify(step, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
        )
      }
      if (round > 0 && round < changes.length) continue
      const word = (id: string) => `secret-${id}-${round}`
      for (const channel of guild.channels.values()) if (channel.type !== 4) await stir(lab, channel, word(channel.id))
      const [all, ...shown] = await taken(lab, gateways, from, `stirred ${round}`)
      const happened = happenings(all ?? [], parents)
      for (const [index, watcher] of watching.entries()) {
        const sight = await sightOf(lab, guild, watcher.userId)
        const why = `${watcher.name} ${watcher.mode}, round ${round}`
        const expected = [...happened].filter(([, { t, channel, isPrivate }]) => {
          if (isPrivate) return sight.threads.has(channel)
          return t.startsWith('INVITE_') ? sight.manages.has(channel) : sight.sees.has(channel)
        })
        const came = happenings(shown[index] ?? [], parents)
        const wanted = new Map(expected)
        const wrong = {
          extra: [...came]
            .filter(([key]) => !wanted.has(key))
            .map(([key, { channel }]) => [key, guild.channels.get(channel)]),
          missing: expected
            .filter(([key]) => !came.has(key))
            .map(([key, { channel }]) => [key, guild.channels.get(channel)]),
        }
        assert.deepEqual(wrong, { extra: [], missing: [] }, why)
        const text = JSON.stringify(plain(shown[index]))
        for (const id of guild.channels.keys()) if (!sight.views.has(id)) assert.ok(!text.includes(word(id)), why)
      }
    }
    await Promise.all(gateways.map((gateway) => gateway.drop()))
  })
  await fc.assert(property, { numRuns: 8, endOnFailure: true, interruptAfterTimeLimit: 45_000 })
})

const hiddenWorld = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '1024' } },
      channels: {
        open: {},
        hidden: {
          topic: 'hush',
          permission_overwrites: [
            { role: '@everyone', deny: '1024' },
            { bot: 'app', deny: '1024' },
          ],
        },
      },
    },
  },
}

/** Returns the hidden channel as a new session receives it. */
async function hiddenName(lab: Lab, fields: object = {}): Promise<unknown> {
  const gateway = await lab.session('app', { intents: 1, ...fields })
  const { channels } = (await gateway.next<{ channels: Wire[] }>('GUILD_CREATE')).d
  await gateway.close()
  return channels.find(({ id }) => id === lab.channelId('lab', 'hidden'))?.name
}

test('[GW-1] [GW-2] [GW-3] applications opt in to obfuscated channels until the date', async () => {
  await using lab = await startLab({ world: hiddenWorld as never, date: Date.parse('2026-11-15T12:00:00Z') })
  const others = 0x7fffffff & ~32_768
  for (const [capabilities, name] of [
    [0, 'hidden'],
    [32_768, '___hidden___'],
    [others, 'hidden'],
    [others | 32_768, '___hidden___'],
  ] as const) {
    assert.equal(await hiddenName(lab, { capabilities }), name, String(capabilities))
  }
  const toggle = `/applications/${lab.world.applications.app?.id}`
  for (const [channel_obfuscation_opt_in, name] of [
    [true, '___hidden___'],
    [false, 'hidden'],
  ] as const) {
    assert.equal((await lab.person('ann').patch(toggle, { channel_obfuscation_opt_in })).status, 200)
    assert.equal(await hiddenName(lab), name)
  }
  assert.ok((await lab.person('bob').patch(toggle, { channel_obfuscation_opt_in: true })).status >= 400)
  assert.equal(await hiddenName(lab), 'hidden')
  lab.platform.clock.advance(12 * 3_600_000)
  assert.equal(await hiddenName(lab), '___hidden___')
})

test('[GW-3] [EVT-3] a session that began before the date is shown hidden channels as such from then on', async () => {
  await using lab = await startLab({ world: hiddenWorld as never, date: Date.parse('2026-11-15T12:00:00Z') })
  const gateway = await lab.session('app', { intents: 1 })
  const path = `/channels/${lab.channelId('lab', 'hidden')}`
  const ann = lab.person('ann')
  await ann.patch(path, { topic: 'one' })
  assert.equal((await gateway.next<Wire>('CHANNEL_UPDATE')).d.topic, 'one')
  lab.platform.clock.advance(12 * 3_600_000)
  await ann.patch(path, { topic: 'two' })
  assertHidden((await gateway.next<Wire>('CHANNEL_UPDATE')).d, (await ann.get<Wire>(path)).body, 'an update')
  const permission_overwrites = [
    { id: lab.guildId('lab'), type: 0, deny: '1024' },
    { id: lab.userId('app'), type: 1, deny: '1024' },
  ]
  const made = await ann.post<Wire>(`/guilds/${lab.guildId('lab')}/channels`, {
    name: 'made',
    type: 2,
    permission_overwrites,
  })
  assertHidden((await gateway.next<Wire>('CHANNEL_CREATE')).d, made.body, 'a new channel')
  await ann.delete(`/channels/${made.body.id}`)
  assertHidden((await gateway.next<Wire>('CHANNEL_DELETE')).d, made.body, 'its end')
  await gateway.close()
})

test('[CH-6] the flag of obfuscated channels cannot be set and is in no HTTP response', async () => {
  await using lab = await startLab({ world: hiddenWorld as never })
  const ann = lab.person('ann')
  for (const name of ['open', 'hidden']) {
    const path = `/channels/${lab.channelId('lab', name)}`
    await ann.patch(path, { flags: 131_072, topic: 'changed' })
    assert.deepEqual((await ann.get<Wire>(path)).body.flags, 0)
  }
  const made = await ann.post<Wire>(`/guilds/${lab.guildId('lab')}/channels`, { name: 'made', flags: 131_072 })
  if (made.status < 300) assert.equal(made.body.flags, 0)
})
