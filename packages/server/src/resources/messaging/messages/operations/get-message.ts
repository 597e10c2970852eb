import { ApiError, demand, MessageObject, needs, Permission } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { hydrateMessages } from '../actions/hydrate.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { MessageParams } from '../requests.ts'
import { mayReadVoiceText } from '../rules.ts'

/** Get Channel Message. */
export const getMessage = operation({
  id: 'get_message',
  method: 'GET',
  path: '/channels/:channel_id/messages/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 200: MessageObject },

  async run({ caller, params, work, platform }) {
    const { message, channel, permissions } = await messageForCaller(work, caller, params)
    demand(mayReadVoiceText(channel.type, permissions))
    demand(needs(permissions, Permission.READ_MESSAGE_HISTORY))
    const [hydrated] = await hydrateMessages(work, [message], caller.userId)
    if (!hydrated) throw new ApiError('UNKNOWN_MESSAGE')
    return presentMessageForCaller(caller, hydrated, platform.attachmentUrls)
  },
})
