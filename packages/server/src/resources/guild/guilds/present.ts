import {
  type GuildObject,
  type GuildPreviewObject,
  type IncidentsDataObject,
  type WidgetSettingsObject,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Guild, Incidents } from '../../../kernel/model.ts'
import { presentEmoji } from '../emojis/present.ts'
import { presentRole } from '../roles/present.ts'
import { presentGuildStickers } from '../stickers/present.ts'

const idOrNull = (id: bigint | null): string | null => id?.toString() ?? null

/** Returns the incidents data; times of detection are absent when nothing was detected. */
export function presentIncidents(incidents: Incidents): IncidentsDataObject {
  const { dm_spam_detected_at, raid_detected_at } = incidents
  return {
    invites_disabled_until: wireTimeOrNull(incidents.invites_disabled_until),
    dms_disabled_until: wireTimeOrNull(incidents.dms_disabled_until),
    ...(dm_spam_detected_at === null ? {} : { dm_spam_detected_at: wireTimeOrNull(dm_spam_detected_at) }),
    ...(raid_detected_at === null ? {} : { raid_detected_at: wireTimeOrNull(raid_detected_at) }),
  }
}

/** Returns the guild object without roles, emojis and stickers. */
function presentGuildFields(guild: Guild): Omit<GuildObject, 'roles' | 'emojis' | 'stickers'> {
  return {
    id: guild.id.toString(),
    name: guild.name,
    icon: guild.icon,
    icon_hash: null,
    splash: guild.splash,
    discovery_splash: guild.discovery_splash,
    home_header: guild.home_header,
    banner: guild.banner,
    description: guild.description,
    owner_id: guild.owner_id.toString(),
    application_id: null,
    region: 'local',
    afk_channel_id: idOrNull(guild.afk_channel_id),
    afk_timeout: guild.afk_timeout,
    system_channel_id: idOrNull(guild.system_channel_id),
    system_channel_flags: guild.system_channel_flags,
    rules_channel_id: idOrNull(guild.rules_channel_id),
    public_updates_channel_id: idOrNull(guild.public_updates_channel_id),
    safety_alerts_channel_id: idOrNull(guild.safety_alerts_channel_id),
    widget_enabled: guild.widget_enabled,
    widget_channel_id: idOrNull(guild.widget_channel_id),
    verification_level: guild.verification_level,
    default_message_notifications: guild.default_message_notifications,
    explicit_content_filter: guild.explicit_content_filter,
    mfa_level: guild.mfa_level,
    nsfw_level: guild.nsfw_level,
    nsfw: guild.nsfw_level === 1 || guild.nsfw_level === 3,
    premium_tier: guild.premium_tier,
    premium_subscription_count: guild.premium_subscription_count,
    premium_progress_bar_enabled: guild.premium_progress_bar_enabled,
    preferred_locale: guild.preferred_locale,
    vanity_url_code: guild.vanity_url_code,
    features: guild.features,
    max_members: 25_000_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    hub_type: null,
    incidents_data: guild.incidents && presentIncidents(guild.incidents),
    latest_onboarding_question_id: null,
    inventory_settings: null,
  }
}

/** Returns the guild object of the HTTP API and of GUILD_UPDATE. */
export function presentGuild(view: GuildView, guild: Guild = view.guild): GuildObject {
  return {
    ...presentGuildFields(guild),
    roles: [...view.roles.values()].sort((a, b) => a.position - b.position).map(presentRole),
    emojis: [...view.emojis.values()].map((emoji) => presentEmoji(emoji)),
    stickers: presentGuildStickers(view),
  }
}

/** Returns the preview of a guild, which users outside the guild can read. */
export function presentPreview(view: GuildView): GuildPreviewObject {
  const { id, name, icon, splash, discovery_splash, home_header, description, features } = view.guild
  return {
    id: id.toString(),
    name,
    icon,
    splash,
    discovery_splash,
    home_header,
    description,
    features,
    emojis: [...view.emojis.values()].map((emoji) => presentEmoji(emoji)),
    stickers: presentGuildStickers(view),
    approximate_member_count: view.memberCount,
    approximate_presence_count: view.presences.size,
  }
}

/** Returns the widget settings. */
export function presentWidgetSettings({ widget_enabled, widget_channel_id }: Guild): WidgetSettingsObject {
  return { enabled: widget_enabled, channel_id: idOrNull(widget_channel_id) }
}
