import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A scheduled event takes its next step: it starts, ends or is deleted. */
export const eventStepDue = job<{ readonly guildId: Snowflake; readonly eventId: Snowflake }>('scheduled-event')
