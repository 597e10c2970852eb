import { ApiError, Faults } from '@guildhall/protocol'
import type { RoleData } from '../../../kernel/model.ts'
import type { RoleColorFields } from './requests.ts'

/** The only three colors that a holographic role can have. [ROL-4] */
const HOLOGRAPHIC = [11127295, 16759788, 16761760]

/**
 * Returns the colors that a request sets. `colors` takes precedence over `color`. Rejects gradients in guilds without
 * ENHANCED_ROLE_COLORS, and three colors other than the holographic ones. [ROL-2] [ROL-4] [GLD-3]
 */
export function requestedColors(
  request: RoleColorFields,
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
      const message = `A role with three colors must have the colors ${HOLOGRAPHIC.join(', ')}.`
      faults.add(['colors', 'tertiary_color'], 'BASE_TYPE_CHOICES', message)
    }
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    return { color: primary_color, colors: { primary_color, secondary_color, tertiary_color } }
  }
  if (request.color === undefined) return {}
  const color = request.color ?? 0
  return { color, colors: { primary_color: color, secondary_color: null, tertiary_color: null } }
}
