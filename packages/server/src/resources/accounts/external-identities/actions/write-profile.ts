import { ApiError, Faults, type ProfileDataObject } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { validate } from '../../../../validation/validate.ts'
import { hasProfile, PROFILE_ONLY } from '../model.ts'
import { ProfileDataForm } from '../requests.ts'
import { checkImages, demandSmallData, profileTarget, storedData } from '../rules.ts'
import * as store from '../store.ts'
import { saveIdentity } from './save.ts'

/** Parses the statistics of a request. @throws INVALID_FORM_BODY (50035) with all faults */
export function parseProfileData(given: unknown): ProfileDataObject {
  demandSmallData(given)
  const faults = new Faults()
  const data = validate(ProfileDataForm, given, faults, ['data'])
  if (!faults.any) checkImages(data, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return storedData(data)
}

/** Profile to write; a field that is undefined stays as it is. */
interface ProfileWrite {
  readonly externalId: string
  readonly username: string | undefined
  readonly data: ProfileDataObject | undefined
}

/**
 * Writes the profile of a player, and creates an identity for a player who has none. Returns whether it is the first
 * write. [STA-8]
 *
 * @throws INVALID_FORM_BODY (50035); see `profileTarget`
 */
export async function writeProfile(
  work: Work,
  application: Application,
  user: User,
  { externalId, username, data }: ProfileWrite,
): Promise<boolean> {
  const lock = `identity.${JSON.stringify([application.id.toString(), PROFILE_ONLY, '', externalId])}`
  const others = await work.lock(lock, () => store.listIdentitiesOfExternalId(work, application.id, externalId))
  const own = await store.listIdentities(work, user.id, application.id)
  const target = profileTarget(user.id, externalId, { own, others })
  const changes = {
    ...(username !== undefined && { username }),
    ...(data !== undefined && { profile_data: JSON.stringify(data) }),
  }
  if (target.kind === 'stored') {
    await saveIdentity(work, { ...target.identity, ...changes })
    return !hasProfile(target.identity)
  }
  await saveIdentity(work, {
    application_id: application.id,
    provider_type: PROFILE_ONLY,
    provider_id: '',
    provider_issued_user_id: externalId,
    user_id: user.id,
    created_at: work.now,
    preferred_global_name: null,
    username: null,
    profile_data: null,
    ...changes,
  })
  return true
}
