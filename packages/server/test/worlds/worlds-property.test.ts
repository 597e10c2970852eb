/** After random changes by HTTP and gateway, a reset leaves nothing of them to read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { type Api, api, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const world = {
  users: { ann: {}, bob: {}, cid: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['MESSAGE_CONTENT', 'GUILD_MEMBERS', 'GUILD_PRESENCES'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      roles: { red: {} },
      bots: { app: { permissions: '8' } },
      channels: { general: {}, talk: { type: 2 } },
    },
    den: { owner: 'bob', members: ['ann', 'cid'], channels: { lobby: {} } },
  },
}
const ALL_INTENTS =
  Intent.GUILDS |
  Intent.GUILD_MEMBERS |
  Intent.GUILD_EXPRESSIONS |
  Intent.GUILD_VOICE_STATES |
  Intent.GUILD_PRESENCES |
  Intent.GUILD_MESSAGES |
  Intent.DIRECT_MESSAGES |
  Intent.MESSAGE_CONTENT
const CHANGES = 60
const VOLATILE = new Set(['session_id', 'expires_at', 'resume_gateway_url'])

type Platform = Awaited<ReturnType<typeof startPlatform>>

function people(platform: Platform) {
  const { users = {}, applications = {} } = platform.world ?? {}
  return {
    ann: users.ann?.token ?? '',
    bob: users.bob?.token ?? '',
    cid: users.cid?.token ?? '',
    bot: applications.app?.bot?.token ?? '',
  }
}

const authorizationOf = (name: string, token: string) => (name === 'bot' ? `Bot ${token}` : token)

/** Reads everything that each user may read: by the HTTP API, and from READY and GUILD_CREATE. */
async function readable(platform: Platform): Promise<unknown> {
  const { guilds = {} } = platform.world ?? {}
  const found: Record<string, unknown> = {}
  for (const [name, token] of Object.entries(people(platform))) {
    const caller = api(platform.api, authorizationOf(name, token))
    const read = async (path: string) => {
      found[`${name} ${path}`] = plain((await caller.get(path)).body)
    }
    for (const path of ['/users/@me', '/users/@me/guilds', '/users/@me/channels', '/users/@me/relationships'])
      await read(path)
    for (const { id, channels } of Object.values(guilds)) {
      for (const part of [
        '',
        '/channels',
        '/members?limit=100',
        '/roles',
        '/bans',
        '/invites',
        '/audit-logs',
        '/webhooks',
        '/emojis',
        '/threads/active',
      ])
        await read(`/guilds/${id}${part}`)
      for (const channel of Object.values(channels)) {
        await read(`/channels/${channel.id}`)
        await read(`/channels/${channel.id}/messages`)
        await read(`/channels/${channel.id}/messages/pins`)
      }
    }
    found[`${name} gateway`] = await connected(platform, token)
  }
  return found
}

async function connected(platform: Platform, token: string): Promise<unknown> {
  const gateway = await RawGateway.connect(platform.gateway)
  const ready = await gateway.identify<{ guilds: object[] }>({ token, intents: ALL_INTENTS })
  const guilds: object[] = []
  for (const _ of ready.guilds) guilds.push((await gateway.next('GUILD_CREATE')).d)
  await gateway.close()
  return plain({ ready, guilds })
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each) => (VOLATILE.has(key) ? undefined : each)))
}

/** Numbers of a seed, so that a failure can be repeated. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Scene {
  callers: Record<string, Api>
  sessions: RawGateway[]
  control: Api
  /** Ids of guilds, channels, messages, roles and users that exist or have existed. */
  ids: { guild: string[]; channel: string[]; message: string[]; role: string[]; user: string[] }
}

/** Makes one random change. A refusal counts as well: a reset has to leave nothing behind. */
async function change({ callers, sessions, control, ids }: Scene, below: (count: number) => number): Promise<void> {
  const one = <T>(list: readonly T[]) => list[below(list.length)] as T
  const caller = one(Object.values(callers))
  const [guild, channel, message, role, user] = [
    one(ids.guild),
    one(ids.channel),
    one(ids.message),
    one(ids.role),
    one(ids.user),
  ]
  const keep = (list: string[], { body }: { body: unknown }) => {
    const id = (body as { id?: unknown } | null)?.id
    if (typeof id === 'string') list.push(id)
  }
  const changes: (() => Promise<unknown>)[] = [
    async () =>
      keep(ids.message, await caller.post(`/channels/${channel}/messages`, { content: `<@${user}> ${below(9)}` })),
    async () =>
      keep(ids.channel, await caller.post(`/guilds/${guild}/channels`, { name: `c${below(9)}`, type: one([0, 2]) })),
    async () => keep(ids.role, await caller.post(`/guilds/${guild}/roles`, { name: 'r', permissions: '8' })),
    async () =>
      keep(ids.channel, await caller.post(`/channels/${channel}/threads`, { name: 't', type: one([11, 12]) })),
    async () => keep(ids.channel, await caller.post('/users/@me/channels', { recipient_id: user })),
    async () => keep(ids.guild, await caller.post('/guilds', { name: 'made' })),
    () => caller.delete(`/channels/${channel}`),
    () => caller.delete(`/channels/${channel}/messages/${message}`),
    () => caller.patch(`/channels/${channel}`, { name: 'renamed', topic: 'changed' }),
    () => caller.patch(`/guilds/${guild}`, { name: 'renamed' }),
    () => caller.patch(`/guilds/${guild}/members/${user}`, { nick: 'nick', roles: [role] }),
    () => caller.put(`/guilds/${guild}/members/${user}/roles/${role}`),
    () => caller.put(`/channels/${channel}/permissions/${role}`, { type: 0, deny: '1024' }),
    () => caller.put(`/channels/${channel}/messages/pins/${message}`),
    () => caller.put(`/channels/${channel}/messages/${message}/reactions/%F0%9F%91%8D/@me`),
    () => caller.put(`/guilds/${guild}/bans/${user}`, {}),
    () => caller.delete(`/guilds/${guild}/members/${user}`),
    () => caller.delete(`/users/@me/guilds/${guild}`),
    () => caller.post(`/channels/${channel}/invites`, {}),
    () => caller.post(`/channels/${channel}/webhooks`, { name: 'hook' }),
    () => caller.post(`/channels/${channel}/messages/${message}/ack`, {}),
    () => caller.post(`/channels/${channel}/typing`, {}),
    () => caller.put(`/users/@me/relationships/${user}`, {}),
    () => caller.patch('/users/@me', { global_name: `name ${below(9)}` }),
    () => control.patch('/clock', { advance_ms: below(90) * 60_000, frozen: below(2) === 0 }),
    async () =>
      one(sessions).send(3, {
        status: one(['idle', 'dnd']),
        afk: false,
        since: 0,
        activities: [{ name: 'x', type: 0 }],
      }),
    async () => one(sessions).send(4, { guild_id: guild, channel_id: channel, self_mute: true, self_deaf: false }),
  ]
  await one(changes)()
}

for (const seed of [1, 2]) {
  test(`everything readable is that of the start after random changes and a reset (seed ${seed})`, async () => {
    await using platform = await startPlatform({ world, databaseUrl: null, rateLimits: 'off' })
    const control = api(platform.control.url, `Bearer ${platform.control.key}`)
    await control.patch('/clock', { frozen: true })
    const fresh = await readable(platform)
    const { guilds = {}, users = {} } = platform.world ?? {}
    const tokens = Object.entries(people(platform))
    const sessions = await Promise.all(tokens.map(() => RawGateway.connect(platform.gateway)))
    await Promise.all(
      sessions.map((session, n) => session.identify({ token: tokens[n]?.[1] ?? '', intents: ALL_INTENTS })),
    )
    const below = numbersOf(seed)
    const scene: Scene = {
      callers: Object.fromEntries(
        tokens.map(([name, token]) => [name, api(platform.api, authorizationOf(name, token))]),
      ),
      sessions,
      control,
      ids: {
        guild: Object.values(guilds).map(({ id }) => id),
        channel: Object.values(guilds).flatMap(({ channels }) => Object.values(channels).map(({ id }) => id)),
        message: ['1'],
        role: Object.values(guilds).flatMap(({ id, roles }) => [
          id,
          ...Object.values(roles ?? {}).map((role) => role.id),
        ]),
        user: Object.values(users).map(({ id }) => id),
      },
    }
    for (let count = 0; count < CHANGES; count += 1) await change(scene, below)
    assert.notDeepEqual(await readable(platform), fresh, 'the changes must be visible before the reset')
    for (const session of sessions) await session.drop()
    assert.equal((await control.post('/reset', { bots: 'reconnect' })).status, 200)
    await control.patch('/clock', { frozen: true })
    assert.deepEqual(await readable(platform), fresh)
  })
}
