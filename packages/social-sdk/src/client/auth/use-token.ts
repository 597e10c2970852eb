import { AuthorizationTokenType, ErrorType } from '../../enums/index.ts'
import { ResultFailure } from '../../result.ts'
import type { Parts } from '../parts.ts'

/**
 * Sets the token of a Client. A session goes on with it.
 * @throws ResultFailure ValidationError for a token of another type than Bearer
 */
export async function useToken({ tokens, session }: Parts, type: AuthorizationTokenType, token: string): Promise<[]> {
  if (type !== AuthorizationTokenType.Bearer)
    throw new ResultFailure(ErrorType.ValidationError, 'Games connect with tokens of the type Bearer.')
  tokens.use(token)
  if (token !== '') await session.useToken(token)
  return []
}
