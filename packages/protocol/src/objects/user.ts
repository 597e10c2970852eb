import { type Static, Type } from 'typebox'
import { Bits, Flag, Id, Int, mapOf, nullable, optional, optionalNullable, Text } from './wire.ts'

/** Guild whose tag a user wears beside their name. */
export const PrimaryGuildObject = Type.Object(
  {
    identity_guild_id: nullable(Id),
    /** null: cleared by the platform; false: taken off by the user. [USR-5] */
    identity_enabled: nullable(Flag),
    tag: nullable(Text),
    badge: nullable(Text),
  },
  { title: 'PrimaryGuild' },
)
export type PrimaryGuildObject = Static<typeof PrimaryGuildObject>

export const AvatarDecorationObject = Type.Object({ asset: Text, sku_id: nullable(Id) }, { title: 'AvatarDecoration' })
export type AvatarDecorationObject = Static<typeof AvatarDecorationObject>

export const CollectiblesObject = Type.Object(
  {
    nameplate: optionalNullable(Type.Object({ sku_id: nullable(Id), asset: Text, label: Text, palette: Text })),
  },
  { title: 'Collectibles' },
)
export type CollectiblesObject = Static<typeof CollectiblesObject>

const userFields = {
  id: Id,
  username: Text,
  discriminator: Text,
  global_name: nullable(Text),
  avatar: nullable(Text),
  public_flags: Int,
  flags: Int,
  bot: optional(Flag),
  system: optional(Flag),
  banner: optionalNullable(Text),
  accent_color: optionalNullable(Int),
  avatar_decoration_data: optionalNullable(AvatarDecorationObject),
  collectibles: optionalNullable(CollectiblesObject),
  primary_guild: optionalNullable(PrimaryGuildObject),
  /** Former name of `primary_guild`; older clients read it. */
  clan: optionalNullable(PrimaryGuildObject),
  display_name_styles: optionalNullable(Type.Object({})),
}

export const UserObject = Type.Object(userFields, { title: 'User' })
export type UserObject = Static<typeof UserObject>

/** Current user, with the fields that only the user or a granted scope can read. */
export const CurrentUserObject = Type.Object(
  {
    ...userFields,
    mfa_enabled: optional(Flag),
    /** Kinds of second factors of the person: 1 passkey, 2 authenticator app. */
    authenticator_types: optional(Type.Array(Int)),
    locale: optional(Text),
    premium_type: optional(Int),
    email: optionalNullable(Text),
    verified: optional(Flag),
    bio: optional(Text),
  },
  { title: 'CurrentUser' },
)
export type CurrentUserObject = Static<typeof CurrentUserObject>

/** User of a presence update; only the id is always present. */
export const PartialUserObject = Type.Object(
  { ...Type.Partial(Type.Object(userFields)).properties, id: Id },
  { title: 'PartialUser' },
)
export type PartialUserObject = Static<typeof PartialUserObject>

export const ConnectionObject = Type.Object(
  {
    id: Text,
    name: Text,
    type: Text,
    revoked: Flag,
    integrations: Type.Array(Type.Object({})),
    verified: Flag,
    friend_sync: Flag,
    show_activity: Flag,
    two_way_link: Flag,
    visibility: Int,
  },
  { title: 'Connection' },
)
export type ConnectionObject = Static<typeof ConnectionObject>

/** Entry of Get Current User Guilds. */
export const CurrentUserGuildObject = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    banner: nullable(Text),
    owner: Flag,
    permissions: Bits,
    features: Type.Array(Text),
    approximate_member_count: optionalNullable(Int),
    approximate_presence_count: optionalNullable(Int),
  },
  { title: 'CurrentUserGuild' },
)
export type CurrentUserGuildObject = Static<typeof CurrentUserGuildObject>

export const RoleConnectionObject = Type.Object(
  { platform_name: optionalNullable(Text), platform_username: nullable(Text), metadata: mapOf(Text) },
  { title: 'RoleConnection' },
)
export type RoleConnectionObject = Static<typeof RoleConnectionObject>

/** Settings of a person, for that person only. */
export const UserSettingsObject = Type.Object(
  {
    friend_source_flags: Type.Object({
      all: optional(Flag),
      mutual_friends: optional(Flag),
      mutual_guilds: optional(Flag),
    }),
    profile_visibility: Int,
    /** Language that the person chose; null while clients follow the device. */
    locale: nullable(Text),
    /** Settings that only clients follow. */
    theme: Text,
    message_display_compact: Flag,
    developer_mode: Flag,
    /** Whether push notifications contain the text of messages. */
    push_content: Flag,
    guild_positions: Type.Array(Id),
    collapsed_categories: Type.Array(Id),
  },
  { title: 'UserSettings' },
)
export type UserSettingsObject = Static<typeof UserSettingsObject>
