import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { listGrantedApplications } from '../../../accounts/authorizations/store.ts'
import { deleteIdentities, listApplicationsKnowing } from '../../../accounts/external-identities/index.ts'
import { deauthorize } from './unmerge.ts'

/** Ends all authorizations of a banned user. Players of games continue with restricted accounts. [SUB-6] [SUB-7] */
export async function endAuthorizations(work: Work, user: User): Promise<void> {
  const known = await listApplicationsKnowing(work, user.id)
  for (const id of new Set([...(await listGrantedApplications(work, user.id)), ...known])) {
    const application = await findApplication(work, id)
    if (!application) continue
    await deauthorize(work, { application, user, restrictedBy: user.id })
    // Identities that only hold a profile did not move to a provisional account.
    if (user.provisional_for === null) await deleteIdentities(work, id, user.id)
  }
}
