import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listGrantedApplications } from '../../../accounts/authorizations/store.ts'
import { revokeGrants } from './save-tokens.ts'

/** Ends the authorizations that a person gave to applications, whose sessions are closed. */
export async function revokeAllGrants(work: Work, user: User): Promise<void> {
  for (const applicationId of await listGrantedApplications(work, user.id))
    await revokeGrants(work, applicationId, user.id)
}
