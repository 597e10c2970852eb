import type { Snowflake } from '@guildhall/protocol'
import { consequence } from './consequence.ts'
import type { User } from './model.ts'

/** Gateway session of a person or player that has ended for good. */
export interface EndedSession {
  readonly id: string
  readonly user: User
  /** Whether its user has no other session. */
  readonly last: boolean
}

/**
 * The session of a person or player ended. Sessions of bots do not follow it: thousands of them may end at once, and
 * bots take part in no activity.
 */
export const sessionEnded = consequence<EndedSession>('session ended')

/** Sessions after a start. */
export interface RestoredSessions {
  /** Returns whether a session of the former process was restored. */
  readonly isAlive: (sessionId: string) => boolean
}

/** The platform started, and the sessions of the former process are restored. */
export const sessionsRestored = consequence<RestoredSessions>('sessions restored')

/** Users whose last sessions were lost with their nodes. */
export interface LostUsers {
  readonly userIds: readonly Snowflake[]
}

/** Users of lost nodes have no session any more, at any node. */
export const lastSessionsLost = consequence<LostUsers>('last sessions lost')
