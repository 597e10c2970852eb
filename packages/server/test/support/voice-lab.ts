/** A platform with voice channels, and people and bots that join calls with the client of the testing package. */
import assert from 'node:assert/strict'
import { Intent } from '@guildhall/protocol'
import { api, RawGateway, type TestPlatform, VoiceClient, type VoiceJoin } from '@guildhall/testing'
import { startPlatform } from './platform.ts'

const INTENTS = Intent.GUILDS | Intent.GUILD_VOICE_STATES

export const voiceWorld = {
  users: { ann: {}, bob: {}, eve: {} },
  applications: Object.fromEntries(['one', 'two', 'three', 'four'].map((name) => [name, { owner: 'ann', bot: {} }])),
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve'],
      bots: { one: { permissions: '8' }, two: {}, three: {}, four: {} },
      channels: {
        general: {},
        lounge: { type: 2 },
        other: { type: 2 },
        small: { type: 2, user_limit: 2 },
        stage: { type: 13 },
      },
    },
  },
}

type Options = NonNullable<Parameters<typeof startPlatform>[0]>

/** Starts the platform. `join` resolves with a client that is described by the voice server. */
export async function startVoiceLab(options: Options = {}) {
  const platform: TestPlatform = await startPlatform({ world: voiceWorld, rateLimits: 'off', ...options } as Options)
  const { world } = platform
  assert.ok(world)
  const token = (name: string) => world.users[name]?.token ?? world.applications[name]?.bot?.token ?? ''
  const channel = (name: string) => world.guilds.lab?.channels[name]?.id ?? ''
  const guildId = world.guilds.lab?.id ?? ''
  const gateway = async (name: string) => {
    const connected = await RawGateway.connect(platform.gateway)
    await connected.identify({ token: token(name), intents: INTENTS })
    await connected.next('GUILD_CREATE')
    return connected
  }
  return {
    platform,
    world,
    guildId,
    channel,
    gateway,
    userId: (name: string) => world.users[name]?.id ?? world.applications[name]?.bot?.id ?? '',
    http: (name: string) => api(platform.api, world.users[name] ? token(name) : `Bot ${token(name)}`),
    /** Opens a gateway session and joins a channel of the guild. */
    async join(name: string, where: string, how: Partial<VoiceJoin> = {}) {
      const session = await gateway(name)
      const voice = await VoiceClient.join(session, { guildId, channelId: channel(where), ...how })
      return { session, voice, userId: voice.address.userId }
    },
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

export type VoiceLab = Awaited<ReturnType<typeof startVoiceLab>>

/** Returns frames that look like Opus and differ from each other. */
export function frames(count: number, mark = 0): Buffer[] {
  return Array.from({ length: count }, (_, n) => {
    const frame = Buffer.alloc(60, n & 0xff)
    frame[0] = 0x78
    frame.writeUInt16BE(n, 1)
    frame[3] = mark
    return frame
  })
}
