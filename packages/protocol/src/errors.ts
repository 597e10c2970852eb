import { ERRORS, type ErrorName, type ErrorRow } from './error-table.ts'
import { Faults, type FieldCode, type FieldPath } from './faults.ts'

export type ApiErrorOptions = {
  faults?: Faults
  /** HTTP status where one operation responds with another than the code's usual one. */
  status?: number
  /** Further keys of the answer, such as `retry_after`. */
  extra?: Record<string, unknown>
  /** For the inspector and the log; never in the answer. */
  reason?: string
  cause?: unknown
}

/** A documented error on its way to the caller: the only thing an operation throws on purpose. [ERR-8] */
export class ApiError extends Error {
  readonly errorName: ErrorName
  readonly faults: Faults | undefined
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly reason: string | undefined
  readonly #status: number | undefined

  constructor(name: ErrorName, options: ApiErrorOptions = {}) {
    super(ERRORS[name].message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.errorName = name
    this.faults = options.faults
    this.extra = options.extra
    this.reason = options.reason
    this.#status = options.status
  }

  get status(): number {
    return this.#status ?? ERRORS[this.errorName].status
  }

  get code(): number {
    return ERRORS[this.errorName].code
  }

  /** The body of the answer. */
  toJSON(): Record<string, unknown> {
    const body: Record<string, unknown> = { message: this.message, code: this.code }
    if (this.faults?.any) body.errors = this.faults.toJSON()
    return this.extra ? Object.assign(body, this.extra) : body
  }
}

/** An `Invalid Form Body` for a single fault; several are collected in Faults and passed to ApiError. */
export function invalidForm(path: FieldPath, fieldCode: FieldCode, message: string): ApiError {
  const faults = new Faults()
  faults.add(path, fieldCode, message)
  return new ApiError('INVALID_FORM_BODY', { faults })
}

/** The table's row of a code, for tools that show codes; undefined for codes unknown or shared (0). */
export function errorOfCode(code: number): ErrorRow | undefined {
  return code === 0 ? undefined : Object.values(ERRORS).find((row) => row.code === code)
}
