import { type Static, Type } from 'typebox'
import { Bits, Flag, Id, Int, maybe, maybeNull, None, nullable, Text } from './wire.ts'

export const RoleColorsObject = Type.Object(
  { primary_color: Int, secondary_color: nullable(Int), tertiary_color: nullable(Int) },
  { title: 'RoleColors' },
)
export type RoleColorsObject = Static<typeof RoleColorsObject>

/** Tags of a role. A tag of type null is a boolean: present means true, missing means false. */
export const RoleTagsObject = Type.Object(
  {
    bot_id: maybe(Id),
    integration_id: maybe(Id),
    premium_subscriber: maybe(None),
    subscription_listing_id: maybe(Id),
    available_for_purchase: maybe(None),
    guild_connections: maybe(None),
  },
  { title: 'RoleTags' },
)
export type RoleTagsObject = Static<typeof RoleTagsObject>

export const RoleObject = Type.Object(
  {
    id: Id,
    name: Text,
    description: maybeNull(Text),
    color: Type.Integer({ deprecated: true, description: 'Use colors' }),
    colors: RoleColorsObject,
    hoist: Flag,
    icon: nullable(Text),
    unicode_emoji: nullable(Text),
    position: Int,
    permissions: Bits,
    managed: Flag,
    mentionable: Flag,
    tags: maybe(RoleTagsObject),
    flags: Int,
  },
  { title: 'Role' },
)
export type RoleObject = Static<typeof RoleObject>

/** Role of an invite. [INV-3] */
export const InviteRoleObject = Type.Pick(
  RoleObject,
  ['id', 'name', 'position', 'color', 'colors', 'icon', 'unicode_emoji'],
  { title: 'InviteRole' },
)
export type InviteRoleObject = Static<typeof InviteRoleObject>
