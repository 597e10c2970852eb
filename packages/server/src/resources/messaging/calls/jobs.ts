import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Clients may have rung for long enough, in a call that several nodes know. */
export const ringingEnds = job<{ readonly channelId: Snowflake }>('call-ringing')
