import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from './model.ts'

/** Who may call an operation. `anyone` needs no token; a token that is sent must be good all the same. */
export type CallerKind = 'bot' | 'person' | 'bearer' | 'anyone'

/** Who calls: a bot or person by their own token, or an application for a person by an OAuth2 token. */
export interface Caller {
  readonly kind: 'bot' | 'person' | 'bearer' | 'none'
  /** 0 without a token. */
  readonly userId: Snowflake
  readonly user: User
  /** The bot's or the OAuth2 token's application. */
  readonly application: Application | null
  readonly scopes: ReadonlySet<string>
  readonly tokenHash: string
  /** What came as HTTP Basic: an OAuth2 client's id and secret, not checked. */
  readonly client?: ClientCredentials
}

export interface ClientCredentials {
  readonly id: string
  readonly secret: string | null
}
