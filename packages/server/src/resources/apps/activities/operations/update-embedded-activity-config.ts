import { EmbeddedActivityConfigObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { configureActivity } from '../actions/configure.ts'
import { activityConfigOf } from '../config-rules.ts'
import { ActivityConfigChanges, ActivityParams } from '../requests.ts'

/** Modify Embedded Activity Config, by the owner of the application. */
export const updateEmbeddedActivityConfig = operation({
  id: 'update_embedded_activity_config',
  method: 'PATCH',
  path: '/applications/:application_id/embedded-activity-config',
  callers: ['person'],
  unlisted: true,
  params: ActivityParams,
  body: ActivityConfigChanges,
  responses: { 200: EmbeddedActivityConfigObject },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    return activityConfigOf(await configureActivity(work, id, body))
  },
})
