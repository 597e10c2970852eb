import { CurrentUserObject, snowflakeTime, wire, wireTime } from '@guildhall/protocol'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'
import { OPERATOR_ROLES } from '../../accounts/operators/model.ts'
import { presentSelf } from '../../accounts/users/present.ts'
import { ACCOUNT_STATES, type Account } from './model.ts'

/** A user object with what operators see besides. */
export const AccountObject = Type.Object({
  ...CurrentUserObject.properties,
  state: OneOf(...ACCOUNT_STATES),
  role: Nullable(OneOf(...OPERATOR_ROLES)),
  created_at: wire.Time,
  last_seen_at: Nullable(wire.Time),
  sessions: Type.Integer(),
  bytes: Type.Integer(),
  /** Entries of reports about the person and what they wrote. */
  reports: Type.Integer(),
  /** Address that the person registered from, as limits count it. */
  registered_from: Nullable(Type.String()),
  /** Words of operators, which the person never sees. */
  note: Nullable(Type.String()),
})

/** Returns a person for operators. */
export function presentAccount(account: Account): Static<typeof AccountObject> {
  const { user, state, role, sessions, lastSeenAt, bytes, reports, registeredFrom, note } = account
  return {
    ...presentSelf(user, { email: true, premium: true }),
    state,
    role,
    created_at: wireTime(snowflakeTime(user.id)),
    last_seen_at: lastSeenAt === null ? null : wireTime(lastSeenAt),
    sessions,
    bytes: Number(bytes),
    reports,
    registered_from: registeredFrom,
    note,
  }
}
