import { AuthorizationTokenType } from '../../enums/index.ts'
import { invalid } from '../../result.ts'
import type { Parts } from '../parts.ts'

/**
 * Sets the token of a Client. A session goes on with it.
 * @throws ResultFailure ValidationError for a token of another type than Bearer
 */
export async function useToken({ tokens, session }: Parts, type: AuthorizationTokenType, token: string): Promise<[]> {
  if (type !== AuthorizationTokenType.Bearer) throw invalid('Games connect with tokens of the type Bearer.')
  tokens.use(token)
  if (token !== '') await session.useToken(token)
  return []
}
