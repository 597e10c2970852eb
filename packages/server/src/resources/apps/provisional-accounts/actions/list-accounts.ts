import { type Snowflake, wireTime } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listIdentitiesOfUsers, presentIdentity } from '../../../accounts/external-identities/index.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import * as store from '../store.ts'
import { isRestricted } from './accounts.ts'

/** Returns a page of the provisional accounts of a game, oldest first, with the number of all of them. */
export async function renderAccounts(
  work: Work,
  applicationId: Snowflake,
  page: { readonly after: Snowflake; readonly limit: number },
) {
  const accounts = await store.listProvisionalAccounts(work, applicationId, page)
  const ids = accounts.map(({ user_id }) => user_id)
  const users = await listUsers(work, ids)
  const identities = await listIdentitiesOfUsers(work, applicationId, ids)
  const items = []
  for (const { user_id, created_at } of accounts) {
    const user = users.get(user_id)
    if (!user) continue
    items.push({
      user: presentUser(user),
      created_at: wireTime(created_at),
      restricted: await isRestricted(work, user_id),
      identities: identities.filter((identity) => identity.user_id === user_id).map(presentIdentity),
    })
  }
  return { total: await store.countProvisionalAccounts(work, applicationId), items }
}
