import { UserFlag } from '@guildhall/protocol'
import { applicationTopic, userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { saveUser } from '../../members/index.ts'
import { findUser, userUpdate } from '../../users/index.ts'
import { applicationChanged } from '../events.ts'
import * as store from '../store.ts'

/** Stores an application. All cached tokens and the bot's sessions then read it again. */
export async function saveApplication(work: Work, application: Application): Promise<void> {
  await store.updateApplication(work, application)
  work.emit(applicationChanged, applicationTopic(application.id), null)
  await notifyBot(work, application)
}

/**
 * Sends an update of the application's bot. The bot's sessions and cached tokens then read the application again, and
 * everyone sees by BOT_HTTP_INTERACTIONS whether the bot takes interactions over HTTP.
 */
async function notifyBot(work: Work, application: Application): Promise<void> {
  const bot = application.bot_id === null ? undefined : await findUser(work, application.bot_id)
  if (!bot) return
  const { BOT_HTTP_INTERACTIONS } = UserFlag
  const others = bot.public_flags & ~BOT_HTTP_INTERACTIONS
  const flags = application.interactions_endpoint_url === null ? others : others | BOT_HTTP_INTERACTIONS
  if (flags === bot.public_flags) work.emit(userUpdate, userTopic(bot.id), bot)
  else await saveUser(work, bot, { ...bot, public_flags: flags })
}
