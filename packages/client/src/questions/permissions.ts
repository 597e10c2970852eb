import type { ChannelObject, GuildObject, MemberObject, OverwriteBits, RoleObject } from '@guildhall/protocol'
import {
  ALL_PERMISSIONS,
  basePermissions,
  channelPermissions as channelRule,
  implicitPermissions,
  MemberFlag,
  timedOutPermissions,
} from '@guildhall/protocol/constants'
import { isThread } from './channels.ts'

/** A guild as far as permissions depend on it. */
export interface GuildFacts {
  readonly guild: Pick<GuildObject, 'id' | 'owner_id'>
  readonly roles: ReadonlyMap<string, Pick<RoleObject, 'id' | 'permissions'>>
}

/** A member as far as permissions depend on it. */
export interface MemberFacts extends Pick<MemberObject, 'roles'> {
  readonly userId: string
  readonly communication_disabled_until?: string | null | undefined
  readonly pending?: boolean | undefined
  readonly flags?: number | undefined
}

/** A channel as far as permissions depend on it. A thread takes the overwrites of `parent`. */
export interface ChannelFacts {
  readonly channel: Pick<ChannelObject, 'type' | 'permission_overwrites'>
  readonly parent?: Pick<ChannelObject, 'permission_overwrites'> | undefined
}

const QUARANTINED = MemberFlag.AUTOMOD_QUARANTINED_USERNAME | MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG

/** Returns the facts about a user in a guild. A user whose member is unknown has the permissions of everyone. */
export function memberFacts(userId: string, member: MemberObject | undefined): MemberFacts {
  return member ? { ...member, userId } : { userId, roles: [] }
}

/**
 * Returns the permissions of a member in a guild, from wire objects by the platform's own rule.
 *
 * @param now time in milliseconds; the result is valid until `restrictedUntil`
 */
export function guildPermissions(facts: GuildFacts, member: MemberFacts, now: number): bigint {
  const bits = unrestricted(facts, member)
  return restrictionOf(member, now) ? timedOutPermissions(bits) : bits
}

/**
 * Returns the permissions of a member in a channel, from wire objects by the platform's own rule.
 *
 * @param now time in milliseconds; the result is valid until `restrictedUntil`
 */
export function channelPermissions(facts: GuildFacts, member: MemberFacts, at: ChannelFacts, now: number): bigint {
  const bits = channelRule(unrestricted(facts, member), {
    guildId: BigInt(facts.guild.id),
    userId: BigInt(member.userId),
    roleIds: member.roles.map(BigInt),
    overwrites: overwritesOf(at),
  })
  const possible = implicitPermissions(bits, at.channel.type)
  return restrictionOf(member, now) ? timedOutPermissions(possible) : possible
}

/** Returns the time in milliseconds at which a member's permissions change without an event; infinite for none. */
export function restrictedUntil({ communication_disabled_until: until }: MemberFacts, now: number): number {
  const end = until ? Date.parse(until) : Number.NaN
  return end > now ? end : Number.POSITIVE_INFINITY
}

/** Returns why a member may only read at a time in milliseconds; null if nothing restricts the member. */
export function restrictionOf(member: MemberFacts, now: number): 'timed out' | 'pending' | 'quarantined' | null {
  if (restrictedUntil(member, now) !== Number.POSITIVE_INFINITY) return 'timed out'
  if (member.pending === true) return 'pending'
  return ((member.flags ?? 0) & QUARANTINED) === 0 ? null : 'quarantined'
}

function unrestricted({ guild, roles }: GuildFacts, member: MemberFacts): bigint {
  const held = [guild.id, ...member.roles].flatMap((id) => {
    const role = roles.get(id)
    return role ? [{ id: BigInt(id), permissions: BigInt(role.permissions) }] : []
  })
  const ids = { ownerId: BigInt(guild.owner_id), guildId: BigInt(guild.id), userId: BigInt(member.userId) }
  return basePermissions({ ...ids, roles: held })
}

const parsed = new WeakMap<NonNullable<ChannelObject['permission_overwrites']>, readonly OverwriteBits[]>()

/** Returns the overwrites of a channel as numbers, parsed once for each list. */
function overwritesOf({ channel, parent }: ChannelFacts): readonly OverwriteBits[] {
  const list = (isThread(channel) ? parent : channel)?.permission_overwrites
  if (!list) return []
  const known = parsed.get(list)
  if (known) return known
  const bits = list.map(({ id, type, allow, deny }) => ({
    id: BigInt(id),
    type,
    allow: BigInt(allow),
    deny: BigInt(deny),
  }))
  parsed.set(list, bits)
  return bits
}

/** Permissions in a direct message, where a person may do all that the channel offers. */
export const DIRECT_PERMISSIONS: bigint = ALL_PERMISSIONS
