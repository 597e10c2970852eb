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
  const path = `/channels/${message.channel_id}/messages/${message.id}/reactions/${encodeURIComponent(name)}/@me`
  const [now, back] = reacted
    ? (['MESSAGE_REACTION_ADD', 'MESSAGE_REACTION_REMOVE'] as const)
    : (['MESSAGE_REACTION_REMOVE', 'MESSAGE_REACTION_ADD'] as const)
  client.apply(now, event)
  const request = reacted ? client.api.put(path) : client.api.delete(path)
  request.catch(() => client.apply(back, event))
}
