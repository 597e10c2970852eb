/** Channel of a call; the guild is null for a DM. */
export interface StreamChannel {
  readonly guildId: string | null
  readonly channelId: string
}

/** Returns the key of the stream that a user has in a channel. */
export function streamKeyOf({ guildId, channelId }: StreamChannel, userId: string): string {
  return guildId === null ? `call:${channelId}:${userId}` : `guild:${guildId}:${channelId}:${userId}`
}
