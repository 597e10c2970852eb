import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'

/** Application of a guild. */
export interface ApplicationOfGuild {
  readonly guildId: Snowflake
  readonly applicationId: Snowflake
}

/** An application is about to be removed from a guild, with its integration and its bot. */
export const integrationDeleting = consequence<ApplicationOfGuild>('deleting integration')
