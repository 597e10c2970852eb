import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { moderateDirectMessage } from '../actions/moderate.ts'
import { checkModerationMetadata, ModerationMetadata } from '../requests.ts'

/** Update User Message Moderation Metadata: replaces the pairs of a direct message. [END-64] [END-65] [LOB-4] */
export const updateUserMessageExternalModerationMetadata = operation({
  id: 'update_user_message_external_moderation_metadata',
  method: 'PUT',
  path: '/partner-sdk/dms/:user_id_1/:user_id_2/messages/:message_id/moderation-metadata',
  callers: ['bot'],
  params: Type.Object({ user_id_1: SnowflakeId, user_id_2: SnowflakeId, message_id: SnowflakeId }),
  body: ModerationMetadata,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    checkModerationMetadata(body)
    const { user_id_1, user_id_2, message_id } = params
    if (!caller.application) throw new ApiError('UNKNOWN_MESSAGE')
    const place = { users: [user_id_1, user_id_2], messageId: message_id } as const
    await moderateDirectMessage(work, caller.application.id, place, body)
  },
})
