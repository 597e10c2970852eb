import type { Snowflake } from '@guildhall/protocol'
import type { Overwrite, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { addChannelOfNewGuild } from '../../channels/index.ts'
import { createGuild } from '../../guilds/index.ts'
import { createMember } from '../../members/index.ts'
import { addRoleOfNewGuild } from '../../roles/index.ts'
import type { Snapshot, SnapshotChannel } from '../model.ts'

/** Creates a guild from a snapshot, with its owner as the first member. */
export async function createGuildFromSnapshot(
  work: Work,
  owner: User,
  { id, name, icon, snapshot }: { id: Snowflake; name: string; icon: string | null; snapshot: Snapshot },
): Promise<void> {
  const ids = new Map<string, Snowflake>()
  for (const role of snapshot.roles) ids.set(role.id.toString(), role.id === 0 ? id : work.nextId())
  for (const channel of snapshot.channels) ids.set(channel.id.toString(), work.nextId())
  const idOf = (number: string | null) => (number === null ? null : (ids.get(number) ?? null))
  await createGuild(work, {
    id,
    name,
    owner_id: owner.id,
    icon,
    description: snapshot.description,
    verification_level: snapshot.verification_level,
    default_message_notifications: snapshot.default_message_notifications,
    explicit_content_filter: snapshot.explicit_content_filter,
    preferred_locale: snapshot.preferred_locale,
    afk_timeout: snapshot.afk_timeout,
    afk_channel_id: idOf(snapshot.afk_channel_id),
    system_channel_id: idOf(snapshot.system_channel_id),
    system_channel_flags: snapshot.system_channel_flags,
  })
  for (const [position, role] of snapshot.roles.entries()) {
    await addRoleOfNewGuild(work, {
      id: ids.get(role.id.toString()) ?? work.nextId(),
      guild_id: id,
      name: role.name,
      position,
      permissions: BigInt(role.permissions),
      color: role.color,
      // Gradients need a feature that a new guild does not have.
      colors: { primary_color: role.colors.primary_color, secondary_color: null, tertiary_color: null },
      hoist: role.hoist,
      mentionable: role.mentionable,
      unicode_emoji: null,
    })
  }
  for (const channel of snapshot.channels) await addChannelOfNewGuild(work, channelOf(work, id, channel, idOf))
  await createMember(work, id, owner)
}

function channelOf(
  work: Work,
  guildId: Snowflake,
  channel: SnapshotChannel,
  idOf: (number: string | null) => Snowflake | null,
) {
  const overwrites = channel.permission_overwrites.flatMap(({ id, type, allow, deny }): Overwrite[] => {
    const role = idOf(id)
    return role === null ? [] : [{ id: role, type, allow: BigInt(allow), deny: BigInt(deny) }]
  })
  return {
    id: idOf(channel.id.toString()) ?? work.nextId(),
    guild_id: guildId,
    type: channel.type,
    name: channel.name,
    position: channel.position,
    parent_id: idOf(channel.parent_id),
    topic: channel.topic,
    bitrate: channel.bitrate,
    user_limit: channel.user_limit,
    nsfw: channel.nsfw,
    rate_limit_per_user: channel.rate_limit_per_user,
    default_auto_archive_duration: channel.default_auto_archive_duration,
    permission_overwrites: overwrites,
    available_tags: channel.available_tags.map(({ name, emoji_name, moderated }) => ({
      id: work.nextId(),
      name,
      moderated,
      emoji_id: null,
      emoji_name,
    })),
    default_reaction_emoji: channel.default_reaction_emoji && {
      emoji_id: null,
      emoji_name: channel.default_reaction_emoji.emoji_name,
    },
    default_thread_rate_limit_per_user: channel.default_thread_rate_limit_per_user,
    default_sort_order: channel.default_sort_order,
    default_forum_layout: channel.default_forum_layout,
    application_id: work.changes.inEffect('guild_channel_application_id', work.now) ? null : undefined,
  }
}
