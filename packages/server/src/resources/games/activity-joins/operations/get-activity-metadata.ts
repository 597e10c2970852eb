import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { seesActivity } from '../../../messaging/message-activities/index.ts'
import { secretsForCaller } from '../actions/entitlement.ts'

/** Returns the links of an activity's buttons to a user whose client shows the activity. */
export const getActivityMetadata = operation({
  id: 'get_activity_metadata',
  method: 'GET',
  path: '/users/:user_id/sessions/:session_id/activities/:application_id/metadata',
  callers: ['bearer', 'person'],
  scope: 'activities.read',
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId, session_id: Text(1, 100), application_id: SnowflakeId }),
  responses: { 200: Type.Object({ button_urls: Type.Array(Type.String()) }) },

  async run({ caller, params, work }) {
    const { user_id, session_id, application_id } = params
    const key = { userId: user_id, sessionId: session_id, applicationId: application_id }
    const { button_urls } = await secretsForCaller(work, caller, key)
    if (!(await seesActivity(work, caller, key))) throw new ApiError('UNKNOWN_SESSION')
    return { button_urls: [...button_urls] }
  },
})
