import type { AuthorizeRequest } from '../client/auth/authorize-address.ts'
import { ErrorType } from '../enums/index.ts'
import { ResultFailure } from '../result.ts'
import type { LocalSession } from './local-session.ts'

/** Redirect address of an authorization by a local client, which redirects nobody. */
export const LOCAL_CLIENT_REDIRECT = 'http://127.0.0.1/callback'
/** Code of refusals by the person, and of faulty requests. */
const OAUTH2_ERROR = 5_000

/**
 * Lets a local client ask its person for a code.
 * @throws ResultFailure AuthorizationFailed after a refusal, RPCError without a response
 */
export async function askForCode(session: LocalSession, request: AuthorizeRequest, pid: number): Promise<string> {
  const { challenge, nonce, integrationType } = request
  const args = {
    client_id: request.clientId.toString(),
    scopes: request.scopes.split(' '),
    response_type: 'code',
    redirect_uri: LOCAL_CLIENT_REDIRECT,
    state: request.state,
    pid,
    ...(nonce === null ? {} : { nonce }),
    ...(challenge === null ? {} : { code_challenge: challenge.value, code_challenge_method: challenge.method }),
    ...(integrationType === null ? {} : { integration_type: integrationType }),
  }
  const data = await session.request('AUTHORIZE', args, { asksPerson: true }).catch((failure: unknown) => {
    throw refusalOf(failure)
  })
  const { code } = (typeof data === 'object' && data !== null ? data : {}) as { code?: unknown }
  if (typeof code === 'string' && code !== '') return code
  throw new ResultFailure(ErrorType.RPCError, 'The response of the local client has no code.')
}

function refusalOf(failure: unknown): unknown {
  if (!(failure instanceof ResultFailure) || failure.result.ErrorCode() !== OAUTH2_ERROR) return failure
  return new ResultFailure(ErrorType.AuthorizationFailed, failure.message, OAUTH2_ERROR)
}
