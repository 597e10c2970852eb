import type { MemberObject, RoleColorsObject, RoleObject } from '@guildhall/protocol'

/** The three colours that a holographic role has. The platform accepts no others. */
export const HOLOGRAPHIC: RoleColorsObject = {
  primary_color: 11_127_295,
  secondary_color: 16_759_788,
  tertiary_color: 16_761_760,
}

/** Returns the colours of a member's name: those of the highest role that has any; null without one. */
export function coloursOf(
  roles: ReadonlyMap<string, RoleObject> | undefined,
  member: Pick<MemberObject, 'roles'> | undefined,
): RoleColorsObject | null {
  let highest: RoleObject | undefined
  for (const id of member?.roles ?? []) {
    const role = roles?.get(id)
    if (!role || !hasColour(role)) continue
    if (!highest || role.position > highest.position) highest = role
  }
  return highest ? highest.colors : null
}

/** Returns the colours of a role; null without any. */
export function coloursOfRole(role: RoleObject): RoleColorsObject | null {
  return hasColour(role) ? role.colors : null
}

function hasColour({ colors }: RoleObject): boolean {
  return colors.primary_color !== 0 || colors.secondary_color !== null
}

/** Returns a colour as `#rrggbb`. */
export function hexOf(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}

/** Returns the number of a colour given as `#rrggbb`. */
export function numberOf(hex: string): number {
  return Number.parseInt(hex.slice(1), 16)
}

/** Returns the custom properties that carry colours to a style sheet. */
export function colourVariables({ primary_color, secondary_color, tertiary_color }: RoleColorsObject) {
  const last = tertiary_color ?? secondary_color ?? primary_color
  return {
    ['--role' as string]: hexOf(primary_color),
    ['--role-middle' as string]: hexOf(tertiary_color === null ? primary_color : (secondary_color ?? primary_color)),
    ['--role-end' as string]: hexOf(last),
  }
}
