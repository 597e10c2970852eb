import { valuesIn } from './s3-xml.ts'

/** A request that the store refused, or did not answer. The message names no key and no secret. */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  /** Status of the response; null without one. */
  readonly status: number | null
  /** Code of the store, such as `AccessDenied`, or of the system, such as `ECONNREFUSED`. */
  readonly code: string

  constructor(message: string, facts: { status: number | null; code: string; cause?: unknown }) {
    super(message, { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
  }

  /** Whether the same request may succeed soon. */
  get isPassing(): boolean {
    return this.status === null || this.status >= 500 || this.status === 429 || this.status === 408
  }
}

/** Longest text of a store that a message repeats. */
const TEXT_MAX = 200

/** Returns the error of a response. `text` is its body, which may be anything. */
export function errorOf(status: number, text: string): S3Error {
  const [code = `HTTP ${status}`] = valuesIn(text, 'Code')
  const [words = ''] = valuesIn(text, 'Message')
  const shown = (part: string) =>
    part
      .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
      .slice(0, TEXT_MAX)
      .replace(/[\s.]+$/, '')
  return new S3Error(`${shown(code)}${words === '' ? '' : `: ${shown(words)}`}`, { status, code: shown(code) })
}

/** Advice for an operator about the codes of stores. */
const ADVICE: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Make the bucket, or correct its name.',
  AccessDenied: 'Let the key list, read, write and delete objects of the bucket.',
  InvalidAccessKeyId: 'Correct AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Correct AWS_SECRET_ACCESS_KEY.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
  PermanentRedirect: 'Set AWS_REGION to the region of the bucket.',
  AuthorizationHeaderMalformed: 'Set AWS_REGION to the region of the bucket.',
}
const ADVICE_ELSE = 'Is it started, and is AWS_ENDPOINT_URL its address?'

/** Returns what an operator does about an error. */
export function adviceOf(error: S3Error): string {
  const known = ADVICE[error.code]
  if (known !== undefined) return known
  if (error.status === 401 || error.status === 403) return ADVICE.AccessDenied ?? ''
  if (error.status === 404) return ADVICE.NoSuchBucket ?? ''
  if (error.status === 301 || error.status === 307) return ADVICE.PermanentRedirect ?? ''
  return ADVICE_ELSE
}
