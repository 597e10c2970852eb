import type {
  AuthorizationCallback,
  AuthorizeDeviceScreenClosedCallback,
  AuthorizeRequestCallback,
  ExchangeChildTokenCallback,
  FetchCurrentUserCallback,
  RevokeTokenCallback,
  TokenExchangeCallback,
  TokenExpirationCallback,
  UnmergeIntoProvisionalAccountCallback,
  UpdateProvisionalAccountDisplayNameCallback,
  UpdateTokenCallback,
} from '../../callbacks/types.ts'
import { type AuthenticationExternalAuthType, AuthorizationTokenType } from '../../enums/index.ts'
import { callback, flag, int32, text, uint64 } from '../../objects/kinds.ts'
import { declareParameters } from '../../objects/parameters.ts'
import { objectNamed } from '../../objects/struct.ts'
import type { AuthorizationArgs } from '../../values/authorization-args.ts'
import { AuthorizationCodeVerifier } from '../../values/authorization-code-verifier.ts'
import type { DeviceAuthorizationArgs } from '../../values/device-authorization-args.ts'
import { act, type Given, type Once, once, read, setHandler } from '../base.ts'
import { CoreMethods } from '../core/methods.ts'
import { NO_TOKENS } from './exchanged-tokens.ts'
import { useToken } from './use-token.ts'
import { createVerifier } from './verifier.ts'

/** Sign-in and tokens. */
export abstract class AuthMethods extends CoreMethods {
  /** Ends an Authorize that waits; its callback receives Aborted. Open pages stay open. */
  AbortAuthorize(): void {
    act(this, ({ auth }) => auth.abortAuthorize())
  }

  /** Ends a device flow that waits; its callback receives Aborted. */
  AbortGetTokenFromDevice(): void {
    act(this, ({ auth }) => auth.abortDevice())
  }

  /**
   * Asks the player for access, in a local client if one runs, else in the browser. The callback receives
   * the code and the redirect address for GetToken. A refusal is AuthorizationFailed. A second call aborts
   * the first one.
   */
  Authorize(args: AuthorizationArgs, callback?: Given<AuthorizationCallback>): Once<AuthorizationCallback> {
    return once(this, callback, ['', ''], ({ auth }) => auth.authorize(args))
  }

  /** Ends the screen of OpenAuthorizeDeviceScreen. The page in the browser stays open. */
  CloseAuthorizeDeviceScreen(): void {
    act(this, ({ auth }) => auth.screen.close())
  }

  /**
   * Returns a random verifier with its challenge. The challenge belongs into AuthorizationArgs, the verifier
   * to GetToken.
   */
  CreateAuthorizationCodeVerifier(): AuthorizationCodeVerifier {
    return read(this, AuthorizationCodeVerifier.nullobj, createVerifier)
  }

  /**
   * Exchanges the token of a publisher's application for one of its game. Both must be public clients. There
   * is no refresh token.
   */
  ExchangeChildToken(
    parentApplicationToken: string,
    childApplicationId: bigint,
    callback?: Given<ExchangeChildTokenCallback>,
  ): Once<ExchangeChildTokenCallback> {
    return once(this, callback, ['', AuthorizationTokenType.Bearer, 0, ''], async ({ auth }) =>
      (await auth.load()).exchangeForChild(parentApplicationToken, childApplicationId),
    )
  }

  /** Fetches the user of a token. It needs neither UpdateToken nor Connect, and so checks a stored token. */
  FetchCurrentUser(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Given<FetchCurrentUserCallback>,
  ): Once<FetchCurrentUserCallback> {
    return once(this, callback, [0n, ''], async ({ auth }) => (await auth.load()).fetchUser(tokenType, token))
  }

  /**
   * Signs a player in by the token of another identity provider. A new identity gets a provisional account.
   * There is no refresh token. Only for public clients.
   */
  GetProvisionalToken(
    applicationId: bigint,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    const external = { type: externalAuthType, token: externalAuthToken }
    return once(this, callback, NO_TOKENS, async ({ auth }) => (await auth.load()).provisional(applicationId, external))
  }

  /**
   * Exchanges the code of Authorize for tokens. Only for public clients; others exchange it on their back
   * end.
   */
  GetToken(
    applicationId: bigint,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    const given = { applicationId, code, codeVerifier, redirectUri }
    return once(this, callback, NO_TOKENS, async ({ auth }) => (await auth.load()).exchangeCode(given, null))
  }

  /**
   * Signs a player in on another device: it opens the page for the code and waits until the player has
   * confirmed. Only for public clients.
   */
  GetTokenFromDevice(
    args: DeviceAuthorizationArgs,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    return once(this, callback, NO_TOKENS, ({ auth }) => auth.fromDevice(args, null))
  }

  /**
   * Does what GetTokenFromDevice does, and merges the provisional account of an identity into the account of
   * the player.
   */
  GetTokenFromDeviceProvisionalMerge(
    args: DeviceAuthorizationArgs,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    const external = { type: externalAuthType, token: externalAuthToken }
    return once(this, callback, NO_TOKENS, ({ auth }) => auth.fromDevice(args, external))
  }

  /**
   * Does what GetToken does, and merges the provisional account of an identity into the account of the
   * player.
   */
  GetTokenFromProvisionalMerge(
    applicationId: bigint,
    code: string,
    codeVerifier: string,
    redirectUri: string,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    const given = { applicationId, code, codeVerifier, redirectUri }
    const external = { type: externalAuthType, token: externalAuthToken }
    return once(this, callback, NO_TOKENS, async ({ auth }) => (await auth.load()).exchangeCode(given, external))
  }

  /** Returns whether a token was set. The token may have expired. */
  IsAuthenticated(): boolean {
    return read(this, false, ({ tokens }) => tokens.current !== null)
  }

  /** Opens the page for the code of a device flow that the back end of the game runs. */
  OpenAuthorizeDeviceScreen(clientId: bigint, userCode: string): void {
    act(this, ({ auth }) => auth.screen.open(userCode, clientId))
  }

  /**
   * Answers a ProvisionalUserMergeRequiredCallback: true lets the waiting method go on with the new account,
   * false ends it with Aborted.
   */
  ProvisionalUserMergeCompleted(success: boolean): void {
    act(this, ({ online }) => online?.merges.answer(success))
  }

  /** Exchanges a refresh token for new tokens; the old ones end. Only for public clients. */
  RefreshToken(
    applicationId: bigint,
    refreshToken: string,
    callback?: Given<TokenExchangeCallback>,
  ): Once<TokenExchangeCallback> {
    return once(this, callback, NO_TOKENS, async ({ auth }) => (await auth.load()).refresh(applicationId, refreshToken))
  }

  /**
   * Sets the handler that is called when the player wants to link the game, in the local client. It stays
   * subscribed when that client restarts.
   */
  RegisterAuthorizeRequestCallback(callback: Given<AuthorizeRequestCallback>): void {
    setHandler(this, 'authorizeRequest', callback)
    act(this, ({ localClient }) => localClient.refresh())
  }

  /** Removes the handler of RegisterAuthorizeRequestCallback. */
  RemoveAuthorizeRequestCallback(): void {
    setHandler(this, 'authorizeRequest', null)
    act(this, ({ localClient }) => localClient.refresh())
  }

  /** Ends all tokens that the player of a token has given to the game. Only for public clients. */
  RevokeToken(applicationId: bigint, token: string, callback?: Given<RevokeTokenCallback>): Once<RevokeTokenCallback> {
    return once(this, callback, [], async ({ auth }) => (await auth.load()).revoke(applicationId, token))
  }

  /** Sets the handler that is called when the screen of a device flow ends; null removes it. */
  SetAuthorizeDeviceScreenClosedCallback(cb: Given<AuthorizeDeviceScreenClosedCallback>): void {
    setHandler(this, 'authorizeDeviceScreenClosed', cb)
  }

  /** Sets the process that the local client takes for the game; this process at first. */
  SetGameWindowPid(pid: number): void {
    act(this, ({ localClient }) => localClient.setPid(pid))
  }

  /**
   * Sets the handler that is called once for each token, when 60 seconds of its life are left; null removes
   * it.
   */
  SetTokenExpirationCallback(callback: Given<TokenExpirationCallback>): void {
    setHandler(this, 'tokenExpiration', callback)
  }

  /**
   * Separates the identity from the account of the player, into a provisional account. All tokens of the
   * player end. Only for public clients.
   */
  UnmergeIntoProvisionalAccount(
    applicationId: bigint,
    externalAuthType: AuthenticationExternalAuthType,
    externalAuthToken: string,
    callback?: Given<UnmergeIntoProvisionalAccountCallback>,
  ): Once<UnmergeIntoProvisionalAccountCallback> {
    const external = { type: externalAuthType, token: externalAuthToken }
    return once(this, callback, [], async ({ auth }) => (await auth.load()).unmerge(applicationId, external))
  }

  /** Changes the display name of a provisional account, 1 to 32 characters. */
  UpdateProvisionalAccountDisplayName(
    name: string,
    callback?: Given<UpdateProvisionalAccountDisplayNameCallback>,
  ): Once<UpdateProvisionalAccountDisplayNameCallback> {
    return once(this, callback, [], async ({ auth }) => (await auth.load()).rename(name))
  }

  /**
   * Sets the token for Connect and later requests. While connected, the session goes on with the new token.
   * Wait for the callback before Connect.
   */
  UpdateToken(
    tokenType: AuthorizationTokenType,
    token: string,
    callback?: Given<UpdateTokenCallback>,
  ): Once<UpdateTokenCallback> {
    return once(this, callback, [], (parts) => useToken(parts, tokenType, token))
  }
}

declareParameters(AuthMethods, {
  Authorize: { args: objectNamed('AuthorizationArgs'), callback: callback },
  ExchangeChildToken: { parentApplicationToken: text, childApplicationId: uint64, callback: callback },
  FetchCurrentUser: { tokenType: int32, token: text, callback: callback },
  GetProvisionalToken: { applicationId: uint64, externalAuthType: int32, externalAuthToken: text, callback: callback },
  GetToken: { applicationId: uint64, code: text, codeVerifier: text, redirectUri: text, callback: callback },
  GetTokenFromDevice: { args: objectNamed('DeviceAuthorizationArgs'), callback: callback },
  GetTokenFromDeviceProvisionalMerge: {
    args: objectNamed('DeviceAuthorizationArgs'),
    externalAuthType: int32,
    externalAuthToken: text,
    callback: callback,
  },
  GetTokenFromProvisionalMerge: {
    applicationId: uint64,
    code: text,
    codeVerifier: text,
    redirectUri: text,
    externalAuthType: int32,
    externalAuthToken: text,
    callback: callback,
  },
  OpenAuthorizeDeviceScreen: { clientId: uint64, userCode: text },
  ProvisionalUserMergeCompleted: { success: flag },
  RefreshToken: { applicationId: uint64, refreshToken: text, callback: callback },
  RegisterAuthorizeRequestCallback: { callback: callback },
  RevokeToken: { applicationId: uint64, token: text, callback: callback },
  SetAuthorizeDeviceScreenClosedCallback: { cb: callback },
  SetGameWindowPid: { pid: int32 },
  SetTokenExpirationCallback: { callback: callback },
  UnmergeIntoProvisionalAccount: {
    applicationId: uint64,
    externalAuthType: int32,
    externalAuthToken: text,
    callback: callback,
  },
  UpdateProvisionalAccountDisplayName: { name: text, callback: callback },
  UpdateToken: { tokenType: int32, token: text, callback: callback },
})
