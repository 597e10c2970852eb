/** Returns the route of the person's own reaction with an emoji. */
export function reactionPath(
  message: { id: string; channel_id: string },
  emoji: { id?: string | null | undefined; name?: string | null | undefined },
): string {
  const name = emoji.id ? `${emoji.name ?? 'emoji'}:${emoji.id}` : (emoji.name ?? '')
  return `/channels/${message.channel_id}/messages/${message.id}/reactions/${encodeURIComponent(name)}/@me`
}
