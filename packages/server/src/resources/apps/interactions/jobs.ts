import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** The time for a response to an interaction is over. */
export const responseOverdue = job<{ readonly id: Snowflake }>('interaction-unanswered')
