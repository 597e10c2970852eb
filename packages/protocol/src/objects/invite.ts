import { type Static, Type } from 'typebox'
import { PublicApplicationObject } from './application.ts'
import { GuildObject } from './guild.ts'
import { InviteRoleObject } from './role.ts'
import { ScheduledEventObject } from './scheduled-event.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

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
    nsfw: maybeNull(Flag),
  },
  { title: 'InviteGuild' },
)
export type InviteGuildObject = Static<typeof InviteGuildObject>

export const InviteChannelObject = Type.Object(
  {
    id: Id,
    type: Int,
    name: nullable(Text),
    icon: maybeNull(Text),
    recipients: maybe(Type.Array(Type.Object({ username: Text }))),
  },
  { title: 'InviteChannel' },
)
export type InviteChannelObject = Static<typeof InviteChannelObject>

export const InviteObject = Type.Object(
  {
    type: Int,
    code: Text,
    guild: maybe(InviteGuildObject),
    guild_id: maybe(Id),
    channel: nullable(InviteChannelObject),
    inviter: maybe(UserObject),
    target_type: maybe(Int),
    target_user: maybe(UserObject),
    target_application: maybe(PublicApplicationObject),
    approximate_member_count: maybeNull(Int),
    approximate_presence_count: maybeNull(Int),
    expires_at: nullable(Time),
    guild_scheduled_event: maybe(ScheduledEventObject),
    flags: maybe(Int),
    roles: maybeNull(Type.Array(InviteRoleObject)),
    is_nickname_changeable: maybe(Flag),
    is_contact: maybe(Flag),
    target_channel_id: maybe(Id),
    target_message_id: maybe(Id),
    uses: maybe(Int),
    max_uses: maybe(Int),
    max_age: maybe(Int),
    temporary: maybe(Flag),
    created_at: maybe(Time),
  },
  { title: 'Invite' },
)
export type InviteObject = Static<typeof InviteObject>
