import type { Snowflake } from '@guildhall/protocol'

/** Settings of a person that only clients follow: how the app looks and how its lists are arranged. */
export interface ClientSettings {
  /** `system` follows the device. */
  readonly theme: 'system' | 'light' | 'dark'
  readonly message_display_compact: boolean
  readonly developer_mode: boolean
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
  guild_positions: [],
  collapsed_categories: [],
}
