import { ApiFailure } from '@guildhall/client'
import { ErrorType, type HttpStatusCode } from './enums/index.ts'
import { type ClientResult, makeClientResult } from './values/client-result.ts'

const TOO_MANY_REQUESTS = 429
const SERVER_ERRORS_FROM = 500

/** A failure of a method with the result that its callback receives. Areas throw it; it never reaches a game. */
export class ResultFailure extends Error {
  override readonly name = 'ResultFailure'
  readonly result: ClientResult

  /** @param errorCode code of the local client's refusal */
  constructor(type: ErrorType, message: string, errorCode = 0) {
    super(message)
    this.result = failed(type, message, errorCode)
  }
}

/** Returns the failure of a method whose arguments, or the state that they need, are not right: ValidationError. */
export function invalid(message: string): ResultFailure {
  return new ResultFailure(ErrorType.ValidationError, message)
}

/** Returns the result of a method that succeeded. */
export function succeeded(): ClientResult {
  return makeClientResult({})
}

/** Returns the result of a method that failed without a response of the server. */
export function failed(type: ErrorType, message: string, errorCode = 0): ClientResult {
  return makeClientResult({ successful: false, type, error: message, errorCode })
}

/** Returns the result for a failure of a method. */
export function resultOf(failure: unknown): ClientResult {
  if (failure instanceof ResultFailure) return failure.result
  if (failure instanceof ApiFailure) return resultOfResponse(failure)
  if (failure instanceof Error && (failure.name === 'TimeoutError' || failure.name === 'AbortError'))
    return unanswered('The server did not respond in time.')
  return failed(ErrorType.Aborted, `internal error: ${failure instanceof Error ? failure.message : String(failure)}`)
}

function unanswered(message: string): ClientResult {
  return makeClientResult({ successful: false, type: ErrorType.NetworkError, error: message, retryable: true })
}

/** A rate limit and an error inside of the server are retryable; the game decides, the library repeats nothing. */
function resultOfResponse(failure: ApiFailure): ClientResult {
  if (failure.status === 0) return unanswered(failure.message)
  const isLimited = failure.status === TOO_MANY_REQUESTS
  return makeClientResult({
    successful: false,
    type: ErrorType.HTTPError,
    error: failure.oauth2Error ?? failure.message,
    errorCode: failure.code,
    status: failure.status as HttpStatusCode,
    responseBody: failure.text,
    retryable: isLimited || failure.status >= SERVER_ERRORS_FROM,
    retryAfter: isLimited ? (failure.retryAfterS ?? 0) : 0,
  })
}
