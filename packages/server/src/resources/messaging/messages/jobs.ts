import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A poll expires. */
export const pollExpires = job<{ readonly channelId: Snowflake; readonly messageId: Snowflake }>('poll-expired')

/** Position in the update of the copies of a published message. */
export interface CrosspostChanged {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** The last copy that is up to date; copies have ascending ids. */
  readonly after: Snowflake
}

/** The copies of a published message need an update. */
export const crosspostChanges = job<CrosspostChanged>('crosspost-changed')

/** Position at which the indexing of a guild continues. */
export interface IndexProgress {
  readonly guildId: Snowflake
  /** Channels are read by descending id, and the messages of each from the newest on. */
  readonly channelId: Snowflake | null
  readonly messageId: Snowflake | null
}

/** The earlier messages of a guild are to be indexed. */
export const indexingContinues = job<IndexProgress>('index-messages')
