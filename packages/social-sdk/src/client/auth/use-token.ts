import { AuthorizationTokenType, ErrorType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import type { Parts } from '../parts.ts'

/**
 * Sets the token of a Client. A session goes on with it.
 * @throws ResultFailure ValidationError for a token of another type than Bearer
 */
export function useToken({ tokens, session }: Parts, type: AuthorizationTokenType, token: string): [] {
  if (type !== AuthorizationTokenType.Bearer)
    throw new ResultFailure(ErrorType.ValidationError, 'Games connect with tokens of the type Bearer.')
  tokens.use(token)
  if (token !== '') session.useToken(token)
  return []
}
