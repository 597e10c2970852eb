import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { ExternalIdentity } from '../model.ts'
import * as store from '../store.ts'

/** Stores an identity by which an application knows a user. No event names identities. */
export function saveIdentity(work: Work, identity: ExternalIdentity): Promise<void> {
  return store.saveIdentity(work, identity)
}

/** Deletes one identity with its profile. */
export function deleteIdentity(work: Work, key: store.IdentityKey): Promise<void> {
  return store.deleteIdentity(work, key)
}

/** Moves the identities that an application has of a user to another user. */
export async function moveIdentities(
  work: Work,
  applicationId: Snowflake,
  users: { from: Snowflake; to: Snowflake },
): Promise<void> {
  await store.moveIdentities(work, applicationId, users)
}

/** Deletes the identities that an application has, of one user or of all. */
export async function deleteIdentities(work: Work, applicationId: Snowflake, userId?: Snowflake): Promise<void> {
  await store.deleteIdentities(work, applicationId, userId)
}
