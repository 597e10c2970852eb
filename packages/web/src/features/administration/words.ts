import type { ResponseOf } from '@guildhall/client'
import { type Message, msg } from '../../lib/language/text.ts'

/** A person as operators see them. */
export type Account = ResponseOf<'get_account'>
type Listed = ResponseOf<'list_reports'>[number]

/** Words about the states of accounts. */
export const STATES: Readonly<Record<Account['state'], Message>> = {
  active: msg('Active'),
  unverified: msg('Address not confirmed'),
  pending: msg('Waits for a decision'),
  suspended: msg('Suspended'),
  deleting: msg('Being deleted'),
  deleted: msg('Deleted'),
  imported: msg('Imported'),
}

/** Words about what is reported. */
export const KINDS: Readonly<Record<Listed['kind'], Message>> = {
  message: msg('Message'),
  user: msg('Person'),
  guild: msg('Guild'),
}

/** Words about states of reports. */
export const REPORT_STATES: Readonly<Record<Listed['state'], Message>> = {
  open: msg('Open'),
  dismissed: msg('Dismissed'),
  removed: msg('Message removed'),
  suspended: msg('Suspended'),
}

/** Words about roles of operators, from the most powerful one on. */
export const ROLES: Readonly<Record<NonNullable<Account['role']>, Message>> = {
  owner: msg('Owner'),
  admin: msg('Administrator'),
  moderator: msg('Moderator'),
}
