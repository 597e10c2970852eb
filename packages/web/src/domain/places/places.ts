/** A guild, or `@me` for direct messages. */
export interface Place {
  readonly guildId: string
}

const LAST_GUILD = 'guildhall.last-guild'
const LAST_CHANNELS = 'guildhall.last-channels'

/** Name of the direct messages in place of a guild's id. */
export const DIRECT = '@me'

/** Returns the guild that was open last. */
export function lastPlace(): Place {
  return { guildId: localStorage.getItem(LAST_GUILD) ?? DIRECT }
}

/** Returns the channel of a guild that was open last. */
export function lastChannel(guildId: string): string | undefined {
  try {
    const channels = JSON.parse(localStorage.getItem(LAST_CHANNELS) ?? '{}') as Record<string, unknown>
    const channel = channels[guildId]
    return typeof channel === 'string' ? channel : undefined
  } catch {
    return undefined
  }
}

/** Notes the channel that is open now. */
export function rememberPlace(guildId: string, channelId: string): void {
  localStorage.setItem(LAST_GUILD, guildId)
  let channels: Record<string, unknown> = {}
  try {
    channels = JSON.parse(localStorage.getItem(LAST_CHANNELS) ?? '{}') as Record<string, unknown>
  } catch {
    // Another version of the app wrote something else: it is replaced.
  }
  localStorage.setItem(LAST_CHANNELS, JSON.stringify({ ...channels, [guildId]: channelId }))
}
