import type { ResponseOf } from '@guildhall/client'
import { type Message, msg } from '../../lib/language/text.ts'

/** A person as operators see them. */
export type Account = ResponseOf<'get_account'>

/** Words about the states of accounts. */
export const STATES: Readonly<Record<Account['state'], Message>> = {
  active: msg('Active'),
  unverified: msg('Address not confirmed'),
  pending: msg('Waits for a decision'),
  suspended: msg('Suspended'),
}

/** Words about roles of operators, from the most powerful one on. */
export const ROLES: Readonly<Record<NonNullable<Account['role']>, Message>> = {
  owner: msg('Owner'),
  admin: msg('Administrator'),
  moderator: msg('Moderator'),
}
