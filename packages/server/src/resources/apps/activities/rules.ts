import { allow, ChannelType, has, namesOf, Permission, refuse, type Snowflake, type Verdict } from '@guildhall/protocol'

/** Types of the channels in which activities run. */
const LOCATION_TYPES: readonly number[] = [
  ChannelType.GUILD_TEXT,
  ChannelType.GUILD_VOICE,
  ChannelType.GUILD_ANNOUNCEMENT,
  ChannelType.ANNOUNCEMENT_THREAD,
  ChannelType.PUBLIC_THREAD,
  ChannelType.PRIVATE_THREAD,
  ChannelType.DM,
  ChannelType.GROUP_DM,
]

/** Channel of a launch, with the AFK channel of its guild. */
export interface LaunchPlace {
  readonly channel: { readonly id: Snowflake; readonly type: number }
  readonly afkChannelId: Snowflake | null
}

/**
 * Whether a user may launch or join an activity in a channel. Applications that the guild has not installed need
 * USE_EXTERNAL_APPS too.
 */
export function mayLaunch(
  actor: { permissions: bigint; inGuild: boolean; installed: boolean },
  { channel, afkChannelId }: LaunchPlace,
): Verdict {
  if (!LOCATION_TYPES.includes(channel.type) || channel.id === afkChannelId)
    return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `channel type ${channel.type}, or the AFK channel`)
  const external = actor.inGuild && !actor.installed ? Permission.USE_EXTERNAL_APPS : 0n
  const needed = Permission.USE_EMBEDDED_ACTIVITIES | external
  return has(actor.permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** Whether one more user may join an activity. A limit of -1 is none. */
export function mayJoin(participants: number, limit: number): Verdict {
  return limit < 0 || participants < limit
    ? allow
    : refuse('INVALID_ACTIVITY_ACTION', `the limit of participants is ${limit}`)
}
