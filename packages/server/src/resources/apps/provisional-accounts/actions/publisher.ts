import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { playersDeleting } from '../../../accounts/applications/consequences.ts'
import { isPublicClient, listChildren, lockApplication, saveParent } from '../../../accounts/applications/index.ts'
import { listGrantingUsers } from '../../../accounts/authorizations/store.ts'
import { deleteIdentities } from '../../../accounts/external-identities/index.ts'
import { revokeGrants } from '../../oauth2/index.ts'
import { mayBecomeChild } from '../rules.ts'
import * as store from '../store.ts'
import { deleteAccount } from './save-account.ts'

/**
 * Makes an application the child of a publisher, or of none. Players of the child are deleted with all that they have
 * in it, because players of a publisher are known to the publisher only. [AUT-24]
 *
 * @throws ApiError UNKNOWN_APPLICATION, INVALID_FORM_BODY for a pair that does not fit
 */
export async function changeParent(work: Work, childId: Snowflake, parentId: Snowflake | null): Promise<void> {
  const child = await getApplication(work, childId)
  if (child.parent_id === parentId) return
  if (parentId !== null) await demandPair(work, child, parentId)
  await purgeApplication(work, child)
  await saveParent(work, child, parentId)
}

/** Locks the row, so that two changes cannot make a parent of a child. */
async function getApplication(work: Work, id: Snowflake): Promise<Application> {
  const application = await lockApplication(work, id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  return application
}

async function demandPair(work: Work, child: Application, parentId: Snowflake): Promise<void> {
  const parent = await getApplication(work, parentId)
  const hasChildren = (await listChildren(work, child.id)).length > 0
  const verdict = mayBecomeChild(
    { id: child.id, isPublic: isPublicClient(child), hasChildren },
    { id: parent.id, parent_id: parent.parent_id, isPublic: isPublicClient(parent) },
  )
  if (!verdict.ok) throw invalidForm(['application_id'], 'BASE_TYPE_CHOICES', verdict.reason)
}

/** Deletes tokens, lobbies, identities, provisional accounts and game relationships of an application. */
export async function purgeApplication(work: Work, application: Application): Promise<void> {
  const provisionalUserIds = await store.listProvisionalUserIds(work, application.id)
  await work.follow(playersDeleting, { application, provisionalUserIds })
  for (const userId of await listGrantingUsers(work, application.id)) await revokeGrants(work, application.id, userId)
  for (const userId of provisionalUserIds) await deleteAccount(work, application, userId)
  await deleteIdentities(work, application.id)
}
