import { EmojiObject } from '@guildhall/protocol'
import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { getApplicationEmoji } from '../actions/application-emoji.ts'
import { saveApplicationEmoji } from '../actions/save.ts'
import { presentEmoji } from '../present.ts'
import { ApplicationEmojiParams, EmojiChanges } from '../requests.ts'

/** Modify Application Emoji. */
export const updateApplicationEmoji = operation({
  id: 'update_application_emoji',
  method: 'PATCH',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: ApplicationEmojiParams,
  body: EmojiChanges,
  responses: { 200: EmojiObject },

  async run({ caller, params, body, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji, creator } = await getApplicationEmoji(work, application.id, params.emoji_id)
    const changed = { ...emoji, name: body.name ?? emoji.name }
    await saveApplicationEmoji(work, changed)
    return presentEmoji(changed, creator)
  },
})
