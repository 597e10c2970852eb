import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { GatewayOp, Permission } from '@guildhall/protocol'
import type { Answer, Api } from '@guildhall/testing'
import type { PersonClient } from './person-client.ts'

/** Guild in which people call each other, with its voice channels. */
export interface VoiceGuild {
  readonly guildId: string
  /** Members lose and receive CONNECT and STREAM here. Nobody is moved here. */
  readonly lounge: string
  readonly den: string
  readonly quiet: string
}

interface VoiceParts {
  readonly guild: VoiceGuild
  readonly clients: readonly PersonClient[]
  /** Requests of the owner to whichever node. */
  readonly owner: Api
  /** Moves the platform date forward by the AFK timeout. */
  readonly forward: () => Promise<unknown>
  readonly random: (below: number) => number
}

/** AFK timeout of the guild. */
export const AFK_SECONDS = 60
/** Pause between two actions, at most. */
const PAUSE_MS = 60
/** Codes of requests about a member who is in no call, or has no overwrite. */
const REFUSED: readonly unknown[] = [40_032, 10_009]
/** `type` of an overwrite for a member. */
const MEMBER = 1

/** Asks to be in a voice channel; null to leave. */
export function askForVoice(client: PersonClient, { guildId }: VoiceGuild, channelId: string | null, isMuted = false) {
  client.send(GatewayOp.VOICE_STATE_UPDATE, {
    ...{ guild_id: guildId, channel_id: channelId },
    ...{ self_mute: isMuted, self_deaf: false },
  })
}

/** Asks to share a screen in a channel. */
export function askToShare(client: PersonClient, { guildId }: VoiceGuild, channelId: string): void {
  client.send(GatewayOp.STREAM_CREATE, { type: 'guild', guild_id: guildId, channel_id: channelId })
}

/** Asks to watch the screen of a user in a channel. */
export function askToWatch(client: PersonClient, guild: VoiceGuild, channelId: string, userId: string): void {
  client.send(GatewayOp.STREAM_WATCH, { stream_key: keyOf(guild, channelId, userId) })
}

/** Returns the key of the stream of a user. */
export function keyOf({ guildId }: VoiceGuild, channelId: string, userId: string): string {
  return `guild:${guildId}:${channelId}:${userId}`
}

/** Returns commands of random sessions: to join, move, leave, mute, share a screen and watch one. */
function ofPeople({ guild, clients, random }: VoiceParts): (() => void)[] {
  const channels = [guild.lounge, guild.den, guild.quiet]
  const one = () => clients[random(clients.length)] as PersonClient
  const channel = () => channels[random(channels.length)] as string
  const placeOf = (client: PersonClient) => client.statesIn(guild.guildId).get(client.userId)?.channel_id ?? channel()
  const askOwn = (op: number, fields: object = {}) => {
    const client = one()
    client.send(op, { stream_key: keyOf(guild, placeOf(client), client.userId), ...fields })
  }
  const askOther = (op: number, isWatched: boolean) => {
    const client = one()
    const owner = one().userId
    const key = keyOf(guild, placeOf(client), owner)
    // A refusal to watch the own screen, or one that is watched, would look like its end.
    if (owner !== client.userId && client.streams.has(key) === isWatched) client.send(op, { stream_key: key })
  }
  const watch = () => askOther(GatewayOp.STREAM_WATCH, false)
  const join = () => askForVoice(one(), guild, channel(), random(2) === 0)
  const share = () => {
    const client = one()
    askToShare(client, guild, placeOf(client))
  }
  return [
    ...[join, join, join, share, share, watch, watch],
    () => askForVoice(one(), guild, null),
    () => askOther(GatewayOp.STREAM_DELETE, true),
    () => askOwn(GatewayOp.STREAM_DELETE),
    () => askOwn(GatewayOp.STREAM_SET_PAUSED, { paused: random(2) === 0 }),
  ]
}

/** Returns requests of the owner: about members in calls, their permissions, and the AFK channel. */
function ofOwner({ guild, clients, owner, random }: VoiceParts): (() => Promise<Answer>)[] {
  const userId = () => (clients[random(clients.length)] as PersonClient).userId
  const editMember = (change: object) => owner.patch(`/guilds/${guild.guildId}/members/${userId()}`, change)
  const overwrite = () => `/channels/${guild.lounge}/permissions/${userId()}`
  const deny = (permission: bigint) => owner.put(overwrite(), { type: MEMBER, allow: '0', deny: String(permission) })
  return [
    () => editMember({ channel_id: null }),
    () => editMember({ channel_id: guild.den }),
    () => editMember({ mute: random(2) === 0 }),
    () => deny(Permission.CONNECT),
    () => deny(Permission.STREAM),
    () => owner.delete(overwrite()),
    () => {
      const afk = [guild.quiet, guild.den, null][random(3)]
      return owner.patch(`/guilds/${guild.guildId}`, { afk_channel_id: afk, afk_timeout: AFK_SECONDS })
    },
  ]
}

/** Changes voice states and streams at random. A request whose node ends may or may not be carried out. */
export async function changeVoice(parts: VoiceParts, count: number): Promise<void> {
  const { random, forward } = parts
  const ask = async (request: () => Promise<Answer>) => {
    const response = await request().catch(() => null)
    if (!response || response.status < 300 || response.status === 503) return
    assert.ok(REFUSED.includes(response.code), JSON.stringify(response.body))
  }
  const actions = [
    ...ofPeople(parts),
    ...ofOwner(parts).map((request) => () => ask(request)),
    // Members who are idle move to the AFK channel.
    () => forward().catch(() => undefined),
  ]
  for (let done = 0; done < count; done += 1) {
    await actions[random(actions.length)]?.()
    await pause(random(PAUSE_MS))
  }
}
