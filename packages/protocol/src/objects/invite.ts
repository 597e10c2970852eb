import { type Static, Type } from 'typebox'
import { PublicApplicationObject } from './application.ts'
import { GuildObject } from './guild.ts'
import { InviteRoleObject } from './role.ts'
import { ScheduledEventObject } from './scheduled-event.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const InviteGuildObject = Type.Object(
  {
    ...Type.Pick(GuildObject, [
      'id',
      'name',
      'splash',
      'banner',
      'description',
      'icon',
      'features',
      'vanity_url_code',
      'premium_subscription_count',
      'premium_tier',
    ]).properties,
    verification_level: nullable(Int),
    nsfw_level: nullable(Int),
    nsfw: optionalNullable(Flag),
  },
  { title: 'InviteGuild' },
)
export type InviteGuildObject = Static<typeof InviteGuildObject>

export const InviteChannelObject = Type.Object(
  {
    id: Id,
    type: Int,
    name: nullable(Text),
    icon: optionalNullable(Text),
    recipients: optional(Type.Array(Type.Object({ username: Text }))),
  },
  { title: 'InviteChannel' },
)
export type InviteChannelObject = Static<typeof InviteChannelObject>

export const InviteObject = Type.Object(
  {
    type: Int,
    code: Text,
    guild: optional(InviteGuildObject),
    guild_id: optional(Id),
    channel: nullable(InviteChannelObject),
    inviter: optional(UserObject),
    target_type: optional(Int),
    target_user: optional(UserObject),
    target_application: optional(PublicApplicationObject),
    approximate_member_count: optionalNullable(Int),
    approximate_presence_count: optionalNullable(Int),
    expires_at: nullable(Time),
    guild_scheduled_event: optional(ScheduledEventObject),
    flags: optional(Int),
    roles: optionalNullable(Type.Array(InviteRoleObject)),
    is_nickname_changeable: optional(Flag),
    is_contact: optional(Flag),
    target_channel_id: optional(Id),
    target_message_id: optional(Id),
    uses: optional(Int),
    max_uses: optional(Int),
    max_age: optional(Int),
    temporary: optional(Flag),
    created_at: optional(Time),
  },
  { title: 'Invite' },
)
export type InviteObject = Static<typeof InviteObject>
