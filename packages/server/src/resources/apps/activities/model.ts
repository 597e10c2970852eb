import type { ActivityInstanceObject, Instant, Snowflake } from '@guildhall/protocol'

/** One running copy of an activity in a channel, from its first launch until its last participant leaves. */
export interface StoredActivityInstance {
  launch_id: Snowflake
  application_id: Snowflake
  channel_id: Snowflake
  guild_id: Snowflake | null
  created_at: Instant
}

export interface StoredParticipant {
  launch_id: Snowflake
  user_id: Snowflake
  /** Gateway session that takes part; empty if the client named none. */
  session_id: string
  nonce: string | null
  joined_at: Instant
}

type Location = Pick<StoredActivityInstance, 'channel_id' | 'guild_id'>

const locationKind = ({ guild_id }: Location) => (guild_id === null ? 'pc' : 'gc')

/** Returns the id of a location: `gc-{guild}-{channel}` or `pc-{channel}`. */
export function locationId(location: Location): string {
  const { guild_id, channel_id } = location
  return [locationKind(location), ...(guild_id === null ? [] : [guild_id]), channel_id].join('-')
}

/** Returns the id of an instance, `i-{launch}-{location}`. It is not used again after the instance ends. */
export function instanceId(instance: StoredActivityInstance): string {
  return `i-${instance.launch_id}-${locationId(instance)}`
}

/** Returns the launch id in an instance id; null for an invalid instance id. */
export function launchIdOf(text: string): Snowflake | null {
  const match = /^i-(\d{1,20})-(?:gc-\d{1,20}-\d{1,20}|pc-\d{1,20})$/.exec(text)
  return match ? BigInt(match[1] ?? 0) : null
}

/** Returns the location object of an activity instance. */
export function presentLocation(location: Location): ActivityInstanceObject['location'] {
  return {
    id: locationId(location),
    kind: locationKind(location),
    channel_id: location.channel_id.toString(),
    ...(location.guild_id === null ? {} : { guild_id: location.guild_id.toString() }),
  }
}
