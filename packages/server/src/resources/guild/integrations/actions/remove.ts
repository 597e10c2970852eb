import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import type { BotOfGuild } from '../../members/consequences.ts'
import { listGuildIdsOfUser, removeMember } from '../../members/index.ts'
import { integrationDeleting } from '../consequences.ts'
import * as store from '../store.ts'
import { deleteIntegration } from './save.ts'

/** Deletes the integration of a bot that is no longer a member. */
export async function removeIntegrationOfBot(work: Work, { guildId, bot }: BotOfGuild): Promise<void> {
  const integration = await store.findIntegrationOfBot(work, guildId, bot.id)
  if (integration) await deleteIntegration(work, integration)
}

/** Removes the bot of an application from its guilds. */
export async function removeBotFromGuilds(work: Work, application: Application): Promise<void> {
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (!bot) return
  for (const guildId of await listGuildIdsOfUser(work, bot.id)) {
    await work.follow(integrationDeleting, { guildId, applicationId: application.id })
    await removeMember(work, guildId, bot)
  }
}
