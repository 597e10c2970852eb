import { IntegrationType, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { userTopic } from '../../../../kernel/event.ts'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { userApplicationRemove, userApplicationUpdate } from '../events.ts'
import * as installs from '../install-store.ts'

/** Limit of one person's installed applications; it bounds what a list reads. The limit is not documented. */
const USER_INSTALLS_MAX = 200

/**
 * Installs an application for a person. Installing it again changes nothing.
 *
 * @throws ApiError INVALID_FORM_BODY if the application does not support users, or over the limit
 */
export async function installForUser(work: Work, caller: Caller, application: Application): Promise<void> {
  if (!(String(IntegrationType.USER_INSTALL) in application.integration_types_config))
    throw invalidForm(['integration_type'], 'BASE_TYPE_CHOICES', 'The application cannot be installed that way.')
  if (await installs.findInstall(work, application.id, caller.userId)) return
  if ((await installs.countInstallsOfUser(work, caller.userId)) >= USER_INSTALLS_MAX)
    throw invalidForm(['client_id'], 'BASE_TYPE_MAX_LENGTH', `Must be ${USER_INSTALLS_MAX} or fewer in length.`)
  await installs.insertInstall(work, {
    id: work.nextId(),
    application_id: application.id,
    user_id: caller.userId,
    scopes: 'applications.commands',
    created_at: work.now,
  })
  work.emit(userApplicationUpdate, userTopic(caller.userId), application.id)
}

/** Lists all applications that a person has installed. */
export function listInstalls(work: Work, userId: Snowflake): Promise<installs.StoredInstall[]> {
  return installs.listInstallsOfUser(work, userId, USER_INSTALLS_MAX)
}

/** Removes an application from a person's account. Returns false if it was not installed. */
export async function removeInstall(work: Work, userId: Snowflake, applicationId: Snowflake): Promise<boolean> {
  const install = await installs.findInstall(work, applicationId, userId)
  if (!install) return false
  await installs.deleteInstall(work, install.id)
  work.emit(userApplicationRemove, userTopic(userId), applicationId)
  return true
}
