import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A thread may have been idle for long enough to be archived. */
export const threadIdles = job<{ readonly guildId: Snowflake; readonly threadId: Snowflake }>('thread-archive')
