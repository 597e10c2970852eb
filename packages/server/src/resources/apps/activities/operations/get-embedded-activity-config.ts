import { EmbeddedActivityConfigObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { activityConfigOf } from '../config-rules.ts'
import { ActivityParams } from '../requests.ts'

/** Get Embedded Activity Config, for the owner of the application. */
export const getEmbeddedActivityConfig = operation({
  id: 'get_embedded_activity_config',
  method: 'GET',
  path: '/applications/:application_id/embedded-activity-config',
  callers: ['person'],
  unlisted: true,
  params: ActivityParams,
  responses: { 200: EmbeddedActivityConfigObject },

  async run({ caller, params, work }) {
    return activityConfigOf(await applicationForCaller(work, caller, params.application_id))
  },
})
