import type { Snowflake } from '@guildhall/protocol'

/** What the order of roles knows of one. */
export interface Placed {
  readonly id: Snowflake
  readonly position: number
}

/** From the lowest to the highest. Of two with one position the older stands higher, as clients sort them. */
export function byPlace(a: Placed, b: Placed): number {
  return a.position - b.position || (a.id > b.id ? -1 : 1)
}

/**
 * The positions of a guild's roles after some were given new ones: all but @everyone from 1 up without a gap or a tie, so
 * that "below" always has an answer. A role comes to stand where it was sent: above who stood there when it moved up,
 * below when it moved down. Roles that were not sent anywhere keep their order among themselves.
 */
export function reordered(roles: Iterable<Placed>, moves: ReadonlyMap<Snowflake, number>): Map<Snowflake, number> {
  const wanted = [...roles].map((role) => {
    const position = moves.get(role.id) ?? role.position
    return { id: role.id, position, moved: Math.sign(position - role.position) }
  })
  wanted.sort((a, b) => a.position - b.position || a.moved - b.moved || byPlace(a, b))
  return new Map(wanted.map(({ id }, index) => [id, index + 1]))
}
