import { userTopic } from '../../../../kernel/event.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, Type } from '../../../../validation/schema.ts'
import { consentRequestUpdate } from '../events.ts'
import { ConsentRequestParams, ConsentStatus } from '../requests.ts'

/** Tells the person's clients that a question is shown, answered or withdrawn. Others cannot be reached by it. */
export const updateConsentRequest = operation({
  id: 'update_consent_request',
  method: 'POST',
  path: '/users/@me/consent-requests/:request_id',
  callers: ['person'],
  unlisted: true,
  params: ConsentRequestParams,
  body: Type.Object({ status: ConsentStatus }),
  responses: { 204: NoContent },
  limit: { limit: 120, windowMs: 60_000 },

  async run({ caller, params, body, work }) {
    const { userId } = caller
    work.emit(consentRequestUpdate, userTopic(userId), { userId, id: params.request_id, status: body.status })
  },
})
