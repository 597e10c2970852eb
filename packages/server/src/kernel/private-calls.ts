import type { Snowflake } from '@guildhall/protocol'

/** Calls in DMs and group DMs, which belong to gateway sessions. */
export interface PrivateCalls {
  /** Returns whether somebody is in the call of a channel. */
  isActive(channelId: Snowflake): boolean
  /** Rings users who are not in the call. Does nothing without a call. */
  ring(channelId: Snowflake, userIds: readonly Snowflake[]): void
  /** Stops ringing users. */
  stopRinging(channelId: Snowflake, userIds: readonly Snowflake[]): void
}
