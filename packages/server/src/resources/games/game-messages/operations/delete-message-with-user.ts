import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { deleteMessages } from '../../../messaging/messages/index.ts'
import { accessToDm, ownMessage } from '../actions/edit-dm.ts'
import { removeGameDmMessage } from '../actions/save-dm.ts'
import { UserMessageParams } from '../requests.ts'

/** Deletes the caller's own direct message. (social-sdk.md, 6.6) */
export const deleteMessageWithUser = operation({
  id: 'delete_message_with_user',
  method: 'DELETE',
  path: '/users/:user_id/messages/:message_id',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.messages.write',
  unlisted: true,
  params: UserMessageParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const own = await ownMessage(work, caller, params)
    if (own.kind === 'game') return removeGameDmMessage(work, own.dm, own.message)
    await deleteMessages(work, await accessToDm(work, caller, own.channel), [own.message.id])
  },
})
