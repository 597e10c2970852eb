import type { Instant } from '@guildhall/protocol'
import type { User } from '../../../kernel/model.ts'
import type { OperatorRole } from '../../accounts/operators/model.ts'

/** Longest note of operators about a person. */
export const NOTE_MAX = 2_000

/** States of an account, as operators see them. */
export const ACCOUNT_STATES = [
  'active',
  'unverified',
  'pending',
  'suspended',
  'deleting',
  'deleted',
  'imported',
] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** A person as operators see them. */
export interface Account {
  readonly user: User
  readonly state: AccountState
  readonly role: OperatorRole | null
  /** Number of signed-in devices. */
  readonly sessions: number
  /** Null for a person who has not used the platform. */
  readonly lastSeenAt: Instant | null
  /** Bytes of the person's files. */
  readonly bytes: bigint
  /** Entries of reports about the person and what they wrote. */
  readonly reports: number
  /** Address that the person registered from; null if it is not known, or not any more. */
  readonly registeredFrom: string | null
  /** Note of operators, which the person never sees. */
  readonly note: string | null
}

/** Returns the address of a one-time link. The token stands in the fragment, which no server and no log sees. */
export function signInUrl(platform: string, token: string): string {
  return `${platform}/sign-in#token=${token}`
}
