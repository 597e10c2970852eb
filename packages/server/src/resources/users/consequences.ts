import { consequence } from '../../kernel/consequence.ts'
import type { Application, User } from '../../kernel/model.ts'

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

/** An account merges or unmerges in one application. Identities and tokens move afterwards. */
export const accountMoving = consequence<AccountMove>('moving account')
