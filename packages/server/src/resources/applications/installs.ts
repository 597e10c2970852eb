import { ApiError, IntegrationType, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { eventType, userTopic } from '../../kernel/event.ts'
import type { Application } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import * as installs from './install-store.ts'
import { presentUsedApplication } from './present.ts'
import * as store from './store.ts'

/** What one person can have added: more than anybody looks through, and a bound for what a list reads. */
export const USER_INSTALLS_MAX = 200
const SCOPE = 'applications.commands'

/** For the person's own sessions: what they have installed has changed. */
function ownEvent(name: string) {
  return eventType<Snowflake>({
    name,
    intents: () => 0,
    seenBy: () => true,
    present: (applicationId) => ({ application_id: applicationId.toString() }),
  })
}
const userApplicationUpdate = ownEvent('USER_APPLICATION_UPDATE')
const userApplicationRemove = ownEvent('USER_APPLICATION_REMOVE')

export interface Authorization {
  readonly client_id: Snowflake
  /** Separated by spaces. */
  readonly scope: string
  readonly integration_type: number
}

/** The application, if this person may add it to their account in the way that is asked for. */
async function installable(work: Work, caller: Caller, asked: Authorization): Promise<Application> {
  const application = await store.find(work, asked.client_id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  if (!application.bot_public && application.owner_id !== caller.userId)
    throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  if (asked.integration_type !== IntegrationType.USER_INSTALL)
    throw invalidForm(['integration_type'], 'BASE_TYPE_CHOICES', 'Guilds add applications by another way.')
  if (!(String(asked.integration_type) in application.integration_types_config))
    throw invalidForm(['integration_type'], 'BASE_TYPE_CHOICES', 'The application cannot be installed that way.')
  if (asked.scope.trim() !== SCOPE)
    throw invalidForm(['scope'], 'BASE_TYPE_CHOICES', `Value must be one of ('${SCOPE}',).`)
  return application
}

/** A person adds an application to their own account; a second time changes nothing. */
export async function installForUser(work: Work, caller: Caller, asked: Authorization): Promise<void> {
  const application = await installable(work, caller, asked)
  if (await installs.find(work, application.id, caller.userId)) return
  if ((await installs.countOfUser(work, caller.userId)) >= USER_INSTALLS_MAX)
    throw invalidForm(['client_id'], 'BASE_TYPE_MAX_LENGTH', `Must be ${USER_INSTALLS_MAX} or fewer in length.`)
  await installs.insert(work, {
    id: work.nextId(),
    application_id: application.id,
    user_id: caller.userId,
    scopes: SCOPE,
    created_at: work.now,
  })
  work.emit(userApplicationUpdate, userTopic(caller.userId), application.id)
}

/** What a person has added, each with its application. */
export async function listInstalls(work: Work, userId: Snowflake): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (const install of await installs.listOfUser(work, userId, USER_INSTALLS_MAX)) {
    const application = await store.find(work, install.application_id)
    if (!application) continue
    const scopes = install.scopes.split(' ')
    found.push({ id: install.id.toString(), scopes, application: presentUsedApplication(application), disclosures: [] })
  }
  return found
}

/** Taken off the account again; 10002 for what is not there. */
export async function removeInstall(work: Work, userId: Snowflake, id: Snowflake): Promise<void> {
  const install = (await installs.listOfUser(work, userId, USER_INSTALLS_MAX)).find((entry) => entry.id === id)
  if (!install) throw new ApiError('UNKNOWN_APPLICATION')
  await installs.remove(work, id)
  work.emit(userApplicationRemove, userTopic(userId), install.application_id)
}
