import { ChannelType, OverwriteType, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel, StoredRole } from '../../../kernel/model.ts'
import type { Snapshot, SnapshotChannel, SnapshotRole } from './model.ts'

/** Numbers in place of ids; roles and channels share one sequence. */
type Numbers = ReadonlyMap<Snowflake, number>

const byPosition = (a: { position: number; id: Snowflake }, b: { position: number; id: Snowflake }) =>
  a.position - b.position || (a.id < b.id ? -1 : 1)

/** Returns the content of a guild for a template, without members, messages, managed roles and threads. */
export function snapshotOf(view: GuildView): Snapshot {
  const roles = [...view.roles.values()].filter((role) => !role.managed).sort(byPosition)
  // Categories first, so that a channel's parent exists when channels are created in this order.
  const category = (channel: Channel) => (channel.type === ChannelType.GUILD_CATEGORY ? 0 : 1)
  const channels = [...view.channels.values()]
    .filter((channel) => !channel.thread_metadata)
    .sort((a, b) => category(a) - category(b) || byPosition(a, b))
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

/** Returns a role without its icon, which is stored under the id of the original. */
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

/** Channel types that need COMMUNITY, with the types that replace them: a new guild is not a community. */
const REPLACED_BY: Readonly<Record<number, number>> = {
  [ChannelType.GUILD_ANNOUNCEMENT]: ChannelType.GUILD_TEXT,
  [ChannelType.GUILD_STAGE_VOICE]: ChannelType.GUILD_VOICE,
  [ChannelType.GUILD_MEDIA]: ChannelType.GUILD_FORUM,
}

function snapshotChannel(channel: Channel, numbers: Numbers): SnapshotChannel {
  return {
    id: numbers.get(channel.id) ?? 0,
    type: REPLACED_BY[channel.type] ?? channel.type,
    name: channel.name,
    position: channel.position,
    topic: channel.topic,
    bitrate: channel.bitrate,
    user_limit: channel.user_limit,
    nsfw: channel.nsfw,
    rate_limit_per_user: channel.rate_limit_per_user,
    parent_id: numberOf(numbers, channel.parent_id),
    default_auto_archive_duration: channel.default_auto_archive_duration,
    // Overwrites of members are left out, because templates contain no members.
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

/** Returns an emoji without custom ones, which belong to the original guild. */
function portable({ emoji_id, emoji_name }: { emoji_id: Snowflake | null; emoji_name: string | null }) {
  return { emoji_id: null, emoji_name: emoji_id === null ? emoji_name : null }
}

/** Returns whether a guild has changed since its snapshot, in the fields that a snapshot contains. */
export function isDirty(snapshot: Snapshot, current: Snapshot): boolean {
  return JSON.stringify(snapshot) !== JSON.stringify(current)
}
