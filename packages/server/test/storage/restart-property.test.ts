/** A restart changes nothing that persists: whatever was done before, clients see the same afterwards. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import fc from 'fast-check'
import { startPlatform } from '../support/platform.ts'
import { randomCount } from '../support/random-count.ts'
import { testStore } from '../support/test-store.ts'

const RUNS = randomCount({ whole: 6, short: 2 })
const ACTIONS_MAX = 25
const world = {
  users: { ann: {}, bob: {}, carol: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'carol'],
      bots: { app: { permissions: '8' } },
      roles: { mod: { members: ['bob'] } },
      channels: { general: {}, lounge: { type: 2 }, hall: { type: 13 }, forum: { type: 15 } },
    },
  },
}

type Platform = Awaited<ReturnType<typeof startPlatform>>
/** Response bodies by path. */
type Bodies = Record<string, unknown>

/** Names and ids of the world, and what the actions made so far. */
interface Scene {
  platform: Platform
  ids: { guild: string; general: string; lounge: string; hall: string; forum: string; bob: string; mod: string }
  tokens: { ann: string; bob: string; app: string }
  voice: RawGateway
  messages: string[]
  count: number
  muted: boolean
}

async function call(
  scene: Scene,
  method: 'post' | 'put' | 'patch' | 'delete',
  path: string,
  body?: unknown,
): Promise<Bodies> {
  const { status, body: response } = await api(scene.platform.api, scene.tokens.ann)[method]<Bodies>(path, body)
  assert.ok(status < 500, `${method} ${path}: ${status}`)
  return response ?? {}
}

const latest = ({ messages }: Scene) => messages.at(-1) ?? '1'

/** One action for everything that persists. A refusal is part of the property. */
const ACTIONS: Record<string, (scene: Scene) => Promise<unknown>> = {
  async message(scene) {
    const sent = await call(scene, 'post', `/channels/${scene.ids.general}/messages`, {
      content: `message ${scene.count}`,
    })
    scene.messages.push(String(sent.id))
  },
  async poll(scene) {
    const poll = {
      question: { text: 'Tea?' },
      answers: [{ poll_media: { text: 'yes' } }, { poll_media: { text: 'no' } }],
    }
    const sent = await call(scene, 'post', `/channels/${scene.ids.general}/messages`, {
      poll: { ...poll, duration: 1 },
    })
    scene.messages.push(String(sent.id))
  },
  edit: (scene) =>
    call(scene, 'patch', `/channels/${scene.ids.general}/messages/${latest(scene)}`, { content: 'edited' }),
  remove: (scene) => call(scene, 'delete', `/channels/${scene.ids.general}/messages/${scene.messages.pop() ?? '1'}`),
  pin: (scene) => call(scene, 'put', `/channels/${scene.ids.general}/messages/pins/${latest(scene)}`),
  unpin: (scene) => call(scene, 'delete', `/channels/${scene.ids.general}/messages/pins/${latest(scene)}`),
  react: (scene) =>
    call(scene, 'put', `/channels/${scene.ids.general}/messages/${latest(scene)}/reactions/%F0%9F%91%8D/@me`),
  thread: (scene) =>
    call(scene, 'post', `/channels/${scene.ids.general}/threads`, { name: `thread ${scene.count}`, type: 11 }),
  post: (scene) =>
    call(scene, 'post', `/channels/${scene.ids.forum}/threads`, { name: 'post', message: { content: 'first' } }),
  invite: (scene) =>
    call(scene, 'post', `/channels/${scene.ids.general}/invites`, { max_age: 3600, max_uses: 2, unique: true }),
  timeout: (scene) =>
    call(scene, 'patch', `/guilds/${scene.ids.guild}/members/${scene.ids.bob}`, {
      communication_disabled_until: new Date(scene.platform.clock.now() + 600_000).toISOString(),
    }),
  nick: (scene) =>
    call(scene, 'patch', `/guilds/${scene.ids.guild}/members/${scene.ids.bob}`, { nick: `bob ${scene.count}` }),
  role: (scene) =>
    call(scene, 'post', `/guilds/${scene.ids.guild}/roles`, { name: `role ${scene.count}`, permissions: '1024' }),
  channel: (scene) =>
    call(scene, 'post', `/guilds/${scene.ids.guild}/channels`, { name: `channel-${scene.count}`, type: 0 }),
  overwrite: (scene) =>
    call(scene, 'put', `/channels/${scene.ids.general}/permissions/${scene.ids.mod}`, {
      type: 0,
      allow: '8192',
      deny: '0',
    }),
  event: (scene) =>
    call(scene, 'post', `/guilds/${scene.ids.guild}/scheduled-events`, {
      name: 'Picnic',
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: 'here' },
      scheduled_start_time: new Date(scene.platform.clock.now() + 3_600_000).toISOString(),
      scheduled_end_time: new Date(scene.platform.clock.now() + 7_200_000).toISOString(),
    }),
  stage: (scene) => call(scene, 'post', '/stage-instances', { channel_id: scene.ids.hall, topic: 'Tales' }),
  webhook: (scene) => call(scene, 'post', `/channels/${scene.ids.general}/webhooks`, { name: 'hook' }),
  async joinVoice(scene) {
    const { guild, lounge } = scene.ids
    // Joining again without a change is no event.
    scene.muted = !scene.muted
    scene.voice.send(4, { guild_id: guild, channel_id: lounge, self_mute: scene.muted, self_deaf: false })
    await scene.voice.next('VOICE_STATE_UPDATE')
  },
}

/** Returns what clients read: by HTTP, and at the gateway as a new session. */
async function seen({ platform, ids, tokens }: Scene): Promise<Bodies> {
  const ann = api(platform.api, tokens.ann)
  const { guild, general } = ids
  const paths = [
    '/users/@me',
    `/guilds/${guild}`,
    `/guilds/${guild}/channels`,
    `/guilds/${guild}/roles`,
    `/guilds/${guild}/members/${ids.bob}`,
    `/guilds/${guild}/invites`,
    `/guilds/${guild}/webhooks`,
    `/guilds/${guild}/scheduled-events`,
    `/guilds/${guild}/threads/active`,
    `/guilds/${guild}/audit-logs?limit=100`,
    `/channels/${general}`,
    `/channels/${general}/messages?limit=100`,
    `/channels/${general}/messages/pins`,
    `/stage-instances/${ids.hall}`,
  ]
  const found: Bodies = {}
  for (const path of paths) {
    const { status, body } = await ann.get(path)
    found[path] = { status, body }
  }
  for (const [name, token] of Object.entries(tokens)) {
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({ token, intents: 53_608_447 })
    const { d: created } = await gateway.next('GUILD_CREATE')
    // Presences follow sessions, which come and go while clients look.
    found[`GUILD_CREATE of ${name}`] = { ...created, presences: null }
    await gateway.close()
  }
  return normalized(found, platform)
}

/** Removes the difference that a restart makes: addresses differ by the port. */
function normalized(found: Bodies, { url }: Platform): Bodies {
  return JSON.parse(JSON.stringify(found).replaceAll(new URL(url).host, 'host')) as Bodies
}

async function sceneOn(platform: Platform, filled: NonNullable<Platform['world']>): Promise<Omit<Scene, 'voice'>> {
  const guild = filled.guilds.lab ?? assert.fail()
  const channel = (name: string) => guild.channels[name]?.id ?? assert.fail(name)
  return {
    platform,
    ids: {
      guild: guild.id,
      general: channel('general'),
      lounge: channel('lounge'),
      hall: channel('hall'),
      forum: channel('forum'),
      bob: filled.users.bob?.id ?? '',
      mod: guild.roles.mod?.id ?? '',
    },
    tokens: {
      ann: filled.users.ann?.token ?? '',
      bob: filled.users.bob?.token ?? '',
      app: filled.applications.app?.bot?.token ?? '',
    },
    messages: [],
    count: 0,
    muted: false,
  }
}

async function restartKeeps(names: readonly string[]): Promise<void> {
  const store = await testStore()
  const data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const options = { rateLimits: 'off', data, databaseUrl: store.databaseUrl, date: Date.parse('2026-05-01') } as const
  const first = await startPlatform({ ...options, world })
  try {
    const filled = first.world ?? assert.fail()
    const voice = await RawGateway.connect(first.gateway)
    await voice.identify({ token: filled.users.carol?.token ?? '' })
    await voice.next('GUILD_CREATE')
    const scene: Scene = { ...(await sceneOn(first, filled)), voice }
    for (const name of names) {
      scene.count += 1
      await ACTIONS[name]?.(scene)
    }
    const before = await seen(scene)
    const now = first.clock.now()
    await first.close()
    await using second = await startPlatform({ ...options, date: now })
    assert.deepEqual(await seen({ ...scene, platform: second }), before)
    const resumed = await RawGateway.connect(second.gateway)
    await resumed.next(10)
    resumed.send(6, { token: filled.users.carol?.token, session_id: voice.sessionId, seq: voice.seq })
    await resumed.next('RESUMED')
    await resumed.close()
  } finally {
    await first.close()
    await store.drop()
    await rm(data, { recursive: true, force: true })
  }
}

test('property: after random actions and a restart, GETs and GUILD_CREATE are the same and sessions resume', {
  timeout: 90_000,
}, async () => {
  const actions = fc.array(fc.constantFrom(...Object.keys(ACTIONS)), { maxLength: ACTIONS_MAX })
  await restartKeeps(Object.keys(ACTIONS))
  await fc.assert(fc.asyncProperty(actions, restartKeeps), { numRuns: RUNS })
})
