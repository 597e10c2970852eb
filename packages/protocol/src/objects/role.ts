import { type Static, Type } from 'typebox'
import { Bits, Flag, Id, Int, None, nullable, optional, optionalNullable, Text } from './wire.ts'

export const RoleColorsObject = Type.Object(
  { primary_color: Int, secondary_color: nullable(Int), tertiary_color: nullable(Int) },
  { title: 'RoleColors' },
)
export type RoleColorsObject = Static<typeof RoleColorsObject>

/** Tags of a role. A tag of type null is a boolean: present means true, missing means false. */
export const RoleTagsObject = Type.Object(
  {
    bot_id: optional(Id),
    integration_id: optional(Id),
    premium_subscriber: optional(None),
    subscription_listing_id: optional(Id),
    available_for_purchase: optional(None),
    guild_connections: optional(None),
  },
  { title: 'RoleTags' },
)
export type RoleTagsObject = Static<typeof RoleTagsObject>

export const RoleObject = Type.Object(
  {
    id: Id,
    name: Text,
    description: optionalNullable(Text),
    color: Type.Integer({ deprecated: true, description: 'Use colors' }),
    colors: RoleColorsObject,
    hoist: Flag,
    icon: nullable(Text),
    unicode_emoji: nullable(Text),
    position: Int,
    permissions: Bits,
    managed: Flag,
    mentionable: Flag,
    tags: optional(RoleTagsObject),
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
