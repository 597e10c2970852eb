import type { Snowflake } from '@guildhall/protocol'
import { consequence } from '../../../kernel/consequence.ts'
import type { User } from '../../../kernel/model.ts'

/** Bot with a guild. */
export interface BotOfGuild {
  readonly guildId: Snowflake
  readonly bot: User
}

/** The membership of a bot was deleted. Its managed role is deleted afterwards, then GUILD_MEMBER_REMOVE is emitted. */
export const botRemoved = consequence<BotOfGuild>('bot removed')

/** Member of a guild. */
export interface MemberOfGuild {
  readonly guildId: Snowflake
  readonly userId: Snowflake
}

/** A membership is about to end, for any reason. GUILD_MEMBER_REMOVE is emitted afterwards. */
export const memberRemoving = consequence<MemberOfGuild>('removing member')
