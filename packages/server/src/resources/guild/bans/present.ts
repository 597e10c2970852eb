import type { BanObject } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StoredBan } from './model.ts'

/** Returns the ban object. */
export function presentBan(ban: StoredBan, user: User): BanObject {
  return { reason: ban.reason, user: presentUser(user) }
}
