import type { Decision, RefusalReason } from '@guildhall/client/questions'
import { type Message, msg, t } from './language/text.ts'
import { permissionInWords } from './permission-words.ts'
import { fullTime } from './time.ts'

const TEXTS: Readonly<Record<RefusalReason, Message>> = {
  'needs permission': msg('You need the permission {permission}.'),
  'needs permission in this channel': msg('You need the permission {permission} in this channel.'),
  'needs permission to join': msg('You need the permission {permission} to join.'),
  'lacks it themselves': msg('You do not have this permission yourself.'),
  'role is not below': msg('This role is not below your highest role.'),
  'role of everyone': msg('Every member has this role.'),
  'role is managed': msg('An integration manages this role.'),
  'target is the owner': msg('Nobody can do this to the owner.'),
  'target is not below': msg('The highest role of this member is not below yours.'),
  'target is administrator': msg('Administrators cannot be timed out.'),
  'channel is full': msg('This channel is full.'),
  'timed out': msg('You are timed out until {time}.'),
  pending: msg('You can write here once you have accepted the rules of this guild.'),
  quarantined: msg('You can write here once you have changed your name, which this guild does not allow.'),
}

/** Returns why the person cannot do something, as a sentence; null if they can. */
export function refusalText(decision: Decision): string | null {
  if (decision.ok) return null
  const { reason, permission, until } = decision
  return t(TEXTS[reason], {
    permission: permission ? permissionInWords(permission) : '',
    time: until === undefined ? '' : fullTime(new Date(until).toISOString()),
  })
}
