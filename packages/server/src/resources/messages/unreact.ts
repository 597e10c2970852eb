import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../kernel/work.ts'
import type { Message } from './message.ts'
import { announce, type Place } from './post.ts'
import * as reactionStore from './reaction-store.ts'
import { messageReactionRemove, messageReactionRemoveAll, messageReactionRemoveEmoji, readEmoji } from './reactions.ts'

/** Removes reactions of a message and announces it; nothing is announced when there were none. */
export async function unreact(
  work: Work,
  place: Place,
  message: Message,
  which: { emojiName?: string; userId?: Snowflake },
): Promise<void> {
  const emoji = which.emojiName === undefined ? null : readEmoji(which.emojiName, place.view)
  const removed = await reactionStore.remove(work, message.id, {
    ...(emoji ? { key: emoji.key } : {}),
    ...(which.userId === undefined ? {} : { userId: which.userId }),
  })
  if (removed === 0) return
  const type =
    which.userId !== undefined ? messageReactionRemove : emoji ? messageReactionRemoveEmoji : messageReactionRemoveAll
  announce(work, type, place, {
    channelId: place.channel.id,
    guildId: place.channel.guild_id,
    messageId: message.id,
    messageAuthorId: message.author_id,
    userId: which.userId ?? 0n,
    emoji,
  })
}
