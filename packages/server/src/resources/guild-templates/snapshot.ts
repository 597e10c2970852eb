import { ChannelType, OverwriteType, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, StoredRole } from '../../kernel/model.ts'
import type { Snapshot, SnapshotChannel, SnapshotRole } from './template.ts'

/** Numbers in place of ids, from one row of numbers for roles and channels alike. */
type Numbers = ReadonlyMap<Snowflake, number>

const byPlace = (a: { position: number; id: Snowflake }, b: { position: number; id: Snowflake }) =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

/** What a template keeps of a guild: no members, no messages, no roles that came with a bot, no threads. Pure. */
export function snapshotOf(view: GuildView): Snapshot {
  const roles = [...view.roles.values()].filter((role) => !role.managed).sort(byPlace)
  // Categories first, so that whoever makes channels of them in this order has each one's parent.
  const category = (channel: Channel) => (channel.type === ChannelType.GUILD_CATEGORY ? 0 : 1)
  const channels = [...view.channels.values()]
    .filter((channel) => !channel.thread_metadata)
    .sort((a, b) => category(a) - category(b) || byPlace(a, b))
  const numbers = new Map([...roles, ...channels].map(({ id }, index) => [id, index]))
  const { guild } = view
  return {
    name: guild.name,
    description: guild.description,
    region: null,
    verification_level: guild.verification_level,
    default_message_notifications: guild.default_message_notifications,
    explicit_content_filter: guild.explicit_content_filter,
    preferred_locale: guild.preferred_locale,
    afk_timeout: guild.afk_timeout,
    afk_channel_id: numberOf(numbers, guild.afk_channel_id),
    system_channel_id: numberOf(numbers, guild.system_channel_id),
    system_channel_flags: guild.system_channel_flags,
    icon_hash: null,
    roles: roles.map((role) => snapshotRole(role, numbers)),
    channels: channels.map((channel) => snapshotChannel(channel, numbers)),
  }
}

function numberOf(numbers: Numbers, id: Snowflake | null): string | null {
  return id === null ? null : (numbers.get(id)?.toString() ?? null)
}

/** Without its picture, which is stored with the role. */
function snapshotRole(role: StoredRole, numbers: Numbers): SnapshotRole {
  return {
    id: numbers.get(role.id) ?? 0,
    name: role.name,
    permissions: role.permissions.toString(),
    color: role.color,
    colors: role.colors,
    hoist: role.hoist,
    mentionable: role.mentionable,
    icon: null,
    unicode_emoji: role.unicode_emoji,
  }
}

/** What only communities have becomes its plain kind: a guild made from the template is none at first. */
const KEPT_AS: Readonly<Record<number, number>> = {
  [ChannelType.GUILD_ANNOUNCEMENT]: ChannelType.GUILD_TEXT,
  [ChannelType.GUILD_STAGE_VOICE]: ChannelType.GUILD_VOICE,
  [ChannelType.GUILD_MEDIA]: ChannelType.GUILD_FORUM,
}

function snapshotChannel(channel: Channel, numbers: Numbers): SnapshotChannel {
  return {
    id: numbers.get(channel.id) ?? 0,
    type: KEPT_AS[channel.type] ?? channel.type,
    name: channel.name,
    position: channel.position,
    topic: channel.topic,
    bitrate: channel.bitrate,
    user_limit: channel.user_limit,
    nsfw: channel.nsfw,
    rate_limit_per_user: channel.rate_limit_per_user,
    parent_id: numberOf(numbers, channel.parent_id),
    default_auto_archive_duration: channel.default_auto_archive_duration,
    // Members are not part of a template, nor is what is said of them.
    permission_overwrites: channel.permission_overwrites.flatMap(({ id, type, allow, deny }) => {
      const number = type === OverwriteType.ROLE ? numberOf(numbers, id) : null
      return number === null ? [] : [{ id: number, type, allow: allow.toString(), deny: deny.toString() }]
    }),
    available_tags: channel.available_tags.map(({ name, moderated, emoji_id, emoji_name }, index) => ({
      id: index,
      name,
      moderated,
      ...portable({ emoji_id, emoji_name }),
    })),
    template: '',
    default_reaction_emoji: channel.default_reaction_emoji && portable(channel.default_reaction_emoji),
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user,
    default_sort_order: channel.default_sort_order,
    default_forum_layout: channel.default_forum_layout,
    default_tag_setting: null,
    theme_color: null,
  }
}

/** A guild's own emojis stay with it. */
function portable({ emoji_id, emoji_name }: { emoji_id: Snowflake | null; emoji_name: string | null }) {
  return { emoji_id: null, emoji_name: emoji_id === null ? emoji_name : null }
}

/** Has a guild changed since its snapshot was taken, as far as the snapshot shows? */
export function isDirty(taken: Snapshot, now: Snapshot): boolean {
  return JSON.stringify(taken) !== JSON.stringify(now)
}
