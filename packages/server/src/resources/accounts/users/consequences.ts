import { consequence } from '../../../kernel/consequence.ts'
import type { Application, User } from '../../../kernel/model.ts'

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
  /** Application whose provisional account it is, or a game of that publisher: each has another move. */
  readonly application: Application
}

/** An account merges or unmerges in one application. Identities and tokens move afterwards. */
export const accountMoving = consequence<AccountMove>('moving account')

/** Change of the fields of a user that others see. */
export interface ProfileChange {
  readonly before: User
  readonly after: User
}

/** The public fields of a user changed, and USER_UPDATE was emitted. */
export const publicProfileChanged = consequence<ProfileChange>('public profile changed')

/** A user changed their user name or display name. */
export const userRenamed = consequence<User>('user renamed')
