/** A platform for tests of the gateway: two guilds, people, and a bot for each privilege of an application. */
import assert from 'node:assert/strict'
import { KNOWN_INTENTS } from '@guildhall/protocol'
import { type Api, api, type ConnectOptions, type Frame, type PayloadOf, RawGateway } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { settleNodes } from './nodes-in-turn.ts'
import { startPlatform } from './platform.ts'

export const ALL_INTENTS = KNOWN_INTENTS
export const PRIVILEGED = ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT']

export const labWorld = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {}, intents: PRIVILEGED, max_concurrency: 4 },
    plain: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { app: { permissions: '8' }, plain: {} },
      roles: { red: { permissions: '0' } },
      channels: { general: {}, other: {} },
    },
    den: { owner: 'ann', bots: { app: { permissions: '8' } }, channels: { hall: {} } },
  },
}

/** Encodings and compressions that a client may request; `compress` in Identify is the last. */
export const TRANSPORTS: readonly { name: string; query: ConnectOptions; payload?: true }[] = [
  { name: 'json', query: {} },
  { name: 'etf', query: { encoding: 'etf' } },
  { name: 'json in zlib-stream', query: { compress: 'zlib-stream' } },
  { name: 'etf in zlib-stream', query: { encoding: 'etf', compress: 'zlib-stream' } },
  { name: 'json in zstd-stream', query: { compress: 'zstd-stream' } },
  { name: 'etf in zstd-stream', query: { encoding: 'etf', compress: 'zstd-stream' } },
  { name: 'json, large payloads compressed', query: {}, payload: true },
  { name: 'etf, which has no compression of payloads', query: { encoding: 'etf' }, payload: true },
]

type Options = NonNullable<Parameters<typeof startPlatform>[0]>

/** Starts a platform whose monotonic clock the test moves, with the people and bots in it. */
export async function startLab(options: Options & { world?: unknown } = {}) {
  const wallClock = runningClock()
  const given = { world: labWorld, rateLimits: 'off', wallClock, ...options } as Options
  const platform = await startPlatform(given)
  const { world } = platform
  assert.ok(world)
  const token = (application: string) => world.applications[application]?.bot?.token ?? ''
  const personToken = (user: string) => world.users[user]?.token ?? ''
  return {
    platform,
    world,
    wallClock,
    token,
    personToken,
    userId: (user: string) => world.users[user]?.id ?? world.applications[user]?.bot?.id ?? '',
    guildId: (guild: string) => world.guilds[guild]?.id ?? '',
    channelId: (guild: string, channel: string) => world.guilds[guild]?.channels[channel]?.id ?? '',
    roleId: (guild: string, role: string) => world.guilds[guild]?.roles[role]?.id ?? '',
    person: (user: string): Api => api(platform.api, personToken(user)),
    bot: (application: string): Api => api(platform.api, `Bot ${token(application)}`),
    connect: (query: ConnectOptions = {}) => RawGateway.connect(platform.gateway, query),
    /** A bot's session after HELLO and READY. */
    async session(application: string, fields: Record<string, unknown> = {}, query: ConnectOptions = {}) {
      const gateway = await RawGateway.connect(platform.gateway, query)
      await gateway.identify({ token: token(application), intents: ALL_INTENTS, ...fields })
      return gateway
    },
    async personSession(user: string, query: ConnectOptions = {}, browser = 'test') {
      const gateway = await RawGateway.connect(platform.gateway, query)
      await gateway.identify({ token: personToken(user), properties: { os: 'test', browser, device: 'test' } })
      return gateway
    },
    /** Waits until the platform has processed earlier frames: a request takes the same way and comes after them. */
    settle: () => settleNodes(platform),
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

export type Lab = Awaited<ReturnType<typeof startLab>>

/** Selects a frame by its name and by fields of its `d`. */
export function named<E extends string>(name: E, fields: Partial<Record<string, unknown>> = {}) {
  return (frame: Frame): frame is Frame<PayloadOf<E>> =>
    frame.t === name && Object.entries(fields).every(([key, value]) => frame.d?.[key] === value)
}

/** Normalises values as JSON has them: numbers that one encoding gives as bigint and another as number become equal. */
export function plain(value: unknown): unknown {
  const text = JSON.stringify(value, (_key, entry) => (typeof entry === 'bigint' ? Number(entry) : entry))
  return text === undefined ? undefined : JSON.parse(text)
}
