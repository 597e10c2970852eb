import { EnumToString } from '../enums/enum.ts'
import { ErrorType, type HttpStatusCode } from '../enums/index.ts'
import { ClientResult } from '../values/client-result.ts'

/** A result without success, as an error. */
export class SocialError extends Error {
  override readonly name = 'SocialError'
  /** The result itself. */
  readonly result: ClientResult
  readonly type: ErrorType
  /** Error code of the API's response; 0 without one. */
  readonly code: number
  readonly status: HttpStatusCode
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** Time until the call may be made again; 0 if any. */
  readonly retryAfterMs: number

  constructor(result: ClientResult) {
    super(`${EnumToString(ErrorType, result.Type())}: ${result.Error()}`)
    this.result = new ClientResult(result)
    this.type = result.Type()
    this.code = result.ErrorCode()
    this.status = result.Status()
    this.retryable = result.Retryable()
    this.retryAfterMs = result.RetryAfter() * 1_000
  }
}

/**
 * Returns what a method gave after its result: `const [lobbyId] = ok(await client.CreateOrJoinLobby(secret))`.
 * @throws SocialError for a result without success
 */
export function ok<Rest extends unknown[]>([result, ...rest]: [result: ClientResult, ...rest: Rest]): Rest {
  if (!result.Successful()) throw new SocialError(result)
  return rest
}
