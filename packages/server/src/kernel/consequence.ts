/**
 * Point in a unit of work at which other resources act, such as "a message was created". The resource that owns the
 * point follows it with `work.follow`. It does not know the resources that act; platform/consequences.ts lists them.
 */
export interface ConsequencePoint<P> {
  readonly name: string
  /** Exists in types alone: it binds the point to its payload. */
  readonly payload?: (payload: P) => void
}

/**
 * Declares a point. Its name says what happened ("message created") or what is about to happen ("deleting channel").
 */
export function consequence<P>(name: string): ConsequencePoint<P> {
  return { name }
}
