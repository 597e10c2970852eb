import { InteractionContext, type Snowflake } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../access/channel.ts'
import { memberInGuild } from '../../../access/member.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Application, Channel } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { findInstall } from '../../applications/index.ts'

import { findIntegration } from '../../integrations/index.ts'

/** Through whom an application can be used in a channel. */
export interface Installs {
  /** It was added to the guild, or this is the direct conversation with its bot. */
  readonly guild: boolean
  /** Its user has added it to their account. */
  readonly user: boolean
}

/** Who has installed the application, as far as it matters for this person in this channel. */
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

/** A guild, the direct conversation with the application's bot, or one between people. */
export function contextOf(channel: Channel, { bot_id }: Application): number {
  if (channel.guild_id !== null) return InteractionContext.GUILD
  const withBot = bot_id !== null && channel.recipient_ids.includes(bot_id)
  return withBot ? InteractionContext.BOT_DM : InteractionContext.PRIVATE_CHANNEL
}
