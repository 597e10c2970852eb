import { ROLE_NAME_MAX } from '@guildhall/protocol'
import {
  ImageData,
  Int,
  OptionalNullable,
  PermissionBits,
  type Static,
  Text,
  Type,
} from '../../../validation/schema.ts'

const Color = Int(0, 0xffffff)

/** Color fields of a role; `color` is the older one. [ROL-2] */
export const RoleColorFields = Type.Object({
  color: OptionalNullable(Color),
  colors: OptionalNullable(
    Type.Object({
      primary_color: Color,
      secondary_color: OptionalNullable(Color),
      tertiary_color: OptionalNullable(Color),
    }),
  ),
})
export type RoleColorFields = Static<typeof RoleColorFields>

/** Body of Create Guild Role and Modify Guild Role. */
export const RoleBody = Type.Object({
  ...RoleColorFields.properties,
  name: OptionalNullable(Text(0, ROLE_NAME_MAX)),
  permissions: OptionalNullable(PermissionBits),
  hoist: OptionalNullable(Type.Boolean()),
  mentionable: OptionalNullable(Type.Boolean()),
  icon: OptionalNullable(ImageData),
  unicode_emoji: OptionalNullable(Text(0, 100)),
})
export type RoleBody = Static<typeof RoleBody>
