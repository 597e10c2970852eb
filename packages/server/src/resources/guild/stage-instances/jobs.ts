import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A stage may have been silent for long enough to end. */
export const stageIdles = job<{ readonly guildId: Snowflake; readonly channelId: Snowflake }>('stage-instance')
