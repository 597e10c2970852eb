import type { ConsequencePoint } from './consequence.ts'
import type { Work } from './work.ts'

/**
 * Action of another resource at a point. It runs in the unit of work that follows the point. An error that it throws
 * fails this unit of work.
 */
export type Follower<P> = (work: Work, payload: P) => Promise<void>

/** Point with its followers, in the order in which they run. */
export interface Consequence {
  readonly point: ConsequencePoint<never>
  readonly followers: readonly Follower<never>[]
}

/** Followers by point. */
export type Consequences = ReadonlyMap<ConsequencePoint<never>, readonly Follower<never>[]>

/** Lists the followers of a point, in the order in which they run. A point may have none. */
export function when<P>(point: ConsequencePoint<P>, ...followers: Follower<NoInfer<P>>[]): Consequence {
  return { point, followers }
}

/**
 * Returns the followers by point.
 *
 * @throws Error for a point that is listed twice, because its order would stand in two places
 */
export function consequencesOf(list: readonly Consequence[]): Consequences {
  const followers = new Map<ConsequencePoint<never>, readonly Follower<never>[]>()
  for (const { point, followers: listed } of list) {
    if (followers.has(point)) throw new Error(`The consequences of "${point.name}" are listed twice`)
    followers.set(point, listed)
  }
  return followers
}

const NOTHING = Promise.resolve()

/**
 * Runs the followers of a point, one after the other. A point without followers costs a look-up.
 *
 * @throws Error for a point that is not listed: its consequences would be missing silently
 */
export function followPoint<P>(
  consequences: Consequences,
  work: Work,
  point: ConsequencePoint<P>,
  payload: P,
): Promise<void> {
  const followers = consequences.get(point) as readonly Follower<P>[] | undefined
  if (!followers) throw new Error(`The consequences of "${point.name}" are not listed in platform/consequences.ts`)
  const [only] = followers
  if (only === undefined) return NOTHING
  return followers.length === 1 ? only(work, payload) : inOrder(followers, work, payload)
}

async function inOrder<P>(followers: readonly Follower<P>[], work: Work, payload: P): Promise<void> {
  for (const follower of followers) await follower(work, payload)
}
