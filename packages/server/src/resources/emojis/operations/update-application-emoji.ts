import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../access/application.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { applicationEmoji, EmojiChanges } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import * as store from '../store.ts'

/** Update Application Emoji. */
export const updateApplicationEmoji = operation({
  id: 'update_application_emoji',
  method: 'PATCH',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId }),
  body: EmojiChanges,
  responses: { 200: EmojiObject },

  async run({ caller, params, body, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji, creator } = await applicationEmoji(work, application.id, params.emoji_id)
    const changed = { ...emoji, name: body.name ?? emoji.name }
    await store.updateEmoji(work, changed)
    return presentEmoji(changed, creator)
  },
})
