import { ApiError, has, Permission, REACTIONS_MAX } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { messageWith } from '../load.ts'
import { announce } from '../post.ts'
import * as reactionStore from '../reaction-store.ts'
import { messageReactionAdd, ReactionParams, readEmoji, usableEmoji } from '../reactions.ts'

/** Create Reaction: ADD_REACTIONS is needed only for an emoji that nobody has used on the message yet. */
export const addMyMessageReaction = operation({
  id: 'add_my_message_reaction',
  method: 'PUT',
  path: '/channels/:channel_id/messages/:message_id/reactions/:emoji_name/@me',
  callers: ['bot', 'person'],
  params: ReactionParams,
  responses: { 204: NoContent },
  limit: { limit: 1, windowMs: 250 },

  async run({ caller, params, work }) {
    const { message, ...place } = await messageWith(work, caller, params, Permission.READ_MESSAGE_HISTORY)
    if (place.channel.thread_metadata?.archived) throw new ApiError('THREAD_ARCHIVED')
    let emoji = readEmoji(params.emoji_name, place.view)
    const kinds = await reactionStore.kinds(work, message.id)
    if (!kinds.includes(emoji.key)) {
      if (!has(place.permissions, Permission.ADD_REACTIONS)) throw new ApiError('MISSING_PERMISSIONS')
      emoji = await usableEmoji(work, caller, place, params.emoji_name)
      if (kinds.length >= REACTIONS_MAX) throw new ApiError('TOO_MANY_REACTIONS')
    }
    if (!(await reactionStore.add(work, message.id, emoji, caller.userId, work.now))) return
    announce(work, messageReactionAdd, place, {
      channelId: place.channel.id,
      guildId: place.channel.guild_id,
      messageId: message.id,
      messageAuthorId: message.author_id,
      userId: caller.userId,
      emoji,
      ...(place.member ? { member: { member: place.member, user: caller.user } } : {}),
    })
  },
})
