import type { ChannelObject, MemberObject, UserObject } from '@guildhall/protocol'
import { ChannelType } from '@guildhall/protocol/constants'

/** Returns whether a channel is a thread. */
export function isThread({ type }: Pick<ChannelObject, 'type'>): boolean {
  return type >= ChannelType.ANNOUNCEMENT_THREAD && type <= ChannelType.PRIVATE_THREAD
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
