import type { Snowflake } from '@guildhall/protocol'
import type { Guild, Incidents } from '../../../kernel/model.ts'

/** Incidents of a guild where nothing is paused or detected. */
export const NO_INCIDENTS: Incidents = {
  invites_disabled_until: null,
  dms_disabled_until: null,
  dm_spam_detected_at: null,
  raid_detected_at: null,
}

/** Settings of a guild that refer to one of its channels. */
export const CHANNEL_SETTINGS = [
  'afk_channel_id',
  'system_channel_id',
  'rules_channel_id',
  'public_updates_channel_id',
  'safety_alerts_channel_id',
  'widget_channel_id',
] as const
export type ChannelSetting = (typeof CHANNEL_SETTINGS)[number]

/** Returns a guild without the settings that refer to a channel; the same object when no setting does. */
export function withoutChannel(guild: Guild, channelId: Snowflake): Guild {
  const referring = CHANNEL_SETTINGS.filter((key) => guild[key] === channelId)
  return referring.length === 0 ? guild : { ...guild, ...Object.fromEntries(referring.map((key) => [key, null])) }
}
