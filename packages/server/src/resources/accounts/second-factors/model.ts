import type { Snowflake } from '@guildhall/protocol'
import type { FactorTicketTable } from '../../../kernel/store/account-tables.ts'

/** An authenticator app of a person. */
export interface AuthenticatorApp {
  readonly userId: Snowflake
  /** Base32, as the app shows it. */
  readonly secret: string
  /** Number of the newest step of 30 seconds whose code was accepted: no code is accepted twice. */
  readonly lastStep: number
}

/** A code that replaces the app once. */
export interface BackupCode {
  readonly number: number
  readonly code: string
  readonly consumed: boolean
}

/** A passkey of a person. */
export interface Passkey {
  readonly id: Snowflake
  readonly userId: Snowflake
  /** Id that the authenticator chose, base64url. */
  readonly credentialId: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** Signatures that the authenticator has counted; 0 for one that counts none. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
}

/** A request that waits for a factor. */
export type FactorTicket = FactorTicketTable
export type TicketKind = FactorTicketTable['kind']

/** Kind of proof, as the protocol names it. A code of the kind `totp` may be a backup code too. */
export type FactorKind = 'totp' | 'backup' | 'webauthn'

/** Everything by which a person can prove themselves. */
export interface Factors {
  readonly app: AuthenticatorApp | undefined
  readonly codes: readonly BackupCode[]
  readonly passkeys: readonly Passkey[]
}

/** Returns whether a person has a second factor. Backup codes alone are none. */
export function hasFactor({ app, passkeys }: Pick<Factors, 'app' | 'passkeys'>): boolean {
  return app !== undefined || passkeys.length > 0
}

/** Numbers of passkeys that a person may have. The public platform documents none. */
export const PASSKEYS_MAX = 20
export const CODE_MAX = 64
export const TICKET_MAX = 200
/** Length of a passkey's response as JSON. */
export const CREDENTIAL_MAX = 16_384
