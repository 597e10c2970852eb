import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from './model.ts'

/** Kind of caller that an operation allows. `anyone` needs no token, but a token that is sent must be valid. */
export type CallerKind = 'bot' | 'person' | 'bearer' | 'operator' | 'anyone'

/**
 * A user who calls an operation: a bot or person by their own token, or a person for whom an application calls by an
 * OAuth2 token.
 */
export interface Caller {
  readonly kind: 'bot' | 'person' | 'bearer'
  readonly userId: Snowflake
  readonly user: User
  /** Application of the bot or of the OAuth2 token. */
  readonly application: Application | null
  readonly scopes: ReadonlySet<string>
  readonly tokenHash: string
}

/** The operator by the control key. */
export interface OperatorCaller {
  readonly kind: 'operator'
}

/** A caller without a token. */
export interface AnonymousCaller {
  readonly kind: 'none'
  /** Unchecked id and secret of an OAuth2 client, from HTTP Basic. */
  readonly client?: ClientCredentials
}

/** Callers of all operations together. Operations name the kinds that they allow. */
export type AnyCaller = Caller | OperatorCaller | AnonymousCaller

/** Caller of an operation that allows the kind `K`. */
export type CallerOf<K extends CallerKind> = K extends 'anyone'
  ? AnyCaller
  : K extends 'operator'
    ? OperatorCaller
    : Caller

/** Returns the user who calls, or null for the operator and a caller without a token. */
export function userOf(caller: AnyCaller): User | null {
  return 'user' in caller ? caller.user : null
}

/** Returns the application of the caller's token, or null without one. */
export function applicationOf(caller: AnyCaller): Application | null {
  return 'application' in caller ? caller.application : null
}

export interface ClientCredentials {
  readonly id: string
  readonly secret: string | null
}
