import type { Application, User } from './model.ts'
import type { Work } from './work.ts'

/** Change of the account behind an external identity. */
export interface AccountMove {
  /**
   * `merge`: a provisional account becomes part of a full account, and everything moves. `unmerge`: a new provisional
   * account replaces a full account in the game; it receives copies of in-game friends, blockers and lobbies, but no
   * DM history.
   */
  readonly kind: 'merge' | 'unmerge'
  readonly from: User
  readonly to: User
  /** Application whose provisional account it is, or a game of that publisher: each has a move of its own. */
  readonly application: Application
}

/** Moves or copies what one resource keeps for a player. Runs in the unit of work of the whole move. */
export type MoveAccount = (work: Work, move: AccountMove) => Promise<void>

/** Deletes what one resource keeps for an application, when that becomes the child of a publisher. [AUT-24] */
export type PurgeApplication = (work: Work, application: Application) => Promise<void>

/** Reactions of resources to changes of accounts and applications. main.ts supplies them. */
export interface AccountRegistries {
  readonly moves: readonly MoveAccount[]
  readonly purges: readonly PurgeApplication[]
}
