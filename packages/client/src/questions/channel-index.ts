import type { ChannelObject } from '@guildhall/protocol'
import { isDm, isThread } from './channels.ts'

/** Channels of one guild. */
export interface GuildChannels {
  /** Channels and threads of the guild. */
  readonly all: readonly ChannelObject[]
  /** Threads by the id of their channel. */
  readonly threads: ReadonlyMap<string, readonly ChannelObject[]>
}

/** The channels of the records by what they belong to. */
export interface ChannelIndex {
  readonly byGuild: ReadonlyMap<string, GuildChannels>
  readonly direct: readonly ChannelObject[]
}

type Channels = ReadonlyMap<string, ChannelObject>

const NO_CHANNELS: GuildChannels = { all: [], threads: new Map() }
const EMPTY: ChannelIndex = { byGuild: new Map(), direct: [] }
/** Index of each version of the channels that still exists. */
const known = new WeakMap<Channels, ChannelIndex>()
let latest = EMPTY

/**
 * Returns the index of channels, worked out once for each version of them. Guilds whose channels did not change keep
 * their entries, so that a view of one guild is not rendered for a change in another.
 */
export function channelIndex(channels: Channels): ChannelIndex {
  const found = known.get(channels)
  if (found) return found
  const lists = new Map<string, ChannelObject[]>()
  const direct: ChannelObject[] = []
  for (const channel of channels.values()) {
    const list = channel.guild_id ? lists.get(channel.guild_id) : undefined
    if (list) list.push(channel)
    else if (channel.guild_id) lists.set(channel.guild_id, [channel])
    else if (isDm(channel)) direct.push(channel)
  }
  const byGuild = new Map<string, GuildChannels>()
  for (const [guildId, list] of lists) byGuild.set(guildId, entryOf(list, latest.byGuild.get(guildId)))
  latest = { byGuild, direct: same(direct, latest.direct) ? latest.direct : direct }
  known.set(channels, latest)
  return latest
}

/** Returns the channels of a guild. */
export function channelsOf({ channels }: { readonly channels: Channels }, guildId: string): GuildChannels {
  return channelIndex(channels).byGuild.get(guildId) ?? NO_CHANNELS
}

/** Returns the threads of a channel. */
export function threadsOf(state: { readonly channels: Channels }, channel: ChannelObject): readonly ChannelObject[] {
  return channelsOf(state, channel.guild_id ?? '').threads.get(channel.id) ?? NO_CHANNELS.all
}

function entryOf(all: readonly ChannelObject[], before: GuildChannels | undefined): GuildChannels {
  if (before && same(all, before.all)) return before
  const threads = new Map<string, ChannelObject[]>()
  for (const channel of all) {
    if (!isThread(channel)) continue
    const list = threads.get(channel.parent_id ?? '')
    if (list) list.push(channel)
    else threads.set(channel.parent_id ?? '', [channel])
  }
  const kept = [...threads].map(([id, list]) => {
    const former = before?.threads.get(id)
    return [id, former && same(list, former) ? former : list] as const
  })
  return { all, threads: new Map(kept) }
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index])
}
