import type { Snowflake } from '@guildhall/protocol'
import type { User } from '../../kernel/model.ts'
import type { Units } from '../../kernel/units.ts'

/** A session that has ended for good. */
export interface EndedSession {
  readonly id: string
  readonly user: User
  /** Guilds that it watched. */
  readonly guildIds: readonly Snowflake[]
  /** Whether its user has no other session. */
  readonly last: boolean
}

/** Reactions of resources to sessions. main.ts supplies them, so that the gateway need not know them. */
export interface SessionHooks {
  /** Run independently when a session has ended. */
  readonly ended: readonly ((units: Units, session: EndedSession) => Promise<void>)[]
  /** Runs at start, once the sessions of the former process are restored. */
  readonly restored: (units: Units, isAlive: (sessionId: string) => boolean) => Promise<void>
}
