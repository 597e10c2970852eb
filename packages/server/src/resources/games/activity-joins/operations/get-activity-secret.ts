import { ApiError, MessageActivityType } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { isEntitled, secretsForCaller } from '../actions/entitlement.ts'

/** Returns the secret with which a user joins (1) or spectates (2) another user's activity. */
export const getActivitySecret = operation({
  id: 'get_activity_secret',
  method: 'GET',
  path: '/users/:user_id/sessions/:session_id/activities/:application_id/:action',
  callers: ['bearer', 'person'],
  scope: 'activities.read',
  unlisted: true,
  params: Type.Object({
    user_id: SnowflakeId,
    session_id: Text(1, 100),
    application_id: SnowflakeId,
    action: Int(MessageActivityType.JOIN, MessageActivityType.SPECTATE),
  }),
  query: Type.Object({ channel_id: Optional(SnowflakeId), message_id: Optional(SnowflakeId) }),
  responses: { 200: Type.Object({ secret: Type.String() }) },

  async run({ caller, params, query, work }) {
    const { user_id, session_id, application_id, action } = params
    const key = { userId: user_id, sessionId: session_id, applicationId: application_id }
    const secrets = await secretsForCaller(work, caller, key)
    const secret = action === MessageActivityType.JOIN ? secrets.join : secrets.spectate
    if (secret === null || !(await isEntitled(work, caller, { ...secrets, ...key, action }, query)))
      throw new ApiError('UNKNOWN_SESSION')
    return { secret }
  },
})
