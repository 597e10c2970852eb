import type { Snowflake } from '@guildhall/protocol'

/** Users with complaints that a call remembers. */
const USERS_MAX = 1_000

/**
 * Complaints about commits. The server cannot check the tags of a commit. A hostile member could therefore be the first
 * in each epoch with a commit that the others must refuse; they report it with op 31. A committer with more complaints
 * than another member commits only if that one does not.
 */
export class Complaints {
  /** Users who complained, by committer. */
  readonly #complainers = new Map<Snowflake, Set<Snowflake>>()
  /** The last commit and those who were to process it. */
  #last:
    | { transitionId: number; committer: Snowflake; audience: Set<Snowflake>; complained: Set<Snowflake> }
    | undefined

  /** Remembers the commit of a transition. */
  committed(transitionId: number, committer: Snowflake, audience: Iterable<Snowflake>): void {
    const others = new Set(audience)
    others.delete(committer)
    this.#last = { transitionId, committer, audience: others, complained: new Set() }
  }

  /** Counts op 31. Returns the users who complained about the last commit, if that is the majority of at least two. */
  complain(user: Snowflake, transitionId: number): ReadonlySet<Snowflake> | undefined {
    const last = this.#last
    if (last?.transitionId !== transitionId || !last.audience.has(user)) return undefined
    last.complained.add(user)
    const known = this.#complainers.get(last.committer)
    if (known) known.add(user)
    else if (this.#complainers.size < USERS_MAX) this.#complainers.set(last.committer, new Set([user]))
    if (last.audience.size < 2 || last.complained.size * 2 <= last.audience.size) return undefined
    this.#last = undefined
    return last.complained
  }

  /** Returns how many users complained about the commits of a user. */
  about(user: Snowflake): number {
    return this.#complainers.get(user)?.size ?? 0
  }

  clear(): void {
    this.#complainers.clear()
    this.#last = undefined
  }
}
