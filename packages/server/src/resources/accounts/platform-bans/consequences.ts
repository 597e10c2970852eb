import type { Instant, Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { User } from '../../../kernel/model.ts'

/** A ban of the platform was stored. The tokens of the user's own sessions are revoked afterwards. */
export const platformBanCreated = consequence<User>('platform ban created')

/** Messages of a banned user that an operator has removed. */
export interface BannedMessages {
  readonly userId: Snowflake
  /** Time of the oldest message. */
  readonly since: Instant
}

/** An operator bans a user and has the messages of a time removed. */
export const bannedMessagesUnwanted = consequence<BannedMessages>('messages of banned user unwanted')
