import { ApiError, Faults, PRIVILEGED_REVIEW_USERS, type Snowflake, UserFlag } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { storeImage } from '../../files/index.ts'
import { countUsersSharedWith, saveUser } from '../../members/index.ts'
import { findUser, userUpdate } from '../../users/index.ts'
import type { OwnerChanges } from '../requests.ts'
import { changedApplication, enabledSwitches } from '../rules.ts'
import * as store from '../store.ts'

/**
 * Changes an application. `verifyEndpoint` has verified its interactions endpoint before the transaction.
 *
 * @throws ApiError INVALID_FORM_BODY with all faults; APPLICATION_ACTION_NOT_AUTHORIZED for an intent that needs a
 *   review
 */
export async function editApplication(
  work: Work,
  platform: Platform,
  id: Snowflake,
  body: OwnerChanges,
): Promise<Application> {
  const before = await store.lockApplication(work, id)
  if (!before) throw new ApiError('UNKNOWN_APPLICATION')
  const faults = new Faults()
  const after = changedApplication(before, body, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  await checkSwitches(work, before, after)
  for (const image of ['icon', 'cover_image'] as const) {
    const target = { folder: `app-icons/${before.id}`, before: before[image] }
    if (body[image] !== undefined) after[image] = await storeImage(work, platform, target, body[image])
  }
  await store.updateApplication(work, after)
  await notifyBot(work, after)
  return after
}

/** Rejects a newly enabled privileged intent of an application that needs a review for it. [AUT-17] [LIM-16] */
async function checkSwitches(work: Work, before: Application, after: Application): Promise<void> {
  if (enabledSwitches(before.flags, after.flags) === 0n || before.bot_id === null) return
  if ((await countUsersSharedWith(work, before.bot_id, PRIVILEGED_REVIEW_USERS)) < PRIVILEGED_REVIEW_USERS) return
  throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
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
