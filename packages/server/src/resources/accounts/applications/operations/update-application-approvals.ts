import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { saveApprovals } from '../actions/review.ts'
import { ApplicationParams, Approvals } from '../requests.ts'

/** Update Application Approvals, by the operator. [AUT-17] [AUT-18] [AUT-20] [USR-2] [LIM-18] */
export const updateApplicationApprovals = operation({
  id: 'update_application_approvals',
  method: 'PUT',
  path: '/admin/applications/:application_id/approvals',
  callers: ['operator'],
  unlisted: true,
  params: ApplicationParams,
  body: Approvals,
  responses: { 204: NoContent },

  async run({ params, body, work }) {
    await saveApprovals(work, params.application_id, body)
  },
})
