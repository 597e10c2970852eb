import type { Client } from '../../gateway/client.ts'

/** Emoji of a reaction. */
interface ReactionEmoji {
  id?: string | null | undefined
  name?: string | null | undefined
  animated?: boolean | undefined
}

/** Adds or removes the person's own reaction at once. A refused request takes it back. */
export function setReaction(
  client: Client,
  message: { id: string; channel_id: string },
  emoji: ReactionEmoji,
  reacted: boolean,
): void {
  const event = {
    user_id: client.account.userId,
    channel_id: message.channel_id,
    message_id: message.id,
    emoji: { id: emoji.id ?? null, name: emoji.name ?? null, animated: emoji.animated ?? false },
  }
  const name = emoji.id ? `${emoji.name ?? 'emoji'}:${emoji.id}` : (emoji.name ?? '')
  const [now, back] = reacted
    ? (['MESSAGE_REACTION_ADD', 'MESSAGE_REACTION_REMOVE'] as const)
    : (['MESSAGE_REACTION_REMOVE', 'MESSAGE_REACTION_ADD'] as const)
  client.apply(now, event)
  const request = reacted
    ? client.api.call('add_my_message_reaction', {
        params: { channel_id: message.channel_id, message_id: message.id, emoji_name: name },
      })
    : client.api.call('delete_my_message_reaction', {
        params: { channel_id: message.channel_id, message_id: message.id, emoji_name: name },
      })
  request.catch(() => client.apply(back, event))
}
