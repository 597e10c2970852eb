import { type Message, msg } from '../../lib/language/text.ts'

const AGE = msg('Expires after')
const EMOJI = msg('Emoji')
const ICON = msg('Icon')
const AVATAR = msg('Avatar')
const BANNER = msg('Banner')
const TAGS = msg('Tags')
const CHANNEL = msg('Channel')

/** Words for fields that the audit log lists, by their keys. Keys that are in no list are shown as they are written. */
export const AUDIT_FIELDS: ReadonlyMap<string, Message> = new Map([
  ['name', msg('Name')],
  ['description', msg('Description')],
  ['topic', msg('Topic')],
  ['type', msg('Type')],
  ['position', msg('Position')],
  ['code', msg('Code')],
  ['id', msg('ID')],
  ['flags', msg('Flags')],
  ['tags', TAGS],
  ['status', msg('Status')],
  ['location', msg('Location')],
  ['enabled', msg('Enabled')],
  ['title', msg('Title')],
  ['guild_id', msg('Guild')],
  ['owner_id', msg('Owner')],

  // Guilds.
  ['icon_hash', ICON],
  ['banner_hash', BANNER],
  ['splash_hash', msg('Invite background')],
  ['discovery_splash_hash', msg('Discovery background')],
  ['home_header_hash', msg('Picture of the guide')],
  ['features', msg('Features')],
  ['tag', msg('Tag')],
  ['vanity_url_code', msg('Vanity URL')],
  ['widget_enabled', msg('Widget')],
  ['widget_channel_id', msg('Channel of the widget')],
  ['incidents_data', msg('Security actions')],
  ['afk_channel_id', msg('AFK channel')],
  ['afk_timeout', msg('AFK timeout')],
  ['system_channel_id', msg('System messages channel')],
  ['system_channel_flags', msg('System messages')],
  ['rules_channel_id', msg('Rules channel')],
  ['public_updates_channel_id', msg('Updates channel')],
  ['safety_alerts_channel_id', msg('Safety alerts channel')],
  ['verification_level', msg('Verification level')],
  ['default_message_notifications', msg('Default notifications')],
  ['explicit_content_filter', msg('Explicit content filter')],
  ['preferred_locale', msg('Language')],
  ['premium_progress_bar_enabled', msg('Boost progress bar')],
  ['mfa_level', msg('Two-factor authentication')],
  ['retention_messages_days', msg('Days that messages are kept')],

  // Channels and threads.
  ['channel_id', CHANNEL],
  ['parent_id', msg('Category')],
  ['nsfw', msg('Age restriction')],
  ['rate_limit_per_user', msg('Slowmode')],
  ['bitrate', msg('Bitrate')],
  ['user_limit', msg('User limit')],
  ['rtc_region', msg('Region')],
  ['video_quality_mode', msg('Video quality')],
  ['available_tags', TAGS],
  ['applied_tags', TAGS],
  ['default_auto_archive_duration', msg('Archive threads after')],
  ['auto_archive_duration', msg('Archive after inactivity')],
  ['default_thread_rate_limit_per_user', msg('Slowmode in new threads')],
  ['default_reaction_emoji', msg('Default reaction')],
  ['default_sort_order', msg('Order of posts')],
  ['default_forum_layout', msg('Layout')],
  ['archived', msg('Archived')],
  ['locked', msg('Locked')],
  ['invitable', msg('Members may add others')],

  // Permissions.
  ['permission_overwrites', msg('Permissions')],
  ['permissions', msg('Permissions')],
  ['allow', msg('Allowed')],
  ['deny', msg('Denied')],

  // Roles and members.
  ['color', msg('Colour')],
  ['colors', msg('Colours')],
  ['hoist', msg('Shown separately')],
  ['mentionable', msg('Everyone can mention this role')],
  ['unicode_emoji', msg('Emoji in place of an icon')],
  ['nick', msg('Nickname')],
  ['mute', msg('Muted')],
  ['deaf', msg('Deafened')],
  ['avatar', AVATAR],
  ['avatar_hash', AVATAR],
  ['banner', BANNER],
  ['communication_disabled_until', msg('Timeout until')],
  ['$add', msg('Added roles')],
  ['$remove', msg('Removed roles')],

  // Invites.
  ['inviter_id', msg('Invited by')],
  ['max_age', AGE],
  ['max_uses', msg('Most uses')],
  ['uses', msg('Uses')],
  ['temporary', msg('Temporary membership')],

  // Rules of automatic moderation.
  ['event_type', msg('Checked texts')],
  ['trigger_type', msg('Kind of rule')],
  ['trigger_metadata', msg('Settings of the rule')],
  ['actions', msg('When it is found')],
  ['exempt_roles', msg('Roles that are not checked')],
  ['exempt_channels', msg('Channels that are not checked')],

  // Events and stages.
  ['scheduled_start_time', msg('Begins')],
  ['scheduled_end_time', msg('Ends')],
  ['privacy_level', msg('Visible to')],
  ['entity_type', msg('Where')],
  ['image_hash', msg('Cover image')],
  ['recurrence_rule', msg('Repeats')],
  ['is_canceled', msg('event|Cancelled')],

  // Emojis, stickers and sounds.
  ['emoji_id', EMOJI],
  ['emoji_name', EMOJI],
  ['format_type', msg('File format')],
  ['available', msg('Available')],
  ['volume', msg('Volume')],
  ['sound_id', msg('Sound')],

  // Onboarding.
  ['default_channel_ids', msg('Default channels')],
  ['mode', msg('Count channels of answers')],
  ['options', msg('Answers')],
  ['single_select', msg('Only one answer')],
  ['required', msg('Needs an answer')],
  ['in_onboarding', msg('Ask on joining')],
])
