import { type Static, Type } from 'typebox'
import { Bits, Flag, Id, Int, mapOf, maybe, maybeNull, nullable, Text } from './wire.ts'

export const PrimaryGuild = Type.Object(
  {
    identity_guild_id: nullable(Id),
    /** null: cleared by the platform; false: taken off by the user. [USR-5] */
    identity_enabled: nullable(Flag),
    tag: nullable(Text),
    badge: nullable(Text),
  },
  { title: 'PrimaryGuild' },
)

export const AvatarDecoration = Type.Object({ asset: Text, sku_id: nullable(Id) }, { title: 'AvatarDecoration' })

export const Collectibles = Type.Object(
  {
    nameplate: maybeNull(Type.Object({ sku_id: nullable(Id), asset: Text, label: Text, palette: Text })),
  },
  { title: 'Collectibles' },
)

const userFields = {
  id: Id,
  username: Text,
  discriminator: Text,
  global_name: nullable(Text),
  avatar: nullable(Text),
  public_flags: Int,
  flags: Int,
  bot: maybe(Flag),
  system: maybe(Flag),
  banner: maybeNull(Text),
  accent_color: maybeNull(Int),
  avatar_decoration_data: maybeNull(AvatarDecoration),
  collectibles: maybeNull(Collectibles),
  primary_guild: maybeNull(PrimaryGuild),
}

export const User = Type.Object(userFields, { title: 'User' })
export type UserObject = Static<typeof User>

/** The caller's own user: what only they see, or what a scope grants. */
export const CurrentUser = Type.Object(
  {
    ...userFields,
    mfa_enabled: maybe(Flag),
    locale: maybe(Text),
    premium_type: maybe(Int),
    email: maybeNull(Text),
    verified: maybe(Flag),
  },
  { title: 'CurrentUser' },
)
export type CurrentUserObject = Static<typeof CurrentUser>

/** As in presence updates, where only the id is sure. */
export const PartialUser = Type.Object(
  { ...Type.Partial(Type.Object(userFields)).properties, id: Id },
  { title: 'PartialUser' },
)
export type PartialUserObject = Static<typeof PartialUser>

export const Connection = Type.Object(
  {
    id: Text,
    name: Text,
    type: Text,
    revoked: maybe(Flag),
    integrations: maybe(Type.Array(Type.Unknown())),
    verified: Flag,
    friend_sync: Flag,
    show_activity: Flag,
    two_way_link: Flag,
    visibility: Int,
  },
  { title: 'Connection' },
)
export type ConnectionObject = Static<typeof Connection>

/** An entry of Get Current User Guilds. */
export const CurrentUserGuild = Type.Object(
  {
    id: Id,
    name: Text,
    icon: nullable(Text),
    banner: nullable(Text),
    owner: Flag,
    permissions: Bits,
    features: Type.Array(Text),
    approximate_member_count: maybeNull(Int),
    approximate_presence_count: maybeNull(Int),
  },
  { title: 'CurrentUserGuild' },
)
export type CurrentUserGuildObject = Static<typeof CurrentUserGuild>

export const RoleConnection = Type.Object(
  { platform_name: nullable(Text), platform_username: nullable(Text), metadata: mapOf(Text) },
  { title: 'RoleConnection' },
)
export type RoleConnectionObject = Static<typeof RoleConnection>
