import { applicationTopic, userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { deleteCommandsOfApplication } from '../../commands/index.ts'
import { listGuildIdsOfUser, removeMember } from '../../members/index.ts'
import { removeQuickLinks } from '../../quick-links/index.ts'
import { deleteTokensOfUser, findUser, tokensRevoked } from '../../users/index.ts'
import { removeWebhooksOfApplication } from '../../webhooks/index.ts'
import { applicationChanged } from '../events.ts'
import { deleteInstallsOf } from '../install-store.ts'
import * as store from '../store.ts'

/** Deletes an application whose players are gone already. The user of its bot stays as the author of its messages. */
export async function removeApplication(work: Work, application: Application): Promise<void> {
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (bot) {
    for (const guildId of await listGuildIdsOfUser(work, bot.id)) {
      await removeWebhooksOfApplication(work, guildId, application.id)
      await removeMember(work, guildId, bot)
    }
    await deleteTokensOfUser(work, bot.id, 'bot')
    work.emit(tokensRevoked, userTopic(bot.id), { userId: bot.id, applicationId: null })
  }
  await deleteCommandsOfApplication(work, application.id)
  await deleteInstallsOf(work, application.id)
  await removeQuickLinks(work, application.id)
  await store.deleteApplication(work, application.id)
  work.emit(applicationChanged, applicationTopic(application.id), null)
}
