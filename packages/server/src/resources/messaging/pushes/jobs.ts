import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A message may need push notifications. */
export interface PushDue {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** Members of a guild up to this id are done. */
  readonly after: Snowflake
}

/** A message was stored that mentions somebody with a device for push notifications. */
export const pushDue = job<PushDue>('push')
