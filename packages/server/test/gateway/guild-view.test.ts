/**
 * A cached guild always equals the guild as the store has it: a row and the event that updates the view change
 * together.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ChannelObject, EmojiObject, MessageObject, RoleObject, ScheduledEventObject } from '@guildhall/protocol'
import { api } from '@guildhall/testing'
import fc from 'fast-check'
import type { GuildView } from '../../src/kernel/guild-view.ts'
import { GuildViews } from '../../src/kernel/guild-views.ts'
import { createPlatform } from '../../src/platform/main.ts'
import { PIXEL } from '../support/generated-inputs.ts'
import { randomCount } from '../support/random-count.ts'
import { testStore } from '../support/test-store.ts'

const ACTIONS = 60
const RUNS = Number(process.env.GUILDHALL_TEST_RUNS ?? randomCount({ whole: 3, short: 1 }))
const HOUR = 3_600_000

const world = {
  users: { ann: {}, bob: {}, cid: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      features: ['COMMUNITY', 'NEWS'],
      members: ['bob', 'cid'],
      bots: { app: { permissions: '8' } },
      channels: {
        general: {},
        news: { type: 5 },
        forum: { type: 15 },
        hall: { type: 13 },
        box: { type: 4 },
        talk: { type: 2 },
      },
    },
  },
}

type Client = ReturnType<typeof api>

/** Everything an action may choose from. */
interface Stage {
  ann: Client
  bob: Client
  guild: string
  /** The stage channel. */
  hall: string
  users: string[]
  channels: string[]
  threads: string[]
  roles: string[]
  emojis: string[]
  events: string[]
  messages: [channel: string, message: string][]
  advance: (ms: number) => void
  now: () => number
}

const views = new Set<GuildViews>()

before(() => {
  const { get } = GuildViews.prototype
  GuildViews.prototype.get = function (...parameters) {
    views.add(this)
    return get.apply(this, parameters)
  }
})

/** Starts a platform whose classes are those that this file imports; others come from the bundle. */
async function startFromSources() {
  const store = await testStore()
  const { databaseUrl } = store
  const address = { host: '127.0.0.1', port: 0, data: ':memory:', databaseUrl }
  const platform = await createPlatform({ ...address, rateLimits: 'off', world: world as never })
  const stop = () => platform.close().finally(() => store.drop())
  return Object.assign(platform, { [Symbol.asyncDispose]: stop })
}

/** Each action takes a stage and a number to choose by. Refusals are part of the walk. */
const actions: Record<string, (stage: Stage, choose: <T>(list: readonly T[]) => T) => Promise<unknown>> = {
  post: async (s, choose) => {
    const channel = choose([...s.channels, ...s.threads])
    const made = await choose([s.ann, s.bob]).post<MessageObject>(`/channels/${channel}/messages`, {
      content: choose(['hi', `<@${choose(s.users)}>`, `<@&${choose(s.roles)}>`]),
    })
    if (made.body.id) s.messages.push([channel, made.body.id])
    return made
  },
  edit: (s, choose) => s.ann.patch(messageOf(choose(s.messages)), { content: 'edited' }),
  delete: (s, choose) => s.ann.delete(messageOf(choose(s.messages))),
  pin: (s, choose) => s.ann.put(pinOf(choose(s.messages))),
  unpin: (s, choose) => s.ann.delete(pinOf(choose(s.messages))),
  crosspost: (s, choose) => s.ann.post(`${messageOf(choose(s.messages))}/crosspost`),
  createChannel: async (s, choose) => {
    const type = choose([0, 2, 4, 5, 13, 15])
    const made = await s.ann.post<ChannelObject>(`/guilds/${s.guild}/channels`, { name: 'new', type })
    if (made.body.id) s.channels.push(made.body.id)
    return made
  },
  updateChannel: (s, choose) =>
    s.ann.patch(
      `/channels/${choose(s.channels)}`,
      choose([
        { name: 'other' },
        { topic: 'a topic' },
        { position: 3 },
        { nsfw: true },
        { parent_id: choose([null, ...s.channels]) },
        { rate_limit_per_user: 5 },
        { permission_overwrites: [{ id: s.guild, type: 0, deny: '1024', allow: '0' }] },
        { available_tags: [{ name: 'tag' }] },
        { bitrate: 9000, user_limit: 4 },
        { default_auto_archive_duration: 60, default_thread_rate_limit_per_user: 9 },
      ]),
    ),
  moveChannels: (s, choose) =>
    s.ann.patch(`/guilds/${s.guild}/channels`, [{ id: choose(s.channels), position: choose([0, 1, 2]) }]),
  deleteChannel: (s, choose) => s.ann.delete(`/channels/${choose(s.channels)}`),
  overwrite: (s, choose) =>
    s.ann.put(`/channels/${choose(s.channels)}/permissions/${choose(s.users)}`, { type: 1, allow: '2048', deny: '0' }),
  deleteOverwrite: (s, choose) => s.ann.delete(`/channels/${choose(s.channels)}/permissions/${choose(s.users)}`),
  voiceStatus: (s, choose) => s.ann.put(`/channels/${choose(s.channels)}/voice-status`, { status: 'busy' }),
  startThread: async (s, choose) => {
    const start = {
      name: 'thread',
      type: choose([11, 12]),
      invitable: choose([true, false]),
      message: { content: 'm' },
    }
    const made = await choose([s.ann, s.bob]).post<ChannelObject>(`/channels/${choose(s.channels)}/threads`, start)
    if (made.body.id) s.threads.push(made.body.id)
    return made
  },
  startThreadOfMessage: async (s, choose) => {
    const made = await s.ann.post<ChannelObject>(`${messageOf(choose(s.messages))}/threads`, { name: 'about' })
    if (made.body.id) s.threads.push(made.body.id)
    return made
  },
  updateThread: (s, choose) =>
    s.ann.patch(
      `/channels/${choose(s.threads)}`,
      choose([
        { archived: true },
        { archived: false },
        { locked: true },
        { locked: false },
        { name: 'renamed' },
        { flags: 2 },
      ]),
    ),
  deleteThread: (s, choose) => s.ann.delete(`/channels/${choose(s.threads)}`),
  addThreadMember: (s, choose) => s.ann.put(`/channels/${choose(s.threads)}/thread-members/${choose(s.users)}`),
  dropThreadMember: (s, choose) => s.ann.delete(`/channels/${choose(s.threads)}/thread-members/${choose(s.users)}`),
  joinThread: (s, choose) => s.bob.put(`/channels/${choose(s.threads)}/thread-members/@me`),
  leaveThread: (s, choose) => s.bob.delete(`/channels/${choose(s.threads)}/thread-members/@me`),
  createRole: async (s) => {
    const made = await s.ann.post<RoleObject>(`/guilds/${s.guild}/roles`, { name: 'role', mentionable: true })
    if (made.body.id) s.roles.push(made.body.id)
    return made
  },
  updateRole: (s, choose) =>
    s.ann.patch(
      `/guilds/${s.guild}/roles/${choose(s.roles)}`,
      choose([{ name: 'other' }, { color: 5 }, { permissions: '8' }, { hoist: true }, { mentionable: false }]),
    ),
  moveRole: (s, choose) =>
    s.ann.patch(`/guilds/${s.guild}/roles`, [{ id: choose(s.roles), position: choose([1, 2, 3]) }]),
  deleteRole: (s, choose) => s.ann.delete(`/guilds/${s.guild}/roles/${choose(s.roles)}`),
  giveRole: (s, choose) => s.ann.put(`/guilds/${s.guild}/members/${choose(s.users)}/roles/${choose(s.roles)}`),
  takeRole: (s, choose) => s.ann.delete(`/guilds/${s.guild}/members/${choose(s.users)}/roles/${choose(s.roles)}`),
  updateMember: (s, choose) =>
    s.ann.patch(
      `/guilds/${s.guild}/members/${choose(s.users)}`,
      choose([
        { nick: 'nick' },
        { nick: null },
        { mute: true },
        { deaf: true },
        { flags: 4 },
        { roles: [choose(s.roles)] },
        { communication_disabled_until: new Date(s.now() + HOUR).toISOString() },
      ]),
    ),
  kick: (s) => s.ann.delete(`/guilds/${s.guild}/members/${s.users[2]}`),
  ban: (s) => s.ann.put(`/guilds/${s.guild}/bans/${s.users[2]}`, { delete_message_seconds: 600 }),
  createEmoji: async (s) => {
    const made = await s.ann.post<EmojiObject>(`/guilds/${s.guild}/emojis`, { name: 'pixel', image: PIXEL })
    if (made.body.id) s.emojis.push(made.body.id)
    return made
  },
  updateEmoji: (s, choose) =>
    s.ann.patch(
      `/guilds/${s.guild}/emojis/${choose(s.emojis)}`,
      choose([{ name: 'dot' }, { roles: [choose(s.roles)] }]),
    ),
  deleteEmoji: (s, choose) => s.ann.delete(`/guilds/${s.guild}/emojis/${choose(s.emojis)}`),
  updateGuild: (s, choose) =>
    s.ann.patch(
      `/guilds/${s.guild}`,
      choose([
        { name: 'library' },
        { icon: PIXEL },
        { icon: null },
        { afk_timeout: 300 },
        { system_channel_id: choose([null, ...s.channels]) },
        { verification_level: choose([0, 1]) },
        { description: 'about' },
        { premium_progress_bar_enabled: true },
      ]),
    ),
  startStage: (s) => s.ann.post('/stage-instances', { channel_id: s.hall, topic: 'Tales' }),
  updateStage: (s) => s.ann.patch(`/stage-instances/${s.hall}`, { topic: 'Songs' }),
  endStage: (s) => s.ann.delete(`/stage-instances/${s.hall}`),
  createEvent: async (s, choose) => {
    const made = await s.ann.post<ScheduledEventObject>(`/guilds/${s.guild}/scheduled-events`, {
      name: 'Picnic',
      privacy_level: 2,
      scheduled_start_time: new Date(s.now() + HOUR).toISOString(),
      scheduled_end_time: new Date(s.now() + 2 * HOUR).toISOString(),
      ...choose([
        { entity_type: 3, entity_metadata: { location: 'here' } },
        { entity_type: 2, channel_id: choose(s.channels) },
        { entity_type: 1, channel_id: choose(s.channels) },
      ]),
    })
    if (made.body.id) s.events.push(made.body.id)
    return made
  },
  updateEvent: (s, choose) =>
    s.ann.patch(
      `/guilds/${s.guild}/scheduled-events/${choose(s.events)}`,
      choose([{ name: 'Party' }, { status: 2 }, { status: 3 }, { status: 4 }, { description: 'x' }]),
    ),
  subscribeEvent: (s, choose) => s.bob.put(`/guilds/${s.guild}/scheduled-events/${choose(s.events)}/users/@me`),
  deleteEvent: (s, choose) => s.ann.delete(`/guilds/${s.guild}/scheduled-events/${choose(s.events)}`),
  widget: (s) => s.ann.patch(`/guilds/${s.guild}/widget`, { enabled: true }),
  welcomeScreen: (s) => s.ann.patch(`/guilds/${s.guild}/welcome-screen`, { enabled: true, description: 'hi' }),
  incidents: (s) =>
    s.ann.put(`/guilds/${s.guild}/incident-actions`, { dms_disabled_until: new Date(s.now() + HOUR).toISOString() }),
  webhook: (s, choose) => s.ann.post(`/channels/${choose(s.channels)}/webhooks`, { name: 'hook' }),
  invite: (s, choose) => s.ann.post(`/channels/${choose(s.channels)}/invites`, {}),
  moderation: (s, choose) =>
    s.ann.post(`/guilds/${s.guild}/auto-moderation/rules`, {
      name: 'words',
      event_type: 1,
      trigger_type: 1,
      trigger_metadata: { keyword_filter: [choose(['frog', 'toad'])] },
      actions: [{ type: 1 }],
      enabled: true,
    }),
  wait: async (s, choose) => s.advance(choose([1000, HOUR, 25 * HOUR])),
}

const messageOf = ([channel, id]: readonly [string, string]) => `/channels/${channel}/messages/${id}`
const pinOf = ([channel, id]: readonly [string, string]) => `/channels/${channel}/messages/pins/${id}`

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? `${entry}` : entry)))
const byId = (map: ReadonlyMap<bigint, unknown>) =>
  plain(Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, entry]) => [`${id}`, entry])))

/** The stored part of a view. Closed threads may stay in a view for a while and are not read again. */
function contentOf(view: GuildView, users: readonly string[]) {
  const open = [...view.channels].filter(([, { thread_metadata }]) => !thread_metadata?.archived)
  const channels = new Map(open)
  const inThreads = [...view.privateThreads]
    .filter(([id]) => channels.has(id))
    .map(([id, ids]) => [id, [...ids].sort()] as const)
  return {
    guild: plain(view.guild),
    memberCount: view.memberCount,
    searched: view.searchIndexed,
    version: view.version,
    roles: byId(view.roles),
    channels: byId(channels),
    privateThreads: byId(new Map(inThreads)),
    emojis: byId(view.emojis),
    stickers: byId(view.stickers),
    sounds: byId(view.sounds),
    scheduledEvents: byId(view.scheduledEvents),
    stageInstances: byId(view.stageInstances),
    members: users.map((id) => plain(view.member(BigInt(id)) ?? null)),
    autoModeration: view.autoModeration && byId(view.autoModeration),
  }
}

/** Comparisons of a view with the store, of which one falls between two commits of jobs. */
const TRIES_MAX = 20

type Step = { name: string; seed: number }

async function walk(chosen: readonly Step[]): Promise<void> {
  views.clear()
  await using platform = await startFromSources()
  const filled = platform.world
  const lab = filled?.guilds.lab
  assert.ok(filled && lab)
  const stage: Stage = {
    ann: api(platform.api, filled.users.ann?.token),
    bob: api(platform.api, filled.users.bob?.token),
    guild: lab.id,
    hall: lab.channels.hall?.id ?? '',
    users: [filled.users.ann?.id ?? '', filled.users.bob?.id ?? '', filled.users.cid?.id ?? ''],
    channels: Object.values(lab.channels).map(({ id }) => id),
    threads: [],
    roles: [lab.id],
    emojis: [],
    events: [],
    messages: [],
    advance: (ms) => platform.clock.advance(ms),
    now: () => platform.clock.now(),
  }
  const done: string[] = []
  // The walk always has an object of each kind to act on.
  const first = ['startThread', 'post', 'createRole', 'createEmoji', 'createEvent', 'post', 'startThread']
  const steps = [...first.map((name, seed) => ({ name, seed: seed * 3 })), ...chosen]
  for (const { name, seed } of steps) {
    let rest = seed
    const choose = <T>(list: readonly T[]): T => {
      const entry = list[rest % list.length] as T
      rest = Math.floor(rest / list.length) + 7
      return entry
    }
    const result = (await actions[name]?.(stage, choose)) as { status?: number } | undefined
    done.push(`${name} ${result?.status ?? ''}`)
    if (result?.status) assert.ok(result.status < 500, `${name}: ${result.status}`)
  }
  const viewOfGuild = () => [...views][0]?.peek(BigInt(stage.guild))
  // A view does not keep a row that it read while a job changed the guild.
  const readUntil = async (path: string, isKept: (view: GuildView) => boolean) => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const { status } = await stage.ann.get(`/guilds/${stage.guild}/${path}`)
      const view = viewOfGuild()
      if (status !== 200 || (view && isKept(view))) return
    }
  }
  /** Lets the view read what it reads only when somebody asks for it. */
  const look = async () => {
    for (const id of stage.users) await readUntil(`members/${id}`, (view) => view.member(BigInt(id)) !== undefined)
    await readUntil('auto-moderation/rules', (view) => view.autoModeration !== null)
  }
  // A reader loads the view, and so names its registry.
  await look()
  const [registry] = [...views]
  const view = viewOfGuild()
  assert.ok(registry && view)
  const compare = async () => {
    const cached = contentOf(view, stage.users)
    registry.markStale(view.id)
    await look()
    assert.ok(!view.stale)
    return { cached, loaded: contentOf(view, stage.users) }
  }
  let { cached, loaded } = await compare()
  // A job that the clock made due may have committed in between: its event had not reached the view yet.
  for (let tries = 1; cached.version !== loaded.version && tries < TRIES_MAX; tries += 1) {
    ;({ cached, loaded } = await compare())
  }
  assert.deepEqual(cached, loaded, done.join('\n'))
}

test('after any actions a cached guild equals the guild loaded from the store', { timeout: 110_000 }, async () => {
  const step = fc.record({ name: fc.constantFrom(...Object.keys(actions)), seed: fc.nat() })
  const steps = fc.array(step, { minLength: ACTIONS, maxLength: ACTIONS, size: 'max' })
  const seed = process.env.GUILDHALL_TEST_SEED
  await fc.assert(fc.asyncProperty(steps, walk), {
    numRuns: RUNS,
    endOnFailure: true,
    ...(seed ? { seed: Number(seed) } : {}),
  })
})
