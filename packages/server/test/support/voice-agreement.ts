import assert from 'node:assert/strict'
import { Intent, Permission, type VoiceStateObject } from '@guildhall/protocol'
import { type Api, RawGateway, type VoiceAddress, VoiceClient } from '@guildhall/testing'
import type postgres from 'postgres'
import { unpack } from '../../src/kernel/json.ts'
import type { VoiceState } from '../../src/kernel/model.ts'
import type { PersonClient } from './person-client.ts'
import type { VoiceGuild } from './random-voice.ts'
import { until } from './until.ts'

/** A voice state as all clients, nodes and rows have it. */
type Shown = readonly unknown[]

/** A stored stream. */
interface StreamRow {
  readonly key: string
  readonly ownerId: bigint
  readonly channelId: bigint
  readonly sessionId: string
  readonly viewers: readonly (readonly [bigint, string])[]
  readonly paused: boolean
}

/** Node of a call; null if it is no live node that takes calls. */
interface CallRow {
  readonly channel: string
  readonly endpoint: string | null
}

/** Parts of a cluster that must agree. */
export interface VoiceWitnesses {
  readonly sql: postgres.Sql
  readonly guild: VoiceGuild
  readonly clients: readonly PersonClient[]
  /** Caches of other clients: connected members, by name of the client. */
  readonly caches: () => readonly (readonly [string, Iterable<VoiceStateObject>])[]
  /** Gateways of single nodes, and the token of a bot. */
  readonly gateways: readonly string[]
  readonly botToken: string
  readonly owner: Api
}

/** Voice states, calls and streams as rows. */
interface Stored {
  readonly states: readonly VoiceState[]
  readonly streams: readonly StreamRow[]
  readonly calls: readonly CallRow[]
  /** Ids of sessions that a node has or keeps. */
  readonly sessions: ReadonlySet<string>
}

function shownRow(state: VoiceState): Shown {
  const { user_id, channel_id, session_id, self_mute, self_deaf, self_stream, self_video, mute, deaf, suppress } = state
  return [
    `${user_id}`,
    `${channel_id}`,
    session_id,
    self_mute,
    self_deaf,
    self_stream,
    self_video,
    mute,
    deaf,
    suppress,
  ]
}

function shownState(state: VoiceStateObject): Shown {
  const { user_id, channel_id, session_id, self_mute, self_deaf, self_stream = false, self_video } = state
  const { mute, deaf, suppress } = state
  return [user_id, channel_id, session_id, self_mute, self_deaf, self_stream, self_video, mute, deaf, suppress]
}

const sorted = (rows: readonly Shown[]) => rows.map((row) => JSON.stringify(row)).sort()

async function readRows(sql: postgres.Sql): Promise<Stored> {
  const [states, streams, calls, sessions] = await sql.begin('isolation level repeatable read', async (work) => [
    await work<{ data: string }[]>`SELECT data FROM voice_states`,
    await work<{ data: string }[]>`SELECT data FROM streams`,
    await work<CallRow[]>`SELECT voice_calls.channel_id::text AS channel, nodes.voice AS endpoint FROM voice_calls
      LEFT JOIN nodes ON nodes.name = voice_calls.node AND nodes.epoch = voice_calls.epoch
        AND nodes.expires_at > clock_timestamp()`,
    await work<{ id: string }[]>`SELECT id FROM node_sessions`,
  ])
  return {
    states: states.map(({ data }) => unpack<VoiceState>(data)),
    streams: streams.map(({ data }) => unpack<StreamRow>(data)),
    calls,
    sessions: new Set(sessions.map(({ id }) => id)),
  }
}

/** Collects differences, each with a name. */
class Differences {
  readonly all: string[] = []

  expect(name: string, actual: unknown, expected: unknown): void {
    try {
      assert.deepEqual(actual, expected)
    } catch (error) {
      this.all.push(`${name}: ${(error as Error).message}`)
    }
  }
}

/** Compares the rows with each other: sessions, calls and streams that belong together. */
function compareRows({ states, streams, calls, sessions }: Stored, found: Differences): void {
  const lost = states.filter(({ session_id }) => !sessions.has(session_id))
  found.expect('voice states without a session', lost.map(shownRow), [])
  const channels = [...new Set(states.map(({ channel_id }) => `${channel_id}`))].sort()
  found.expect('channels that have a node', calls.map(({ channel }) => channel).sort(), channels)
  found.expect(
    'calls without a live node',
    calls.filter(({ endpoint }) => endpoint === null),
    [],
  )
  const isIn = (stream: StreamRow, userId: bigint, sessionId: string) =>
    states.some(
      (state) => state.user_id === userId && state.session_id === sessionId && state.channel_id === stream.channelId,
    )
  for (const stream of streams) {
    const { key, ownerId, sessionId, viewers } = stream
    found.expect(`owner of ${key} is there`, isIn(stream, ownerId, sessionId), true)
    found.expect(
      `gone viewers of ${key}`,
      viewers.filter(([userId, id]) => !isIn(stream, userId, id)),
      [],
    )
  }
  const sharing = states.filter(({ self_stream }) => self_stream).map(({ user_id }) => `${user_id}`)
  found.expect('users with self_stream', sharing.sort(), streams.map(({ ownerId }) => `${ownerId}`).sort())
}

/** Compares the cache of a person's session with the rows. */
function comparePerson(client: PersonClient, index: number, { states, streams, calls }: Stored, found: Differences) {
  const name = `client ${index} of ${client.userId}, session ${client.sessionId}`
  found.expect(`${name}: events of streams that it is not in`, client.misdirected, [])
  const takesPart = ({ ownerId, sessionId, viewers }: StreamRow) =>
    [[ownerId, sessionId] as const, ...viewers].some(
      ([userId, id]) => `${userId}` === client.userId && id === client.sessionId,
    )
  const expected = streams.filter(takesPart).map(({ key, viewers, paused, channelId }) => {
    const ids = viewers.map(([userId]) => `${userId}`).sort()
    return [key, ids, paused, calls.find(({ channel }) => channel === `${channelId}`)?.endpoint]
  })
  const known = [...client.streams].map(([key, { viewers, paused, server }]) => {
    return [key, [...viewers].sort(), paused, server?.endpoint]
  })
  found.expect(`${name}: streams`, sorted(known), sorted(expected))
  const own = states.find(
    ({ user_id, session_id }) => `${user_id}` === client.userId && session_id === client.sessionId,
  )
  if (!own) return
  const host = calls.find(({ channel }) => channel === `${own.channel_id}`)?.endpoint
  found.expect(`${name}: voice server`, client.server?.endpoint, host)
}

/** Returns the voice states that GUILD_CREATE of a new session at a node has. */
async function statesAt(gateway: string, token: string): Promise<VoiceStateObject[]> {
  const intents = Intent.GUILDS | Intent.GUILD_VOICE_STATES
  const session = await RawGateway.open(gateway, { token, intents })
  try {
    return (await session.next<{ voice_states: VoiceStateObject[] }>('GUILD_CREATE')).d.voice_states
  } finally {
    await session.close()
  }
}

interface GuildRules {
  readonly afkId: string | null
  readonly overwrites: readonly { readonly id: string; readonly deny: string }[]
}

async function rulesOf(owner: Api, { guildId, lounge }: VoiceGuild): Promise<GuildRules> {
  const [{ body: guild }, { body: channel }] = await Promise.all([
    owner.get<{ afk_channel_id: string | null }>(`/guilds/${guildId}`),
    owner.get<{ permission_overwrites: GuildRules['overwrites'] }>(`/channels/${lounge}`),
  ])
  return { afkId: guild.afk_channel_id, overwrites: channel.permission_overwrites }
}

/** Compares voice states and streams with what the guild permits. */
function compareRules({ afkId, overwrites }: GuildRules, lounge: string, stored: Stored, found: Differences): void {
  const isDenied = (userId: bigint, permission: bigint) =>
    overwrites.some(({ id, deny }) => id === `${userId}` && (BigInt(deny) & permission) !== 0n)
  const inLounge = stored.states.filter(({ channel_id }) => `${channel_id}` === lounge)
  const unconnectable = inLounge.filter(({ user_id }) => isDenied(user_id, Permission.CONNECT))
  found.expect('members without CONNECT', unconnectable.map(shownRow), [])
  const unstreamable = inLounge.filter(
    ({ user_id, self_stream }) => self_stream && isDenied(user_id, Permission.STREAM),
  )
  found.expect('streams without STREAM', unstreamable.map(shownRow), [])
  const misheard = stored.states.filter(({ suppress, channel_id }) => suppress !== (`${channel_id}` === afkId))
  found.expect('members who are suppressed, or not, against the AFK channel', misheard.map(shownRow), [])
}

async function differences(witnesses: VoiceWitnesses): Promise<readonly string[]> {
  const { sql, guild, clients, caches, gateways, botToken, owner } = witnesses
  const found = new Differences()
  const atNodes = await Promise.all(gateways.map((gateway) => statesAt(gateway, botToken)))
  const rules = await rulesOf(owner, guild)
  const stored = await readRows(sql)
  const states = sorted(stored.states.map(shownRow))
  compareRows(stored, found)
  compareRules(rules, guild.lounge, stored, found)
  for (const [index, of] of atNodes.entries())
    found.expect(`voice states of node ${index}`, sorted(of.map(shownState)), states)
  for (const [name, cache] of caches())
    found.expect(`voice states of ${name}`, sorted([...cache].map(shownState)), states)
  for (const [index, client] of clients.entries()) {
    const own = [...client.statesIn(guild.guildId).values()]
    found.expect(`voice states of client ${index}`, sorted(own.map(shownState)), states)
    comparePerson(client, index, stored, found)
  }
  return found.all
}

/** Runs a task. Its failure names what clients sent and received last. */
export async function withHistories(clients: readonly PersonClient[], task: () => Promise<void>): Promise<void> {
  try {
    await task()
  } catch (error) {
    const histories = clients.map(({ history }, index) => [`client ${index}:`, ...history].join('\n  '))
    throw new Error([(error as Error).message, ...histories].join('\n'), { cause: error })
  }
}

/** Waits until rows, nodes and clients agree about voice states, the nodes of calls, and streams. */
export async function untilVoiceAgrees(where: string, witnesses: VoiceWitnesses): Promise<void> {
  let left: readonly string[] = []
  await withHistories(witnesses.clients, async () => {
    try {
      await until(`${where}: voice agrees`, async () => {
        left = await differences(witnesses)
        return left.length === 0
      })
    } catch (error) {
      throw new Error([(error as Error).message, ...left].join('\n'), { cause: error })
    }
  })
}

/**
 * Connects each session to the call and the streams that it takes part in, by the addresses that it was sent last.
 * Returns the number of connections.
 */
export async function connectAll(where: string, guild: VoiceGuild, clients: readonly PersonClient[]): Promise<number> {
  const addresses = clients.flatMap((client) => addressesOf(guild, client))
  for (const address of addresses) {
    const { userId, channelId, endpoint } = address
    const voice = await VoiceClient.connect(address, address).catch((error: unknown) => {
      throw new Error(`${where}: ${userId} cannot connect to ${channelId} at ${endpoint}`, { cause: error })
    })
    await voice.leave()
  }
  return addresses.length
}

function addressesOf({ guildId }: VoiceGuild, client: PersonClient): VoiceAddress[] {
  const { userId, sessionId, server, streams } = client
  const state = client.statesIn(guildId).get(userId)
  if (sessionId === null || state?.session_id !== sessionId || state.channel_id === null) return []
  const ofCall = server && { ...server, serverId: guildId, channelId: state.channel_id }
  const ofStreams = [...streams.values()].map((stream) => stream.server && { ...stream, ...stream.server })
  return [ofCall, ...ofStreams].flatMap((place) => {
    if (!place) return []
    const { endpoint, token, serverId, channelId } = place
    return { endpoint, token, serverId, channelId, userId, sessionId }
  })
}
