import { ApiError, Emoji } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { ownedApplication } from '../../applications/index.ts'
import { presentEmoji } from '../present.ts'
import * as store from '../store.ts'

/** Get Application Emoji. */
export const getApplicationEmoji = operation({
  id: 'get_application_emoji',
  method: 'GET',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId }),
  answers: { 200: Emoji },

  async run({ caller, params, work }) {
    const application = await ownedApplication(work, caller, params.application_id)
    const emoji = (await store.listOfApplication(work, application.id)).find((entry) => entry.id === params.emoji_id)
    if (!emoji) throw new ApiError('UNKNOWN_EMOJI')
    return presentEmoji(emoji)
  },
})
