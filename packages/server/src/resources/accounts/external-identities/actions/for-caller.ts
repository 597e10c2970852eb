import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { hasGrantedScope } from '../../authorizations/store.ts'
import { findUser } from '../../users/index.ts'
import { mayKeepProfiles } from '../rules.ts'

const SCOPE = 'application_identities.write'

/**
 * Returns the game of a bot. The operations name all kinds of callers, because each has its own error. [STA-7]
 *
 * @throws ApiError UNAUTHORIZED for OAuth2 tokens, 20001 for people, APPLICATION_ACTION_NOT_AUTHORIZED for another bot
 *   and for an application that is no game
 */
export async function gameOfBot(work: Work, caller: Caller, applicationId: Snowflake): Promise<Application> {
  if (caller.kind === 'person') throw new ApiError('BOTS_CANNOT_USE_ENDPOINT')
  if (caller.kind !== 'bot') throw new ApiError('UNAUTHORIZED')
  if (caller.application?.id !== applicationId) throw new ApiError('APPLICATION_ACTION_NOT_AUTHORIZED')
  const application = await findApplication(work, applicationId)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  demand(mayKeepProfiles(application))
  return application
}

/**
 * Returns a player of a game.
 *
 * @throws ApiError UNKNOWN_USER; MISSING_SCOPE (50026) for a user who has not authorized the game to write identities
 */
export async function playerOf(work: Work, application: Application, userId: Snowflake): Promise<User> {
  const user = await findUser(work, userId)
  // A provisional account of another game responds as nonexistent.
  if (!user || (user.provisional_for ?? application.id) !== application.id) throw new ApiError('UNKNOWN_USER')
  await demandAuthorized(work, application, user)
  return user
}

/** Rejects a user who has not authorized a game to write identities. A game's own accounts always have. */
export async function demandAuthorized(work: Work, application: Application, user: User): Promise<void> {
  if (user.provisional_for === application.id) return
  const pair = { application_id: application.id, user_id: user.id }
  if (!(await hasGrantedScope(work, pair, SCOPE, work.now))) throw new ApiError('MISSING_SCOPE')
}
