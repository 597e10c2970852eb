import type { ChannelObject } from '@guildhall/protocol'
import { ChannelType, Permission } from '@guildhall/protocol/constants'
import { compareIds } from '../records/ids.ts'
import type { ClientState, GuildState } from '../records/state.ts'
import { channelIndex, channelsOf } from './channel-index.ts'
import { byPosition } from './channel-order.ts'
import { isThread } from './channels.ts'
import { permissionsIn, permissionsInGuild } from './own-permissions.ts'
import { newestMessageId } from './unread.ts'

/** Returns channels in the order of their newest messages, the last one first. */
export function newestFirst(state: Pick<ClientState, 'newest'>, channels: readonly ChannelObject[]): ChannelObject[] {
  const of = (channel: ChannelObject) => newestMessageId(state, channel) ?? channel.id
  return channels.toSorted((one, other) => compareIds(of(other), of(one)))
}

/** Returns direct messages, the one with the newest message first. */
export function sortedDms(state: ClientState): ChannelObject[] {
  return newestFirst(state, [...channelIndex(state.channels).direct])
}

/** Returns the guilds in the order in which the person joined them. */
export function sortedGuilds({ guilds }: Pick<ClientState, 'guilds'>): GuildState[] {
  return [...guilds.values()].sort((one, other) => (one.joinedAt ?? '').localeCompare(other.joinedAt ?? ''))
}

/** Channels of a guild under one category; null for those without one. */
export interface ChannelGroup {
  readonly category: ChannelObject | null
  readonly channels: readonly ChannelObject[]
}

/** Returns the channels of a guild that the person sees, by category. Empty categories are left out. */
export function channelGroups(state: ClientState, guildId: string): ChannelGroup[] {
  const { all } = channelsOf(state, guildId)
  const visible = all.filter(
    (channel) =>
      channel.type !== ChannelType.GUILD_CATEGORY &&
      !isThread(channel) &&
      (permissionsIn(state, channel) & Permission.VIEW_CHANNEL) !== 0n,
  )
  const manages = (permissionsInGuild(state, guildId) & Permission.MANAGE_CHANNELS) !== 0n
  const categories = all.filter(({ type }) => type === ChannelType.GUILD_CATEGORY).sort(byPosition)
  const within = (parent: string | null) =>
    visible.filter(({ parent_id }) => (parent_id ?? null) === parent).sort(byPosition)
  const known = new Set(categories.map(({ id }) => id))
  const loose = visible.filter(({ parent_id }) => !parent_id || !known.has(parent_id)).sort(byPosition)
  return [
    { category: null, channels: loose },
    ...categories
      .map((category) => ({ category, channels: within(category.id) }))
      .filter(({ channels }) => channels.length > 0 || manages),
  ]
}

/** Returns the active threads that the person is in by their channel, oldest first. */
export function joinedThreads(channels: Iterable<ChannelObject>): ReadonlyMap<string, readonly ChannelObject[]> {
  const joined = [...channels].filter(
    (thread) => isThread(thread) && thread.member && !thread.thread_metadata?.archived,
  )
  return Map.groupBy(
    joined.sort((one, other) => compareIds(one.id, other.id)),
    ({ parent_id }) => parent_id ?? '',
  )
}
