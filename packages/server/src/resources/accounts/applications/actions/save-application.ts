import { EventWebhooksStatus, type Snowflake, UserFlag } from '@guildhall/protocol'
import { applicationTopic, userTopic } from '../../../../kernel/event.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser, revokeBotTokens, saveUser, tokensPruned, userUpdate } from '../../users/index.ts'
import { applicationDeleting } from '../consequences.ts'
import { applicationChanged } from '../events.ts'
import { deleteInstallsOf } from '../install-store.ts'
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

/** Stores a new application, and returns it with all defaults. Emits nothing: nobody has cached it. */
export function addApplication(
  work: Work,
  application: Parameters<typeof store.insertApplication>[1],
): Promise<Application> {
  return store.insertApplication(work, application)
}

/** Stores a new client secret, which no event and no cached caller contains. */
export function saveClientSecret(work: Work, application: Application, client_secret_hash: string): Promise<void> {
  return store.updateApplication(work, { ...application, client_secret_hash })
}

/**
 * Sets `event_webhooks_status` to 3, because the server at `url` does not accept events. Returns false if the
 * application has another URL by now. [EVT-15]
 *
 * @param reason text for the developer of the server
 */
export async function disableWebhookEvents(
  work: Work,
  id: Snowflake,
  { url, reason }: { url: string; reason: string },
): Promise<boolean> {
  const application = await store.lockApplication(work, id)
  if (!application) return true
  if (application.event_webhooks_url !== url) return application.event_webhooks_url === null
  if (application.event_webhooks_status !== EventWebhooksStatus.ENABLED) return true
  await store.updateApplication(work, {
    ...application,
    event_webhooks_status: EventWebhooksStatus.DISABLED_BY_PLATFORM,
    event_webhooks_failure: { at: work.now, reason },
  })
  // The cached caller of the bot holds its application.
  if (application.bot_id !== null) work.emit(tokensPruned, userTopic(application.bot_id), null)
  return true
}

/** Deletes an application with its players. The user of its bot stays as the author of its messages. */
export async function removeApplication(work: Work, application: Application): Promise<void> {
  await work.follow(applicationDeleting, application)
  if (application.bot_id !== null) await revokeBotTokens(work, application.bot_id)
  await deleteInstallsOf(work, application.id)
  await store.deleteApplication(work, application.id)
  work.emit(applicationChanged, applicationTopic(application.id), null)
}
