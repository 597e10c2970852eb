import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { getApplicationEmoji } from '../actions/application-emoji.ts'
import { deleteEmojiAndImage } from '../actions/save.ts'
import { ApplicationEmojiParams } from '../requests.ts'

/** Delete Application Emoji. */
export const deleteApplicationEmoji = operation({
  id: 'delete_application_emoji',
  method: 'DELETE',
  path: '/applications/:application_id/emojis/:emoji_id',
  callers: ['bot', 'person'],
  params: ApplicationEmojiParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const application = await applicationForCaller(work, caller, params.application_id)
    const { emoji } = await getApplicationEmoji(work, application.id, params.emoji_id)
    await deleteEmojiAndImage(work, emoji.id)
  },
})
