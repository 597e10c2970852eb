import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** Messages of a lobby or DM are too old for games to read them. */
export const gameMessagesExpire = job<{ readonly channelId: Snowflake }>('game-messages-expired')
