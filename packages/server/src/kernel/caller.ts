import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from './model.ts'

/** Kind of caller that an operation allows. `anyone` needs no token, but a token that is sent must be valid. */
export type CallerKind = 'bot' | 'person' | 'bearer' | 'operator' | 'anyone'

/**
 * Caller of an operation: a bot or person by their own token, an application for a person by an OAuth2 token, or the
 * operator by the control key.
 */
export interface Caller {
  readonly kind: 'bot' | 'person' | 'bearer' | 'operator' | 'none'
  /** 0 without a token, and for the operator. */
  readonly userId: Snowflake
  readonly user: User
  /** Application of the bot or of the OAuth2 token. */
  readonly application: Application | null
  readonly scopes: ReadonlySet<string>
  readonly tokenHash: string
  /** Unchecked id and secret of an OAuth2 client, from HTTP Basic. */
  readonly client?: ClientCredentials
}

export interface ClientCredentials {
  readonly id: string
  readonly secret: string | null
}
