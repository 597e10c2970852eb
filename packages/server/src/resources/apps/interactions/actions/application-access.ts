import { InteractionContext, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { ApplicationAccess } from '../rules.ts'

/** Id of no user: permissions of this user in a guild are those of @everyone. */
const NO_USER_ID = 0n

/** Loads the access of an application that a user uses in a channel. `installed`: see `ApplicationAccess`. */
export async function applicationAccess(
  work: Work,
  { channel, view }: { channel: Channel; view: GuildView | null },
  use: { botId: Snowflake; userId: Snowflake; context: number; installed: boolean },
): Promise<ApplicationAccess> {
  const { installed } = use
  const bot = view && (await memberInGuild(work, view, use.botId))
  const invoker = view && (await memberInGuild(work, view, use.userId))
  return {
    inGuild: view !== null,
    withBot: use.context === InteractionContext.BOT_DM,
    installed,
    bot: view && bot ? view.permissionsIn(channel, bot.user_id, bot.roles) : null,
    invoker: view && invoker ? memberChannelPermissions(view, channel, invoker, work.now) : null,
    everyone: view && installed ? view.permissionsIn(channel, NO_USER_ID, []) : null,
  }
}
