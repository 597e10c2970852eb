import type { GuildRecord } from '@guildhall/client/records'
import { SystemChannelFlag } from '@guildhall/protocol'
import { type Message, msg } from '../../lib/language/text.ts'
import type { ImageChange } from '../../ui/image-field.tsx'
import type { PictureName } from './guild-pictures.ts'

/** Messages that the platform posts by itself; a set flag of the guild turns one off. */
export const SYSTEM_MESSAGES: readonly { flag: number; label: Message }[] = [
  { flag: SystemChannelFlag.SUPPRESS_JOIN_NOTIFICATIONS, label: msg('When a member joins') },
  {
    flag: SystemChannelFlag.SUPPRESS_JOIN_NOTIFICATION_REPLIES,
    label: msg('A button to greet new members with a sticker'),
  },
  { flag: SystemChannelFlag.SUPPRESS_PREMIUM_SUBSCRIPTIONS, label: msg('When a member boosts the guild') },
  { flag: SystemChannelFlag.SUPPRESS_GUILD_REMINDER_NOTIFICATIONS, label: msg('Hints for setting up the guild') },
  {
    flag: SystemChannelFlag.SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATIONS,
    label: msg('When a member subscribes to a role'),
  },
  {
    flag: SystemChannelFlag.SUPPRESS_ROLE_SUBSCRIPTION_PURCHASE_NOTIFICATION_REPLIES,
    label: msg('Replies with a sticker to role subscriptions'),
  },
]

/** Values of the overview's form, by the fields of Modify Guild. */
export type Overview = Pick<
  GuildRecord,
  | 'name'
  | 'description'
  | 'system_channel_id'
  | 'system_channel_flags'
  | 'afk_channel_id'
  | 'afk_timeout'
  | 'default_message_notifications'
  | 'verification_level'
  | 'explicit_content_filter'
  | 'preferred_locale'
  | 'premium_progress_bar_enabled'
> &
  Record<PictureName, ImageChange>

/** Returns the saved values of the overview. Pictures are kept until the person chooses others. */
export function overviewOf(guild: GuildRecord): Overview {
  return {
    name: guild.name,
    description: guild.description,
    system_channel_id: guild.system_channel_id,
    system_channel_flags: guild.system_channel_flags,
    afk_channel_id: guild.afk_channel_id,
    afk_timeout: guild.afk_timeout,
    default_message_notifications: guild.default_message_notifications,
    verification_level: guild.verification_level,
    explicit_content_filter: guild.explicit_content_filter,
    preferred_locale: guild.preferred_locale,
    premium_progress_bar_enabled: guild.premium_progress_bar_enabled,
    icon: undefined,
    banner: undefined,
    splash: undefined,
    discovery_splash: undefined,
  }
}
