import type { PartialUserObject } from '@guildhall/protocol'
import type { UserHandle } from '../../handles/user.ts'

/** Users by their ids, as other areas show them. */
export interface UserDirectory {
  /** Returns the handle of a user; null for one who is not known. */
  handle(id: bigint): UserHandle | null
  /** Returns the handle of the player; null before the first Ready. */
  current(): UserHandle | null
  /** Takes over the fields of a user object. */
  note(user: PartialUserObject): void
}
