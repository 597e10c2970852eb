import { type ChannelObject, Permission } from '@guildhall/protocol'
import type { ClientState } from '../records/state.ts'
import { isThread } from './channels.ts'
import {
  channelPermissions,
  DIRECT_PERMISSIONS,
  guildPermissions,
  memberFacts,
  restrictedUntil,
  restrictionOf,
} from './permissions.ts'
import { allowed, type Decision, needs, refused } from './refusal.ts'

/** Returns the person's permissions in a channel at the time of the state. In direct messages they have all. */
export function permissionsIn(state: ClientState, channel: ChannelObject): bigint {
  const guild = channel.guild_id ? state.guilds.get(channel.guild_id) : undefined
  if (!guild || !state.self) return DIRECT_PERMISSIONS
  const member = memberFacts(state.self.id, guild.members.get(state.self.id))
  const parent = isThread(channel) ? state.channels.get(channel.parent_id ?? '') : undefined
  return channelPermissions(guild, member, { channel, parent }, state.now)
}

/** Decides whether the person can write in a channel at the time of the state. */
export function maySend(state: ClientState, channel: ChannelObject): Decision {
  if ((permissionsIn(state, channel) & Permission.SEND_MESSAGES) !== 0n) return allowed
  const { self, now } = state
  const member = self && state.guilds.get(channel.guild_id ?? '')?.members.get(self.id)
  const facts = member && memberFacts(self.id, member)
  const restriction = facts && restrictionOf(facts, now)
  if (!restriction) return needs('SEND_MESSAGES')
  return restriction === 'timed out' ? refused(restriction, restrictedUntil(facts, now)) : refused(restriction)
}

/** Returns the person's permissions in a guild at the time of the state. */
export function permissionsInGuild(state: ClientState, guildId: string): bigint {
  const guild = state.guilds.get(guildId)
  if (!guild || !state.self) return 0n
  return guildPermissions(guild, memberFacts(state.self.id, guild.members.get(state.self.id)), state.now)
}

/**
 * Returns the next time in milliseconds at which something in the state changes without an event: a timeout of the
 * person ends, or a user is no longer shown as typing. Infinite for none.
 */
export function nextDeadline({ guilds, self, typing, now }: ClientState): number {
  let next = Number.POSITIVE_INFINITY
  for (const { members } of guilds.values()) {
    const member = members.get(self?.id ?? '')
    if (self && member) next = Math.min(next, restrictedUntil(memberFacts(self.id, member), now))
  }
  for (const users of typing.values()) for (const until of users.values()) next = Math.min(next, until)
  return next
}
