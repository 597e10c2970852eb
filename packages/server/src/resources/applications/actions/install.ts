import { IntegrationType, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import { eventType, userTopic } from '../../../kernel/event.ts'
import type { Application } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import * as installs from '../install-store.ts'

/** What one person can have added: more than anybody looks through, and a bound for what a list reads. */
const USER_INSTALLS_MAX = 200

/** For the person's own sessions: what they have installed has changed. */
function ownEvent(name: string) {
  return eventType<Snowflake>({
    name,
    intents: () => 0,
    visibleTo: () => true,
    present: (applicationId) => ({ application_id: applicationId.toString() }),
  })
}
const userApplicationUpdate = ownEvent('USER_APPLICATION_UPDATE')
const userApplicationRemove = ownEvent('USER_APPLICATION_REMOVE')

/** A person adds an application to their own account, if it can be installed that way; a second time changes nothing. */
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

/** What a person has added. */
export function listInstalls(work: Work, userId: Snowflake): Promise<installs.StoredInstall[]> {
  return installs.listInstallsOfUser(work, userId, USER_INSTALLS_MAX)
}

/** Taken off the account again; false for what is not there. */
export async function removeInstall(work: Work, userId: Snowflake, applicationId: Snowflake): Promise<boolean> {
  const install = await installs.findInstall(work, applicationId, userId)
  if (!install) return false
  await installs.deleteInstall(work, install.id)
  work.emit(userApplicationRemove, userTopic(userId), applicationId)
  return true
}
