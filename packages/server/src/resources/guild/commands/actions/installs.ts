import { InteractionContext, type Snowflake } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findInstall } from '../../../accounts/applications/index.ts'
import { findIntegration } from '../../integrations/index.ts'
import { contextOf, type Installs } from '../usage-rules.ts'

/** Returns how an application is installed for a user in a channel. */
export async function installsIn(
  work: Work,
  { view, channel }: Pick<ChannelAccess, 'view' | 'channel'>,
  application: Application,
  userId: Snowflake,
): Promise<Installs> {
  const user = (await findInstall(work, application.id, userId)) !== undefined
  if (!view) return { guild: contextOf(channel, application) === InteractionContext.BOT_DM, user }
  return { guild: await isInstalledIn(work, view, application), user }
}

/** Returns whether a guild has installed an application: it has an integration, or its bot as a member. */
export async function isInstalledIn(
  work: Work,
  view: GuildView,
  { id, bot_id }: Pick<Application, 'id' | 'bot_id'>,
): Promise<boolean> {
  if (await findIntegration(work, view.id, id)) return true
  return bot_id !== null && (await memberInGuild(work, view, bot_id)) !== undefined
}
