import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { ownedApplication } from '../../applications/index.ts'
import * as store from '../store.ts'

/** Delete Application Emoji. */
export const deleteApplicationEmoji = operation({
  id: 'delete_application_emoji',
  method: 'DELETE',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId }),
  answers: { 204: NoContent },

  async run({ caller, params, work }) {
    const application = await ownedApplication(work, caller, params.application_id)
    const emoji = (await store.listOfApplication(work, application.id)).find((entry) => entry.id === params.emoji_id)
    if (!emoji) throw new ApiError('UNKNOWN_EMOJI')
    await store.remove(work, emoji.id)
  },
})
