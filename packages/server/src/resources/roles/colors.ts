import { ApiError, Faults } from '@guildhall/protocol'
import type { RoleData } from '../../kernel/model.ts'
import { Int, Nullable, Optional, OptionalNullable, type Static, Type } from '../../validation/schema.ts'

export const ColorFields = {
  color: OptionalNullable(Int(0, 0xffffff)),
  colors: Optional(
    Nullable(
      Type.Object({
        primary_color: Int(0, 0xffffff),
        secondary_color: OptionalNullable(Int(0, 0xffffff)),
        tertiary_color: OptionalNullable(Int(0, 0xffffff)),
      }),
    ),
  ),
}
const Colors = Type.Object(ColorFields)

/** The only three colors of a holographic role. [ROL-4] */
const HOLOGRAPHIC = [11127295, 16759788, 16761760]

/** The colors that a request asks for: `colors` wins over `color`, gradients need their feature. [ROL-2] [ROL-4] [GLD-3] */
export function colorsOf(
  request: Static<typeof Colors>,
  features: readonly string[],
): Partial<Pick<RoleData, 'color' | 'colors'>> {
  if (request.colors) {
    const { primary_color, secondary_color = null, tertiary_color = null } = request.colors
    const faults = new Faults()
    if ((secondary_color !== null || tertiary_color !== null) && !features.includes('ENHANCED_ROLE_COLORS')) {
      faults.add(['colors'], 'ROLE_COLORS_NOT_ENABLED', 'This guild cannot use gradient role colors')
    }
    if (
      tertiary_color !== null &&
      [primary_color, secondary_color, tertiary_color].some((color, index) => color !== HOLOGRAPHIC[index])
    ) {
      faults.add(
        ['colors', 'tertiary_color'],
        'BASE_TYPE_CHOICES',
        `Only ${HOLOGRAPHIC.join(', ')} are allowed together`,
      )
    }
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    return { color: primary_color, colors: { primary_color, secondary_color, tertiary_color } }
  }
  if (request.color === undefined) return {}
  const color = request.color ?? 0
  return { color, colors: { primary_color: color, secondary_color: null, tertiary_color: null } }
}
