import { ApiError } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { RefusalWithEffects } from '../../kernel/operation.ts'
import { InjectedResponse } from './request-faults.ts'
import { Throttled } from './throttle.ts'

/** A request, as the log names it. */
export interface LoggedRequest {
  readonly id: string
  readonly method: string
  /** Pattern of its path, because the path itself may hold a token. */
  readonly pattern: string
}

/** Errors that end requests: their documented form, and what is logged of them. */
export class Failures {
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** Converts errors of the framework to the documented shape. Unexpected errors become 500 without detail. */
  asRefusal(error: unknown): ApiError | Throttled {
    if (error instanceof ApiError || error instanceof Throttled) return error
    const code = (error as { code?: string }).code
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('REQUEST_ENTITY_TOO_LARGE')
    if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
      return new ApiError('INVALID_JSON')
    const status = (error as { statusCode?: number }).statusCode
    if (code === 'FST_ERR_BAD_URL' || (status !== undefined && status < 500)) return new ApiError('NOT_FOUND')
    return new ApiError('INTERNAL', { cause: error })
  }

  /** Writes why a request failed. Refusals on purpose, such as that of a busy platform, are written without a stack. */
  log({ id, method, pattern }: LoggedRequest, error: unknown): void {
    const what = { request: id, method, route: pattern }
    if (error instanceof ApiError) this.#log.warn({ ...what, code: error.code }, 'request refused')
    else if (!(error instanceof InjectedResponse)) this.#log.error({ err: error, ...what }, 'request failed')
  }

  /** Writes that the side effects of a refusal failed. */
  logEffects({ errorName }: RefusalWithEffects, err: unknown): void {
    this.#log.error({ err, refusal: errorName }, 'what follows a refusal failed')
  }
}
