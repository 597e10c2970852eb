import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Position in the publication of a message. */
export interface Crosspost {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** The last follower that has its copy; followers have ascending ids. */
  readonly after: Snowflake
}

/** A published message is to be posted in more channels that follow. */
export const crosspostContinues = job<Crosspost>('crosspost')
