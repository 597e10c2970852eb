import { createHash, randomBytes } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { saveClientSecret } from '../actions/save-application.ts'
import { ApplicationParams } from '../requests.ts'
import * as store from '../store.ts'

/** Replaces the client secret of an application. Tokens issued under the old secret stay valid, as RFC 6749 allows. */
export const resetClientSecret = operation({
  id: 'reset_client_secret',
  method: 'POST',
  path: '/applications/:application_id/reset',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: Type.Object({ secret: Type.String() }) },

  async run({ caller, params, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const application = await store.lockApplication(work, id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    const secret = randomBytes(24).toString('base64url')
    const client_secret_hash = createHash('sha256').update(secret).digest('base64url')
    await saveClientSecret(work, application, client_secret_hash)
    return { secret }
  },
})
