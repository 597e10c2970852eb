import type { Instant, Snowflake } from '@guildhall/protocol'
import type { RegistrationTable } from '../../../kernel/store/account-tables.ts'

/** Facts that an account needs when its registration becomes active. */
export interface RegistrationData {
  readonly globalName: string | null
  /** Null for a person whom an identity provider signs in. */
  readonly passwordHash: string | null
  /** Invite of a guild that the account then accepts. */
  readonly guildInvite: string | null
  /** Whether an operator decides once the address is confirmed. */
  readonly needsApproval: boolean
  /** Whether the person has opened the link that was mailed to the address. */
  readonly isConfirmed: boolean
}

/** A registration that is not active yet. */
export interface Registration extends RegistrationData {
  readonly id: Snowflake
  readonly username: string
  /** In lower case; null without one. */
  readonly email: string | null
  readonly state: RegistrationTable['state']
  readonly createdAt: Instant
}
