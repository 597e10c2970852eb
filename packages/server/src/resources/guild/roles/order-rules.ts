import type { Snowflake } from '@guildhall/protocol'

/** Fields of a role that its place in the order depends on. */
export interface PositionedRole {
  readonly id: Snowflake
  readonly position: number
}

/** Compares roles from the lowest to the highest. At equal positions the older role is higher, as clients sort. */
export function byPosition(a: PositionedRole, b: PositionedRole): number {
  return a.position - b.position || (a.id > b.id ? -1 : 1)
}

/**
 * Returns the positions of all roles except @everyone after some of them moved: 1 to n, without gaps or ties, so that
 * ranks can be compared. A role that moves up is placed above the role at its new position, one that moves down below
 * it. Roles that do not move keep their order.
 */
export function reordered(
  roles: Iterable<PositionedRole>,
  moves: ReadonlyMap<Snowflake, number>,
): Map<Snowflake, number> {
  const wanted = [...roles].map((role) => {
    const position = moves.get(role.id) ?? role.position
    return { id: role.id, position, moved: Math.sign(position - role.position) }
  })
  wanted.sort((a, b) => a.position - b.position || a.moved - b.moved || byPosition(a, b))
  return new Map(wanted.map(({ id }, index) => [id, index + 1]))
}
