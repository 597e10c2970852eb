import assert from 'node:assert/strict'
import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isPlayerOf } from '../../../accounts/applications/model.ts'
import { findApplication } from '../../../accounts/applications/store.ts'
import { findUser, findUserByName } from '../../../accounts/users/store.ts'
import { noRelationship, type StoredRelationship } from '../model.ts'
import { findRelationship } from '../store.ts'

/** Two users in one layer, seen from the first. */
export interface Parties {
  readonly user: User
  readonly other: User
  /** 0 for the platform. */
  readonly applicationId: Snowflake
}

/** The relationships of two users in one layer. */
export interface Sides {
  readonly mine: StoredRelationship
  readonly theirs: StoredRelationship
}

/**
 * Returns the other user of a path.
 *
 * @throws UNKNOWN_USER (10013) for no user, or for a provisional account of another game
 */
export async function otherUser(work: Work, caller: Caller, userId: Snowflake): Promise<User> {
  const user = await findUser(work, userId)
  if (!user || isHidden(caller, user)) throw new ApiError('UNKNOWN_USER')
  return user
}

/**
 * Returns the user of a unique username, with or without the discriminator 0.
 *
 * @throws NO_USER_WITH_TAG (80004), also for bots and provisional accounts of another game
 */
export async function otherUserByName(
  work: Work,
  caller: Caller,
  { username, discriminator }: { username: string; discriminator?: string | number | null | undefined },
): Promise<User> {
  const user = await findUserByName(work, username.toLowerCase())
  if (!user || isHidden(caller, user)) throw new ApiError('NO_USER_WITH_TAG')
  if (discriminator != null && Number(discriminator) !== Number(user.discriminator))
    throw new ApiError('NO_USER_WITH_TAG')
  return user
}

function isHidden({ kind, application }: Caller, other: User): boolean {
  return kind === 'bearer' && application !== null && !isPlayerOf(other, application)
}

/** Returns the relationships of both users in their layer. */
export async function sidesOf(work: Work, { user, other, applicationId }: Parties): Promise<Sides> {
  return {
    mine: await sideOf(work, user.id, other.id, applicationId),
    theirs: await sideOf(work, other.id, user.id, applicationId),
  }
}

async function sideOf(
  work: Work,
  userId: Snowflake,
  otherId: Snowflake,
  applicationId: Snowflake,
): Promise<StoredRelationship> {
  const found = await findRelationship(work, { userId, otherId, applicationId })
  return found ?? noRelationship({ user_id: userId, other_id: otherId, application_id: applicationId })
}

/** Runs `next` while no other unit of work changes relationships of the two users. */
export async function lockParties<T>(work: Work, { user, other }: Parties, next: () => Promise<T>): Promise<T> {
  const [first, second] = user.id < other.id ? [user.id, other.id] : [other.id, user.id]
  const name = (id: Snowflake) => `relationships.${id}`
  if (first === second) return work.lock(name(first), next)
  return work.lock(name(first), () => work.lock(name(second), next))
}

/** Returns the application of a caller by an OAuth2 token. */
export function gameOf({ application }: Caller): Snowflake {
  assert(application, 'a bearer has an application')
  return application.id
}

/** @throws UNKNOWN_APPLICATION (10002) */
export async function demandApplication(work: Work, applicationId: Snowflake): Promise<void> {
  if (!(await findApplication(work, applicationId))) throw new ApiError('UNKNOWN_APPLICATION')
}
