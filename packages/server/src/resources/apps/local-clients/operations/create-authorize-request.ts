import { ApiError } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { authorizeRequest } from '../events.ts'
import { ApplicationParams } from '../requests.ts'

/** Asks a running game to begin the authorization of the person who plays it. [EVT-20] [SDK-39] */
export const createAuthorizeRequest = operation({
  id: 'create_authorize_request',
  method: 'POST',
  path: '/users/@me/applications/:application_id/authorize-requests',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  responses: { 204: NoContent },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller: { userId }, params, work }) {
    const application = await findApplication(work, params.application_id)
    if (!application) throw new ApiError('UNKNOWN_APPLICATION')
    work.emit(authorizeRequest, userTopic(userId), { userId, applicationId: application.id })
  },
})
