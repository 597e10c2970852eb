import { Permission, REACTION_USERS_PAGE_MAX, UserObject } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers, presentUser } from '../../../accounts/users/index.ts'
import { parseEmoji } from '../actions/react.ts'
import { listReactingUserIds } from '../reaction-store.ts'
import { ReactionParams } from '../requests.ts'

const PAGE_DEFAULT = 25

/** Get Reactions: the users who reacted with an emoji. There are no burst reactions (type 1). */
export const listMessageReactionsByEmoji = operation({
  id: 'list_message_reactions_by_emoji',
  method: 'GET',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name',
  callers: ['bot', 'person'],
  params: ReactionParams,
  query: Type.Object({
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, REACTION_USERS_PAGE_MAX)),
    type: Optional(Int(0, 1)),
  }),
  responses: { 200: Type.Array(UserObject) },

  async run({ caller, params, query, work }) {
    const { message, view } = await messageForCaller(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    if (query.type === 1) return []
    const { key } = parseEmoji(params.emoji_name, view)
    const ids = await listReactingUserIds(work, message.id, key, query.after ?? 0n, query.limit ?? PAGE_DEFAULT)
    const users = await listUsers(work, ids)
    return ids.flatMap((id) => {
      const user = users.get(id)
      return user ? [presentUser(user)] : []
    })
  },
})
