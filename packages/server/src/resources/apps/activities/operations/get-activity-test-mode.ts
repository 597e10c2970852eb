import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { ActivityParams } from '../requests.ts'

/** Query Application Test Mode: whether a person may buy SKUs in test mode, as the owner does. */
export const getActivityTestMode = operation({
  id: 'get_activity_test_mode',
  method: 'GET',
  path: '/activities/:application_id/test-mode',
  callers: ['person'],
  unlisted: true,
  params: ActivityParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    await applicationForCaller(work, caller, params.application_id)
  },
})
