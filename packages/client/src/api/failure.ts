/** Errors of a request body by field, as the API nests them. */
export interface FieldErrors {
  _errors?: { code: string; message: string }[]
  [field: string]: FieldErrors | { code: string; message: string }[] | undefined
}

/** Body of a refusal, of the API or of OAuth2. */
export interface FailureBody {
  readonly message?: string
  readonly code?: number
  readonly errors?: FieldErrors
  /** Seconds until a request over a rate limit may be sent again. */
  readonly retry_after?: number
  /** Code of an OAuth2 error, with its text. */
  readonly error?: string
  readonly error_description?: string
  /** Second factor that the request needs. */
  readonly mfa?: FactorRequest
}

/** Ticket for Verify MFA, and the ways in which the person can prove themselves now. */
export interface FactorRequest {
  readonly ticket: string
  readonly methods: readonly {
    readonly type: string
    /** Challenge for passkeys, as JSON. */
    readonly challenge?: string
    readonly backup_codes_allowed?: boolean
  }[]
}

/** A request that the API refused, or that did not reach it (`status` 0). */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  /** Code of the API's error; 0 if it has none. */
  readonly code: number
  readonly errors: FieldErrors | undefined
  readonly mfa: FactorRequest | undefined
  /** Code of an OAuth2 error, such as `invalid_grant`. */
  readonly oauth2Error: string | undefined

  /** Seconds until a request over a rate limit may be sent again; undefined for other failures. */
  readonly retryAfterS: number | undefined

  /** Body of the response as it came; empty without one. */
  readonly text: string

  constructor(
    status: number,
    body: FailureBody = {},
    { text = '', ...options }: ErrorOptions & { text?: string } = {},
  ) {
    super(firstFieldError(body.errors) ?? body.message ?? body.error_description ?? 'The request failed.', options)
    this.status = status
    this.code = typeof body.code === 'number' ? body.code : 0
    this.errors = body.errors
    this.mfa = body.mfa
    this.oauth2Error = body.error
    this.retryAfterS = typeof body.retry_after === 'number' ? body.retry_after : undefined
    this.text = text
  }

  /** Returns the first message about a field of the request, such as `['embeds', '0', 'title']`. */
  ofField(path: readonly string[]): string | undefined {
    let at: FieldErrors | undefined = this.errors
    for (const key of path) at = at?.[key] as FieldErrors | undefined
    return firstFieldError(at)
  }
}

function firstFieldError(errors: FieldErrors | undefined): string | undefined {
  if (!errors) return undefined
  const own = errors._errors?.[0]?.message
  if (own) return own
  for (const [key, nested] of Object.entries(errors)) {
    const found = key === '_errors' ? undefined : firstFieldError(nested as FieldErrors)
    if (found) return found
  }
  return undefined
}
