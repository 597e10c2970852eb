import { ApiError, ChannelObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { presentDm } from '../../../guild/channels/index.ts'
import { conversationWith } from '../actions/conversation.ts'
import { loadGameDm } from '../actions/hydrate.ts'
import { presentGameDm } from '../present.ts'
import { UserParams } from '../requests.ts'

/** Returns the existing DM with a user. (social-sdk.md, 6.6) */
export const getDmWithUser = operation({
  id: 'get_dm_with_user',
  method: 'GET',
  path: '/users/@me/dms/:user_id',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.read',
  unlisted: true,
  params: UserParams,
  responses: { 200: ChannelObject },

  async run({ caller, params, work }) {
    const conversation = await conversationWith(work, caller, params.user_id)
    if (conversation.kind === 'game') {
      if (!conversation.dm) throw new ApiError('UNKNOWN_CHANNEL')
      return presentGameDm(await loadGameDm(work, conversation.dm), caller.userId)
    }
    if (!conversation.channel) throw new ApiError('UNKNOWN_CHANNEL')
    return presentDm(conversation.channel, caller.userId, [conversation.other])
  },
})
