import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** An invite expires. */
export const inviteExpires = job<{ readonly code: string }>('invite-expired')

/** The next part of a list of target users is to be applied. `broken` is the fault of its file. */
export const targetListContinues = job<{ readonly listId: Snowflake; readonly broken: string | null }>('invite-targets')
