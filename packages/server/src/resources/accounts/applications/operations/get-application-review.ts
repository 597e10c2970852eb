import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { renderReview } from '../actions/review.ts'
import { ApplicationParams } from '../requests.ts'
import { ApplicationReview } from '../responses.ts'

/** Get Application Review: approvals of the operator and the state of privileged intents, for the owner. [AUT-17] */
export const getApplicationReview = operation({
  id: 'get_application_review',
  method: 'GET',
  path: '/applications/:application_id/review',
  callers: ['person'],
  unlisted: true,
  params: ApplicationParams,
  responses: { 200: ApplicationReview },

  async run({ caller, params, work }) {
    return renderReview(work, await applicationForCaller(work, caller, params.application_id))
  },
})
