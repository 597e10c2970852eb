import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'

/** User whose messages a ban deletes. */
export interface BannedAuthor {
  readonly view: GuildView
  readonly userId: Snowflake
  /** Smallest id of the messages. */
  readonly since: Snowflake
}

/** A user was banned from a guild by a request that also deletes their recent messages. */
export const authorBanned = consequence<BannedAuthor>('author banned')
