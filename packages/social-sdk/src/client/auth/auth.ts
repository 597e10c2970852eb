import { AuthorizationTokenType } from '../../enums/index.ts'
import { invalid } from '../../result.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import type { ClientContext } from '../context.ts'
import { type AskLocalClient, Authorizer } from './authorizer.ts'
import { runDeviceFlow } from './device-flow.ts'
import type { DeviceScreen } from './device-screen.ts'
import type { ExchangedTokens } from './exchanged-tokens.ts'
import { type ExternalToken, exchanged, externalFields, requestTokens, type TokenResponse } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'

const DISPLAY_NAME_MAX = 32

/** Redeemed code of Authorize. */
export interface Code {
  readonly applicationId: bigint
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** Sign-in: what `LazyAuth` loads. */
export class Auth {
  readonly #context: ClientContext
  readonly #tokens: Tokens
  readonly authorizer: Authorizer

  constructor(context: ClientContext, tokens: Tokens, askLocalClient: AskLocalClient) {
    this.#context = context
    this.#tokens = tokens
    this.authorizer = new Authorizer(context, askLocalClient)
  }

  /** Exchanges a code, and merges the provisional account of an external token. */
  exchangeCode({ applicationId, ...code }: Code, external: ExternalToken | null): Promise<ExchangedTokens> {
    return this.#exchange({
      grant_type: 'authorization_code',
      client_id: String(applicationId),
      code: code.code,
      code_verifier: code.codeVerifier,
      redirect_uri: code.redirectUri,
      ...(external ? externalFields(external) : {}),
    })
  }

  refresh(applicationId: bigint, refreshToken: string): Promise<ExchangedTokens> {
    return this.#exchange({
      grant_type: 'refresh_token',
      client_id: String(applicationId),
      refresh_token: refreshToken,
    })
  }

  async fromDevice(
    args: DeviceAuthorizationArgs,
    external: ExternalToken | null,
    screen: DeviceScreen,
    signal: AbortSignal,
  ): Promise<ExchangedTokens> {
    return this.#noted(await runDeviceFlow(this.#context, { args, external, screen, signal }))
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
    const { authorization } = this.#tokens
    if (authorization === undefined) throw invalid('UpdateToken has given no token.')
    await this.#context.requests.send('PATCH', '/users/@me/account', { authorization, body: { global_name: name } })
    return []
  }

  async #exchange(form: Readonly<Record<string, string>>): Promise<ExchangedTokens> {
    return this.#noted(await requestTokens(this.#context, form))
  }

  #noted(tokens: TokenResponse): ExchangedTokens {
    this.#tokens.note(tokens)
    return exchanged(tokens)
  }
}
