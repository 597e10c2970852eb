import { ApiError, GameDirectMessageObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { activityForMessage } from '../../../messaging/message-activities/index.ts'
import { sendDirectMessage } from '../actions/send-dm.ts'
import { DEVELOPMENT_LIMIT, DirectMessageRequest, UserParams } from '../requests.ts'

/**
 * Sends a direct message, an invite to an activity or a request to join one. The scope of invites alone permits
 * nothing but an activity. (social-sdk.md, 6.6)
 */
export const sendMessageToUser = operation({
  id: 'send_message_to_user',
  method: 'POST',
  path: '/users/:user_id/messages',
  callers: ['bearer', 'person'],
  unlisted: true,
  params: UserParams,
  body: DirectMessageRequest,
  responses: { 200: GameDirectMessageObject },
  developmentLimit: DEVELOPMENT_LIMIT,

  async run({ caller, params, body, work, platform }) {
    if (caller.kind === 'bearer' && !caller.scopes.has('dm_channels.messages.write')) {
      const { activity, application_id: _, content, ...others } = body
      const onlyInvite = activity && !content && Object.values(others).every((value) => value == null)
      if (!caller.scopes.has('activities.invites.write') || !onlyInvite) throw new ApiError('MISSING_SCOPE')
    }
    const { activity, application_id } = body
    if (caller.kind === 'bearer' || !activity || application_id == null)
      return sendDirectMessage({ work, platform, caller, body }, params.user_id)
    const request = { applicationId: application_id, recipientId: params.user_id, named: activity }
    const resolve = () => activityForMessage(work, caller, request)
    return sendDirectMessage({ work, platform, caller, body, resolve }, params.user_id)
  },
})
