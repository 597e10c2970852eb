import { type ChannelObject, ChannelType, type MemberObject, Permission, type UserObject } from '@guildhall/protocol'
import { byPosition } from '../lib/channel-order.ts'
import { compareIds, timeOfId } from '../lib/ids.ts'
import { channelPermissions, guildPermissions } from '../lib/permissions.ts'
import type { ClientState, GuildState, ShownMessage } from './state.ts'

/** Returns whether a channel is a thread. */
export function isThread(channel: Pick<ChannelObject, 'type'>): boolean {
  return channel.type >= ChannelType.ANNOUNCEMENT_THREAD && channel.type <= ChannelType.PRIVATE_THREAD
}

/** Returns whether a channel is a direct message, with one person or several. */
export function isDm(channel: Pick<ChannelObject, 'type'>): boolean {
  return channel.type === ChannelType.DM || channel.type === ChannelType.GROUP_DM
}

const TEXT_TYPES: ReadonlySet<number> = new Set([
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_STAGE_VOICE,
  ChannelType.DM,
  ChannelType.GROUP_DM,
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
])

/** Returns whether messages are posted in a channel itself: not in a category or forum. */
export function holdsMessages(channel: Pick<ChannelObject, 'type'>): boolean {
  return TEXT_TYPES.has(channel.type)
}

/** Returns the person's permissions in a channel. In direct messages a person may do all that a channel offers. */
export function permissionsIn(state: ClientState, channel: ChannelObject): bigint {
  const guild = channel.guild_id ? state.guilds.get(channel.guild_id) : undefined
  if (!guild || !state.self) return ~0n
  const facts = factsOf(guild, state.self.id)
  const parent = isThread(channel) ? state.channels.get(channel.parent_id ?? '') : undefined
  const permissions = channelPermissions(facts, parent ?? channel)
  if (!isThread(channel)) return permissions
  const sends = permissions & Permission.SEND_MESSAGES_IN_THREADS ? Permission.SEND_MESSAGES : 0n
  return (permissions & ~Permission.SEND_MESSAGES) | sends
}

/** Returns the person's permissions in a guild. */
export function permissionsInGuild(state: ClientState, guildId: string): bigint {
  const guild = state.guilds.get(guildId)
  return guild && state.self ? guildPermissions(factsOf(guild, state.self.id)) : 0n
}

function factsOf({ guild, roles, members }: GuildState, userId: string) {
  const member = members.get(userId)
  const until = member?.communication_disabled_until ?? null
  return { guild, roles, member: { userId, roles: member?.roles ?? [], communication_disabled_until: until } }
}

/** Returns the other user of a direct message. */
export function dmPartner(channel: ChannelObject, selfId: string | undefined): UserObject | undefined {
  return channel.recipients?.find(({ id }) => id !== selfId) ?? channel.recipients?.[0]
}

/** Returns the name of a channel without a sign before it. A DM has the user name of its other user. */
export function channelName(channel: ChannelObject, selfId: string | undefined): string {
  if (channel.type === ChannelType.DM) return dmPartner(channel, selfId)?.username ?? 'unknown'
  if (channel.type === ChannelType.GROUP_DM && !channel.name) {
    return (channel.recipients ?? []).map(({ username }) => username).join(', ') || 'Group'
  }
  return channel.name ?? 'unknown'
}

/** Returns the name of a channel in the app's labels: `#general`, `@bob`, or a thread's plain name. */
export function channelLabel(channel: ChannelObject, selfId: string | undefined): string {
  const name = channelName(channel, selfId)
  return channel.type === ChannelType.DM ? `@${name}` : name
}

/** Returns the name that a user has in a guild or outside. */
export function displayName(
  user: Pick<UserObject, 'username' | 'global_name'>,
  member?: Pick<MemberObject, 'nick'> | null,
): string {
  return member?.nick ?? user.global_name ?? user.username
}

/** Returns the id of the newest message of a channel, or null if it has none. */
export function newestMessageId({ newest }: Pick<ClientState, 'newest'>, channel: ChannelObject): string | null {
  const loaded = channel.last_message_id ?? null
  const arrived = newest.get(channel.id)
  if (arrived === undefined) return loaded
  return loaded === null || compareIds(arrived, loaded) > 0 ? arrived : loaded
}

/** Returns channels in the order of their newest messages, the last one first. */
export function newestFirst(state: Pick<ClientState, 'newest'>, channels: readonly ChannelObject[]): ChannelObject[] {
  const of = (channel: ChannelObject) => newestMessageId(state, channel) ?? channel.id
  return channels.toSorted((one, other) => compareIds(of(other), of(one)))
}

/** Returns direct messages, the one with the newest message first. */
export function sortedDms(state: ClientState): ChannelObject[] {
  return newestFirst(state, [...state.channels.values()].filter(isDm))
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
  const all = [...state.channels.values()].filter(({ guild_id }) => guild_id === guildId)
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

/** Returns whether a channel has messages that the person has not read. */
export function isUnread(state: ClientState, channel: ChannelObject): boolean {
  const read = state.reads.get(channel.id)
  const newest = newestMessageId(state, channel)
  if (!newest || !holdsMessages(channel)) return false
  // A thread that the person is not in is not followed.
  if (isThread(channel) && !channel.member) return false
  if (read?.lastReadId) return compareIds(newest, read.lastReadId) > 0
  // A channel that was never opened has what was written since the person came.
  const joinedAt = state.guilds.get(channel.guild_id ?? '')?.joinedAt
  return !joinedAt || timeOfId(newest) > Date.parse(joinedAt)
}

/** Returns whether a message in a guild mentions the person: by name, by a role, or as everyone. */
export function mentionsPerson({ self, guilds, channels }: ClientState, message: ShownMessage): boolean {
  if (!self) return false
  if (message.mention_everyone || message.mentions.some(({ id }) => id === self.id)) return true
  const guild = guilds.get(channels.get(message.channel_id)?.guild_id ?? '')
  const roles = guild?.members.get(self.id)?.roles ?? []
  return message.mention_roles.some((role) => roles.includes(role))
}

/** Returns the number of unread messages that mention the person. */
export function mentionCount(state: ClientState, channelId: string): number {
  return state.reads.get(channelId)?.mentions ?? 0
}
