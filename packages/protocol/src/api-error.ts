import { ERRORS, type ErrorName, type ErrorRow } from './error-table.ts'
import { type Faults, type FieldCode, type FieldPath, faultAt } from './faults.ts'

/** Details of an `ApiError`. */
export type ApiErrorOptions = {
  /** Faults of form fields. */
  faults?: Faults
  /** HTTP status of an operation that differs from the code's usual one. */
  status?: number
  /** Further keys of the response, such as `retry_after`. */
  extra?: Record<string, unknown>
  /** Explanation for the inspector and the log; never part of the response. A function runs only when it is read. */
  reason?: string | (() => string)
  cause?: unknown
}

/** Documented error for the caller. Operations throw nothing else on purpose. [ERR-8] */
export class ApiError extends Error {
  readonly errorName: ErrorName
  readonly faults: Faults | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly #status: number | undefined
  readonly #reason: ApiErrorOptions['reason']

  constructor(name: ErrorName, options: ApiErrorOptions = {}) {
    super(ERRORS[name].message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.errorName = name
    this.faults = options.faults
    this.extra = options.extra
    this.#reason = options.reason
    this.#status = options.status
  }

  /** Explanation of a refusal, if the code that decided gave one. */
  get reason(): string | undefined {
    return typeof this.#reason === 'function' ? this.#reason() : this.#reason
  }

  /** HTTP status of the response. */
  get status(): number {
    return this.#status ?? ERRORS[this.errorName].status
  }

  /** Code of the response's body. */
  get code(): number {
    return ERRORS[this.errorName].code
  }

  /** Returns the body of the response. */
  toJSON(): Record<string, unknown> {
    const body: Record<string, unknown> = { message: this.message, code: this.code }
    if (this.faults?.any) body.errors = this.faults.toJSON()
    return this.extra ? Object.assign(body, this.extra) : body
  }
}

/** Returns an INVALID_FORM_BODY with one fault. Several faults are collected in `Faults` and passed to `ApiError`. */
export function invalidForm(path: FieldPath, fieldCode: FieldCode, message: string): ApiError {
  return new ApiError('INVALID_FORM_BODY', { faults: faultAt(path, fieldCode, message) })
}

/** Returns the error of a code, for tools that display codes; undefined for unknown codes and for the shared 0. */
export function errorOfCode(code: number): ErrorRow | undefined {
  return code === 0 ? undefined : Object.values(ERRORS).find((row) => row.code === code)
}
