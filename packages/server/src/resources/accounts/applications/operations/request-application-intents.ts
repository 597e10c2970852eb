import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { renderReview, requestIntents } from '../actions/review.ts'
import { ApplicationParams, IntentsRequestForm } from '../requests.ts'
import { ApplicationReview } from '../responses.ts'

/** Request Application Intents: the owner applies for privileged intents, or applies again. [AUT-17] [AUT-18] */
export const requestApplicationIntents = operation({
  id: 'request_application_intents',
  method: 'PUT',
  path: '/applications/:application_id/review',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  body: IntentsRequestForm,
  responses: { 200: ApplicationReview },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return renderReview(work, await requestIntents(work, id, body))
  },
})
