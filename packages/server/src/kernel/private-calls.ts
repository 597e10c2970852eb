import type { Snowflake } from '@guildhall/protocol'
import type { Work } from './work.ts'

/** Calls in DMs and group DMs, which belong to gateway sessions. */
export interface PrivateCalls {
  /** Returns whether somebody is in the call of a channel. */
  isActive(work: Work, channelId: Snowflake): Promise<boolean>
  /** Rings users who are not in the call. Does nothing without a call. */
  ring(work: Work, channelId: Snowflake, userIds: readonly Snowflake[]): Promise<void>
  /** Stops ringing users. */
  stopRinging(work: Work, channelId: Snowflake, userIds: readonly Snowflake[]): Promise<void>
}
