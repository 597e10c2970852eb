import { GUILD_DESCRIPTION_MAX, GUILD_NAME_MAX, GUILD_NAME_MIN, LOCALES } from '@guildhall/protocol'
import {
  ImageData,
  Int,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  TrimmedText,
  Type,
} from '../../../validation/schema.ts'

/** Longest time for which messages are kept: ten years. */
const RETENTION_DAYS_MAX = 3_650

/** Body of Modify Guild. */
export const GuildBody = Type.Object({
  name: Optional(TrimmedText(GUILD_NAME_MIN, GUILD_NAME_MAX)),
  description: OptionalNullable(Text(0, GUILD_DESCRIPTION_MAX)),
  icon: OptionalNullable(ImageData),
  splash: OptionalNullable(ImageData),
  discovery_splash: OptionalNullable(ImageData),
  home_header: OptionalNullable(ImageData),
  /** Accepted and ignored: voice regions belong to channels now. */
  region: OptionalNullable(Text(0, 100)),
  banner: OptionalNullable(ImageData),
  owner_id: Optional(SnowflakeId),
  features: OptionalNullable(Type.Array(Text(1, 100), { maxItems: 100 })),
  verification_level: OptionalNullable(Int(0, 4)),
  default_message_notifications: OptionalNullable(Int(0, 1)),
  explicit_content_filter: OptionalNullable(Int(0, 2)),
  afk_channel_id: OptionalNullable(SnowflakeId),
  afk_timeout: OptionalNullable(OneOf(60, 300, 900, 1800, 3600)),
  system_channel_id: OptionalNullable(SnowflakeId),
  system_channel_flags: OptionalNullable(Int(0, 2 ** 31 - 1)),
  rules_channel_id: OptionalNullable(SnowflakeId),
  public_updates_channel_id: OptionalNullable(SnowflakeId),
  safety_alerts_channel_id: OptionalNullable(SnowflakeId),
  preferred_locale: OptionalNullable(OneOf(...LOCALES)),
  premium_progress_bar_enabled: OptionalNullable(Type.Boolean()),
  /** Days for which the guild keeps messages: for the owner, and for operators. */
  retention_messages_days: OptionalNullable(Int(1, RETENTION_DAYS_MAX)),
})
export type GuildBody = Static<typeof GuildBody>
