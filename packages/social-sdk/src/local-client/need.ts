import type { LocalSession } from './local-session.ts'

/** Something that a game needs of each session at the local client. */
export interface Need {
  /** Whether a local client is looked for because of it. */
  readonly isWanted: boolean
  /** Brings a session to the present state, such as a new session. */
  restore(session: LocalSession): Promise<void>
}
