import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import * as actions from '../actions/application-emoji.ts'
import { presentEmoji } from '../present.ts'
import { ApplicationEmojiParams } from '../requests.ts'

/** Get Application Emoji. */
export const getApplicationEmoji = operation({
  id: 'get_application_emoji',
  method: 'GET',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: ApplicationEmojiParams,
  responses: { 200: EmojiObject },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji, creator } = await actions.getApplicationEmoji(work, application.id, params.emoji_id)
    return presentEmoji(emoji, creator)
  },
})
