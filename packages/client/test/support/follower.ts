import { ChannelFlag, type ChannelObject } from '@guildhall/protocol'
import { GatewayConnection } from '../../src/index.ts'
import { newestMessageId } from '../../src/questions/index.ts'
import { byId, type ClientState, EMPTY, reduceEvent, timeOfId } from '../../src/records/index.ts'

/** A message about a new member follows the moment of the membership by less. */
const JOINED_MS = 1_000

/** Fields of Identify that differ between clients. */
export interface IdentifyFields {
  readonly intents?: number
  readonly shard?: readonly [number, number]
}

/** A client of one person or bot that keeps its records by the events of its session. */
export class Follower {
  readonly connection: GatewayConnection
  state: ClientState = EMPTY
  #changed = () => {}

  private constructor(url: string, token: string, fields: IdentifyFields) {
    this.connection = new GatewayConnection({
      url,
      token,
      identify: () => ({ intents: 0, properties: {}, ...fields }),
      onDispatch: (name, data) => {
        this.state = reduceEvent(this.state, name, data, Date.now())
        this.#changed()
      },
      onStatus: () => {},
    })
  }

  /** Connects. Returns the client once READY and all guilds have come. */
  static async start(url: string, token: string, fields: IdentifyFields = {}): Promise<Follower> {
    const follower = new Follower(url, token, fields)
    const announced = new Promise<readonly { id: string }[]>((resolve) =>
      follower.connection.on('READY', ({ guilds }) => resolve(guilds)),
    )
    const guilds = await announced
    await follower.until((state) => guilds.every(({ id }) => state.guilds.has(id)))
    return follower
  }

  /** Waits until the records fulfil a condition. */
  until(condition: (state: ClientState) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = () => condition(this.state) && resolve()
      this.#changed()
    })
  }
}

/**
 * Returns what a fresh READY and its guilds contain, as plain objects. `told` are the read states that a client has.
 */
export function contentOf(state: ClientState, told: ClientState['reads']) {
  const { guilds, channels, self, locale, presences, relationships, reads, calls, activities } = state
  return {
    self,
    locale,
    presences: byKey(presences),
    relationships: byKey(relationships),
    // Read states that a session has received. A person who leaves a group or joins a guild is the author of a message
    // about that, which the platform counts as read and does not send. READY leaves out read states of some threads.
    // Mentions stay counted whose message is deleted before it is read.
    reads: byKey(
      new Map(
        [...reads]
          .filter(([id, read]) => read.lastReadId && told.get(id)?.lastReadId && isChannel(channels.get(id)))
          .map(([id, read]) => [id, readSinceJoin(state, id, read.lastReadId)]),
      ),
    ),
    calls: byKey(calls, ({ ringing, states }) => ({ ringing, states: byKey(states) })),
    activities: byKey(activities),
    // READY has no archived threads. Records keep those that were open, or that a list of them has shown.
    channels: byKey(
      new Map([...channels].filter(([, { thread_metadata }]) => !thread_metadata?.archived)),
      // A thread that its author joins by a message comes with counts that have it, before the message itself.
      ({ message_count, total_message_sent, ...channel }) => ({
        ...(isHidden(channel) ? hiddenContent(channel) : channel),
        last_message_id: newestMessageId(state, channel),
        recipients: byKey(byId(channel.recipients)),
      }),
    ),
    guilds: byKey(guilds, ({ guild, roles, emojis, stickers, members, ...rest }) => ({
      guild,
      joinedAt: rest.joinedAt,
      memberCount: rest.memberCount,
      unavailable: rest.unavailable,
      roles: byKey(roles),
      emojis: byKey(emojis),
      stickers: byKey(stickers),
      members: byKey(members),
      presences: byKey(rest.presences),
      voiceStates: byKey(rest.voiceStates),
      stages: byKey(rest.stages),
      events: byKey(rest.events),
    })),
  }
}

/** Returns the message up to which somebody has read a channel; of those from before they joined the guild, any. */
function readSinceJoin({ channels, guilds }: ClientState, channelId: string, lastReadId: string | null) {
  const joinedAt = guilds.get(channels.get(channelId)?.guild_id ?? '')?.joinedAt
  const isOlder = lastReadId && joinedAt && timeOfId(lastReadId) < Date.parse(joinedAt) + JOINED_MS
  return isOlder ? 'joined' : lastReadId
}

function isHidden({ flags = 0 }: Pick<ChannelObject, 'flags'>): boolean {
  return (flags & ChannelFlag.CHANNEL_OBFUSCATED) !== 0
}

/** Returns what a bot knows of a hidden channel. Records keep other fields from when it was visible. */
function hiddenContent({ id, type, name, guild_id, position, parent_id, flags, topic }: Partial<ChannelObject>) {
  return { id, type, name, guild_id, position, parent_id, flags, topic }
}

function isChannel(channel: ChannelObject | undefined): boolean {
  return channel !== undefined && channel.thread_metadata === undefined
}

function byKey<V>(map: ReadonlyMap<string, V>, content: (value: V) => unknown = (value) => value) {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, content(value)]))
}

/** Returns the places at which followed records differ from those that began anew, with both values. */
export function differences(followed: unknown, begun: unknown, path = ''): string[] {
  if (Object.is(followed, begun)) return []
  if (typeof followed !== 'object' || typeof begun !== 'object' || !followed || !begun)
    return [`${path}: ${JSON.stringify(followed)} instead of ${JSON.stringify(begun)}`]
  return [...new Set([...Object.keys(followed), ...Object.keys(begun)])].flatMap((key) =>
    differences(Reflect.get(followed, key), Reflect.get(begun, key), `${path}/${key}`),
  )
}
