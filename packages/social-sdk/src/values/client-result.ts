import { EnumToString } from '../enums/enum.ts'
import { ErrorType, type HttpStatusCode } from '../enums/index.ts'
import { enumeration, flag, float, int32, text } from '../objects/kinds.ts'
import { type FieldsOf, makerOf, Struct, struct } from '../objects/struct.ts'
import { nullOf } from '../objects/wrapper.ts'

/** HttpStatusCode.None. A program that does not use the enum does not load its table. */
const NO_STATUS = 0

const fields = struct({
  type: enumeration<ErrorType>(ErrorType.None),
  error: text,
  errorCode: int32,
  status: enumeration<HttpStatusCode>(NO_STATUS),
  responseBody: text,
  successful: { ...flag, initial: true },
  retryable: flag,
  retryAfter: float,
})

/**
 * The result of a method: the first argument of nearly every callback. Only wrong types and ranges of
 * arguments are thrown; everything else is a result.
 */
export class ClientResult extends Struct<FieldsOf<typeof fields>> {
  /** An object that is not valid. It is frozen. */
  static readonly nullobj: ClientResult = nullOf(ClientResult)

  /** Copies an object; the library makes new ones. */
  constructor(other: ClientResult) {
    super(fields, other, 'none')
  }

  /** Returns the kind of the error; None after success. */
  Type(): ErrorType {
    return fields.get(this, 'type')
  }

  /** Sets the kind of the error; None after success. */
  SetType(value: ErrorType): void {
    fields.set(this, 'type', value)
  }

  /** Returns the text of the error. It is the message of the response, or the `error` of an OAuth2 endpoint. */
  Error(): string {
    return fields.get(this, 'error')
  }

  /** Sets the text of the error. It is the message of the response, or the `error` of an OAuth2 endpoint. */
  SetError(value: string): void {
    fields.set(this, 'error', value)
  }

  /** Returns the error code of the API's response; 0 without one. */
  ErrorCode(): number {
    return fields.get(this, 'errorCode')
  }

  /** Sets the error code of the API's response; 0 without one. */
  SetErrorCode(value: number): void {
    fields.set(this, 'errorCode', value)
  }

  /** Returns the HTTP status of the response; None without one. */
  Status(): HttpStatusCode {
    return fields.get(this, 'status')
  }

  /** Sets the HTTP status of the response; None without one. */
  SetStatus(value: HttpStatusCode): void {
    fields.set(this, 'status', value)
  }

  /** Returns the body of the response as it came; empty without one. */
  ResponseBody(): string {
    return fields.get(this, 'responseBody')
  }

  /** Sets the body of the response as it came; empty without one. */
  SetResponseBody(value: string): void {
    fields.set(this, 'responseBody', value)
  }

  /** Returns whether the method succeeded. */
  Successful(): boolean {
    return fields.get(this, 'successful')
  }

  /** Sets whether the method succeeded. */
  SetSuccessful(value: boolean): void {
    fields.set(this, 'successful', value)
  }

  /** Returns whether the same call may succeed later. The library repeats no request by itself. */
  Retryable(): boolean {
    return fields.get(this, 'retryable')
  }

  /** Sets whether the same call may succeed later. */
  SetRetryable(value: boolean): void {
    fields.set(this, 'retryable', value)
  }

  /** Returns the seconds until the call may be made again, after the status 429. */
  RetryAfter(): number {
    return fields.get(this, 'retryAfter')
  }

  /** Sets the seconds until the call may be made again, after the status 429. */
  SetRetryAfter(value: number): void {
    fields.set(this, 'retryAfter', value)
  }

  /** Returns the result as one line for logs. It never contains tokens, codes or secrets. */
  ToString(): string {
    if (this.Successful()) return 'Success'
    const status = this.Status() === NO_STATUS ? '' : `, status ${this.Status()}`
    const code = this.ErrorCode() === 0 ? '' : `, code ${this.ErrorCode()}`
    return `${EnumToString(ErrorType, this.Type())}: ${this.Error()}${status}${code}`
  }
}

/** Makes a ClientResult with some values; the others have their defaults. */
export const makeClientResult = makerOf(ClientResult, fields)
