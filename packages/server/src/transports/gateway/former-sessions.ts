import { setTimeout as pause } from 'node:timers/promises'
import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { lastSessionsLost } from '../../kernel/session-points.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { listTemporaryUserIds, type MemberKey } from '../../resources/guild/members/index.ts'
import type { WhileAway } from './while-away.ts'

/** Members that one look reads, and the pause after it. */
const READ_TOGETHER = 2_000
const READ_PAUSE_MS = 50
/** Users whose memberships end in one unit of work. */
const ENDED_TOGETHER = 100

interface FormerSessionsParts {
  readonly units: Units
  readonly clock: Clock
  readonly wallClock: Clock
  readonly whileAway: WhileAway
  /** Time in which the clients of the former process can come back. */
  readonly resumeWindowMs: number
  /** Returns the sessions of a user in this process. */
  readonly sessionsOf: (userId: Snowflake) => { readonly size: number }
  readonly runInBackground: (task: Promise<void>, failure: string) => void
}

/**
 * Ends what the sessions of the former process left, for a process that is alone: its store has no rows of sessions, so
 * that nothing tells who was connected when it was killed. Temporary members who have not come back in the resume
 * window are users whose last session was lost.
 */
export class FormerSessions {
  readonly #parts: FormerSessionsParts
  readonly #end = new AbortController()
  #cancel: () => void = () => undefined

  constructor(parts: FormerSessionsParts) {
    this.#parts = parts
  }

  /** Looks for these members once the resume window is over. */
  start(): void {
    const { clock, wallClock, resumeWindowMs, runInBackground } = this.#parts
    const joinedBefore = clock.now()
    this.#cancel = wallClock.at(wallClock.now() + resumeWindowMs, () =>
      runInBackground(this.#endMemberships(joinedBefore), 'temporary memberships of the former process remain'),
    )
  }

  /** Looks no more. The next process does. */
  close(): void {
    this.#end.abort()
    this.#cancel()
  }

  async #endMemberships(joinedBefore: Instant): Promise<void> {
    const { signal } = this.#end
    let after: MemberKey | null = null
    do {
      const { userIds, last } = await this.#page(joinedBefore, after)
      for (let at = 0; at < userIds.length && !signal.aborted; at += ENDED_TOGETHER)
        await this.#lost(userIds.slice(at, at + ENDED_TOGETHER))
      after = last
      if (after) await pause(READ_PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined)
    } while (after && !signal.aborted)
  }

  async #page(joinedBefore: Instant, after: MemberKey | null): ReturnType<typeof listTemporaryUserIds> {
    const { units } = this.#parts
    const options = { joinedBefore, after, limit: READ_TOGETHER }
    const page = await this.#again(() => units.read(SYSTEM_ACTOR, (work) => listTemporaryUserIds(work, options)))
    return page ?? { userIds: [], last: null }
  }

  /** Ends the temporary memberships of those users who are not here. */
  async #lost(users: readonly Snowflake[]): Promise<void> {
    const { units, sessionsOf } = this.#parts
    await this.#again(() =>
      units.write(SYSTEM_ACTOR, async (work) => {
        const userIds = users.filter((id) => sessionsOf(id).size === 0)
        if (userIds.length > 0) await work.follow(lastSessionsLost, { userIds })
      }),
    )
  }

  /** Runs a task, again and again while the store is away. */
  #again<T>(task: () => Promise<T>): Promise<T | undefined> {
    const isWanted = () => !this.#end.signal.aborted
    return this.#parts.whileAway(task, { triedForMs: Number.POSITIVE_INFINITY, isWanted })
  }
}
