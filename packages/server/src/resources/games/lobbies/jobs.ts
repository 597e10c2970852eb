import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** A lobby without connected members may have been idle for long enough to be deleted. */
export const lobbyIdles = job<{ readonly lobbyId: Snowflake }>('lobby-idle')
