import { randomText, sha256 } from '#runtime'
import type { Session } from '../../connection/session.ts'
import { AuthenticationCodeChallengeMethod, AuthorizationTokenType, ErrorType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import { AuthorizationCodeChallenge } from '../../values/authorization-code-challenge.ts'
import {
  type AuthorizationCodeVerifier,
  makeAuthorizationCodeVerifier,
} from '../../values/authorization-code-verifier.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import type { ClientContext } from '../context.ts'
import type { Authorizer } from './authorizer.ts'
import type { DeviceFlow } from './device-flow.ts'
import type { MergeGate } from './merge-gate.ts'
import {
  type ExchangedTokens,
  type ExternalToken,
  exchanged,
  externalFields,
  requestTokens,
  type TokenResponse,
} from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'

/** Random bytes of a verifier, which has 43 characters. */
const VERIFIER_BYTES = 32
const DISPLAY_NAME_MAX = 32

/** Redeemed code of Authorize. */
export interface Code {
  readonly applicationId: bigint
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** States of sign-in that methods reach. */
export interface AuthStates {
  readonly authorizer: Authorizer
  readonly device: DeviceFlow
  readonly merges: MergeGate
  readonly tokens: Tokens
}

/** Sign-in and tokens. */
export class Auth {
  readonly #context: ClientContext
  readonly #session: Session
  readonly states: AuthStates

  constructor(context: ClientContext, session: Session, states: AuthStates) {
    this.#context = context
    this.#session = session
    this.states = states
  }

  /** Returns a random verifier with its challenge. */
  createVerifier(): AuthorizationCodeVerifier {
    const verifier = randomText(VERIFIER_BYTES)
    const challenge = new AuthorizationCodeChallenge()
    challenge.SetMethod(AuthenticationCodeChallengeMethod.S256)
    challenge.SetChallenge(sha256(verifier))
    return makeAuthorizationCodeVerifier({ verifier, challenge })
  }

  /** Exchanges a code, and merges the provisional account of an external token. */
  exchangeCode({ applicationId, ...code }: Code, external: ExternalToken | null): Promise<ExchangedTokens> {
    return this.#tokens({
      grant_type: 'authorization_code',
      client_id: String(applicationId),
      code: code.code,
      code_verifier: code.codeVerifier,
      redirect_uri: code.redirectUri,
      ...(external ? externalFields(external) : {}),
    })
  }

  refresh(applicationId: bigint, refreshToken: string): Promise<ExchangedTokens> {
    return this.#tokens({
      grant_type: 'refresh_token',
      client_id: String(applicationId),
      refresh_token: refreshToken,
    })
  }

  async fromDevice(args: DeviceAuthorizationArgs, external: ExternalToken | null): Promise<ExchangedTokens> {
    return this.#noted(await this.states.device.run(args, external))
  }

  async provisional(applicationId: bigint, external: ExternalToken): Promise<ExchangedTokens> {
    const body = { client_id: String(applicationId), ...externalFields(external) }
    return this.#noted(await this.#context.requests.send<TokenResponse>('POST', '/partner-sdk/token', { body }))
  }

  async unmerge(applicationId: bigint, external: ExternalToken): Promise<[]> {
    const body = { client_id: String(applicationId), ...externalFields(external) }
    await this.#context.requests.send('POST', '/partner-sdk/provisional-accounts/unmerge', { body })
    return []
  }

  async revoke(applicationId: bigint, token: string): Promise<[]> {
    const body = { client_id: String(applicationId), token }
    await this.#context.requests.send('POST', '/oauth2/token/revoke', { form: true, body })
    return []
  }

  async exchangeForChild(
    parentToken: string,
    childId: bigint,
  ): Promise<[accessToken: string, tokenType: AuthorizationTokenType, expiresIn: number, scopes: string]> {
    const body = { parent_access_token: parentToken, child_application_id: String(childId) }
    const sent = await this.#context.requests.send<TokenResponse>('POST', '/partner-sdk/child-token', { body })
    const [accessToken, , tokenType, expiresIn, scopes] = this.#noted(sent)
    return [accessToken, tokenType, expiresIn, scopes]
  }

  async fetchUser(type: AuthorizationTokenType, token: string): Promise<[id: bigint, name: string]> {
    const authorization = type === AuthorizationTokenType.Bearer ? `Bearer ${token}` : token
    const user = await this.#context.requests.send<{ id: string; username: string; global_name?: string | null }>(
      'GET',
      '/users/@me',
      { authorization },
    )
    return [BigInt(user.id), user.global_name ?? user.username]
  }

  async rename(name: string): Promise<[]> {
    const length = [...name].length
    if (length < 1 || length > DISPLAY_NAME_MAX)
      throw invalid(`A display name has 1 to ${DISPLAY_NAME_MAX} characters.`)
    const { authorization } = this.states.tokens
    if (authorization === undefined) throw invalid('UpdateToken has given no token.')
    await this.#context.requests.send('PATCH', '/users/@me/account', { authorization, body: { global_name: name } })
    return []
  }

  /** Sets the token. A session goes on with it; one of another player begins anew. */
  useToken(type: AuthorizationTokenType, token: string): [] {
    if (type !== AuthorizationTokenType.Bearer) throw invalid('Games connect with tokens of the type Bearer.')
    this.states.tokens.use(token)
    if (token !== '') this.#session.useToken(token)
    return []
  }

  async #tokens(form: Readonly<Record<string, string>>): Promise<ExchangedTokens> {
    return this.#noted(await requestTokens(this.#context, form))
  }

  #noted(tokens: TokenResponse): ExchangedTokens {
    this.states.tokens.note(tokens)
    return exchanged(tokens)
  }
}

function invalid(message: string): ResultFailure {
  return new ResultFailure(ErrorType.ValidationError, message)
}
