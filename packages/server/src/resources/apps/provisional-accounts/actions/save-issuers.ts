import { ApiError, Faults, type Snowflake } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { lockApplication, saveApplication } from '../../../accounts/applications/index.ts'
import { checkIssuers, type IssuerList } from '../issuer-requests.ts'

/**
 * Replaces the issuers of a game. Players of a removed issuer keep their accounts, but cannot sign in with it.
 *
 * @throws ApiError UNKNOWN_APPLICATION; INVALID_FORM_BODY with all faults
 */
export async function saveIssuers(work: Work, id: Snowflake, list: IssuerList): Promise<Application> {
  const faults = new Faults()
  checkIssuers(list, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  const before = await lockApplication(work, id)
  if (!before) throw new ApiError('UNKNOWN_APPLICATION')
  const after = { ...before, external_auth: list.issuers }
  await saveApplication(work, after)
  return after
}
