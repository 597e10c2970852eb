import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { applicationEmoji } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'

/** Get Application Emoji. */
export const getApplicationEmoji = operation({
  id: 'get_application_emoji',
  method: 'GET',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId }),
  responses: { 200: EmojiObject },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji, creator } = await applicationEmoji(work, application.id, params.emoji_id)
    return presentEmoji(emoji, creator)
  },
})
