import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Ids up to which messages were looked at. */
export interface RetentionStep {
  readonly after: Snowflake
}

/** Messages may be older than they are kept. */
export const messagesRetention = job<RetentionStep>('retention-messages')

/** Attachments may be older than they are kept. */
export const filesRetention = job<RetentionStep>('retention-files')
