import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Bits, Flag, Id, Int, nullable, optionalNullable, Text, Time } from './wire.ts'

/** Index that replaces an id in references within a template. */
const Placeholder = nullable(Text)

export const GuildTemplateObject = Type.Object(
  {
    code: Text,
    name: Text,
    description: nullable(Text),
    usage_count: Int,
    creator_id: Id,
    creator: nullable(UserObject),
    created_at: Time,
    updated_at: Time,
    source_guild_id: Id,
    serialized_source_guild: Type.Object({
      name: Text,
      description: nullable(Text),
      region: nullable(Text),
      verification_level: Int,
      default_message_notifications: Int,
      explicit_content_filter: Int,
      preferred_locale: Text,
      afk_timeout: Int,
      afk_channel_id: Placeholder,
      system_channel_id: Placeholder,
      system_channel_flags: Int,
      icon_hash: optionalNullable(Text),
      roles: Type.Array(
        Type.Object({
          id: Int,
          name: Text,
          permissions: Bits,
          color: Int,
          colors: nullable(
            Type.Object({ primary_color: Int, secondary_color: nullable(Int), tertiary_color: nullable(Int) }),
          ),
          hoist: Flag,
          mentionable: Flag,
          icon: nullable(Text),
          unicode_emoji: nullable(Text),
        }),
      ),
      channels: Type.Array(
        Type.Object({
          id: nullable(Int),
          type: Int,
          name: nullable(Text),
          position: nullable(Int),
          topic: nullable(Text),
          bitrate: Int,
          user_limit: Int,
          nsfw: Flag,
          rate_limit_per_user: Int,
          parent_id: Placeholder,
          default_auto_archive_duration: nullable(Int),
          permission_overwrites: Type.Array(Type.Object({ id: Text, type: Int, allow: Bits, deny: Bits })),
          available_tags: Type.Array(
            Type.Object({
              id: nullable(Int),
              name: Text,
              emoji_id: nullable(Id),
              emoji_name: nullable(Text),
              moderated: nullable(Flag),
            }),
          ),
          default_reaction_emoji: nullable(Type.Object({ emoji_id: nullable(Id), emoji_name: nullable(Text) })),
          default_thread_rate_limit_per_user: nullable(Int),
          default_sort_order: nullable(Int),
          default_forum_layout: nullable(Int),
        }),
      ),
    }),
    is_dirty: nullable(Flag),
  },
  { title: 'GuildTemplate' },
)
export type GuildTemplateObject = Static<typeof GuildTemplateObject>
