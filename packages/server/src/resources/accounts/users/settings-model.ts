import type { Snowflake } from '@guildhall/protocol'

/** Settings of a person's clients: how the app looks, how its lists are arranged, what notifications contain. */
export interface ClientSettings {
  /** `system` follows the device. */
  readonly theme: 'system' | 'light' | 'dark'
  readonly message_display_compact: boolean
  readonly developer_mode: boolean
  /** Whether push notifications contain the text of messages. */
  readonly push_content: boolean
  /** Guilds in the order of the person. */
  readonly guild_positions: readonly Snowflake[]
  /** Categories whose channels are folded. */
  readonly collapsed_categories: readonly Snowflake[]
}

/** Returns the settings with those fields of a request that name one. */
export function changedSettings(before: ClientSettings, request: Partial<ClientSettings>): ClientSettings {
  const names = Object.keys(CLIENT_SETTINGS) as (keyof ClientSettings)[]
  const given = names.filter((name) => request[name] !== undefined)
  return { ...before, ...Object.fromEntries(given.map((name) => [name, request[name]])) }
}

/** Settings of a person who has chosen none. */
export const CLIENT_SETTINGS: ClientSettings = {
  theme: 'system',
  message_display_compact: false,
  developer_mode: false,
  push_content: true,
  guild_positions: [],
  collapsed_categories: [],
}
