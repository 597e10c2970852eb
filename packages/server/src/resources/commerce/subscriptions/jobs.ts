import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A period of a subscription ends. */
export const periodEnds = job<{ readonly id: Snowflake }>('subscription-period')
