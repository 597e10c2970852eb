import { type Static, Type } from 'typebox'
import { MemberObject } from './member.ts'
import { ConnectionObject, UserObject } from './user.ts'
import { Bits, Flag, Id, Int, nullable, optional, Text, Time } from './wire.ts'

const profileFields = {
  bio: Text,
  accent_color: nullable(Int),
  banner: nullable(Text),
  pronouns: Text,
  theme_colors: nullable(Type.Array(Int)),
}

/** Profile of a user, as people's clients show it on a card. */
export const UserProfileObject = Type.Object(
  {
    user: Type.Object({ ...UserObject.properties, bio: Text }),
    user_profile: Type.Object(profileFields),
    badges: Type.Array(Type.Object({ id: Text, description: Text, icon: Text })),
    guild_badges: Type.Array(Type.Object({})),
    connected_accounts: Type.Array(Type.Pick(ConnectionObject, ['type', 'id', 'name', 'verified'])),
    premium_type: nullable(Int),
    premium_since: nullable(Time),
    premium_guild_since: nullable(Time),
    legacy_username: nullable(Text),
    mutual_guilds: optional(Type.Array(Type.Object({ id: Id, nick: nullable(Text) }))),
    mutual_friends: optional(Type.Array(UserObject)),
    mutual_friends_count: optional(Int),
    guild_member: optional(MemberObject),
    guild_member_profile: optional(Type.Object({ ...profileFields, guild_id: Id })),
    application: optional(
      Type.Object({ id: Id, verified: Flag, flags: Int, flags_new: optional(Bits), description: Text }),
    ),
  },
  { title: 'UserProfile' },
)
export type UserProfileObject = Static<typeof UserProfileObject>
