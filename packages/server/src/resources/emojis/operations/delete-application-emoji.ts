import { applicationForCaller } from '../../../access/application.ts'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { removeFiles } from '../../files/index.ts'
import { applicationEmoji, imageKey } from '../actions/save.ts'
import * as store from '../store.ts'

/** Delete Application Emoji. */
export const deleteApplicationEmoji = operation({
  id: 'delete_application_emoji',
  method: 'DELETE',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji } = await applicationEmoji(work, application.id, params.emoji_id)
    await store.deleteEmoji(work, emoji.id)
    await removeFiles(work, [imageKey(emoji.id)])
  },
})
