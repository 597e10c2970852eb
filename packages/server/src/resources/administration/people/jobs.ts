import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Step of the removal of a person's messages, or of their count. */
export interface RemovalOfMessages {
  readonly jobId: Snowflake
  readonly userId: Snowflake
  /** Only messages of this guild; null for all. */
  readonly guildId: Snowflake | null
  /** Id up to which the table was read. */
  readonly after: Snowflake
  readonly removed: number
  /** Whether messages are counted only. */
  readonly counts: boolean
}

/** Messages of a person may be removed. */
export const messagesRemovalContinues = job<RemovalOfMessages>('remove-messages')
