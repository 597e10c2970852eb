import { ApiError, Faults, PRIVILEGED_REVIEW_USERS, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { storeImage } from '../../files/index.ts'
import { countUsersSharedWith } from '../reach-store.ts'
import type { OwnerChanges } from '../requests.ts'
import { changedApplication, enabledSwitches } from '../rules.ts'
import * as store from '../store.ts'
import { saveApplication } from './save-application.ts'

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
  await saveApplication(work, after)
  return after
}

/** Rejects a newly enabled privileged intent of an application that needs a review for it. [AUT-17] [LIM-16] */
async function checkSwitches(work: Work, before: Application, after: Application): Promise<void> {
  if (enabledSwitches(before.flags, after.flags) === 0n || before.bot_id === null) return
  if ((await countUsersSharedWith(work, before.bot_id, PRIVILEGED_REVIEW_USERS)) < PRIVILEGED_REVIEW_USERS) return
  throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
}
