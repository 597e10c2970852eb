import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Step of a deletion that is due. */
export interface PurgeStep {
  readonly userId: Snowflake
  readonly cursors: Record<string, Snowflake>
  readonly removedMessages: number
}

/** The time of a deletion has come, or rows of a deleted account are left. */
export const accountPurgeDue = job<PurgeStep>('purge-account')
