import { AuthorizationTokenType } from '../../enums/index.ts'

/** Arguments of TokenExchangeCallback after the result. */
export type ExchangedTokens = [
  accessToken: string,
  refreshToken: string,
  tokenType: AuthorizationTokenType,
  expiresIn: number,
  scopes: string,
]

/** Arguments after a failure. */
export const NO_TOKENS: ExchangedTokens = ['', '', AuthorizationTokenType.Bearer, 0, '']
