import { deleteApplicationIdentity } from './delete-application-identity.ts'
import { findApplicationIdentities } from './find-application-identities.ts'
import { getApplicationIdentityProfile } from './get-application-identity-profile.ts'
import { listUserApplicationIdentities } from './list-user-application-identities.ts'
import { updateApplicationIdentityProfile } from './update-application-identity-profile.ts'

export const externalIdentityOperations = [
  deleteApplicationIdentity,
  findApplicationIdentities,
  getApplicationIdentityProfile,
  listUserApplicationIdentities,
  updateApplicationIdentityProfile,
]
