import { MessageSummaryObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { listConversations } from '../actions/list-dms.ts'

/** Returns the other user and the newest message of each of the caller's DMs. (social-sdk.md, 6.6) */
export const listMyMessageSummaries = operation({
  id: 'list_my_message_summaries',
  method: 'GET',
  path: '/partner-sdk/users/@me/channels',
  callers: ['bearer', 'person'],
  scope: 'dm_channels.read',
  unlisted: true,
  responses: { 200: Type.Array(MessageSummaryObject) },

  async run({ caller, work }) {
    const conversations = await listConversations(work, caller.userId, caller.application?.id ?? null)
    return conversations.flatMap(({ otherId, lastMessageId }) =>
      lastMessageId === null ? [] : [{ user_id: otherId.toString(), last_message_id: lastMessageId.toString() }],
    )
  },
})
