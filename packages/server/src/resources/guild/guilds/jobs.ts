import type { Snowflake } from '@guildhall/protocol'
import { job } from '../../../kernel/job.ts'

/** The text index may forget the messages of a deleted guild, or of one deleted channel. */
export const textsDropped = job<{ readonly guildId: Snowflake; readonly channelId: Snowflake | null }>('forget-texts')
