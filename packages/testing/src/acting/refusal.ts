import type { Answer } from '../http.ts'

interface ErrorBody {
  readonly message?: string
}

/** The server refused what a person did. `assert.rejects(act, { code: 50013 })` expects one. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** HTTP status. */
  readonly status: number
  /** Documented error code, such as 50013. */
  readonly code: number | undefined
  /** Faults of single fields, as the server sent them. */
  readonly errors: unknown
  /** The whole body. */
  readonly body: unknown
  /** Why it was refused, step by step, as the tape tells. No client receives it. Empty where the tape is off. */
  readonly why: readonly string[]

  constructor(what: string, { status, body, code, errors }: Answer<unknown>, why: readonly string[] = []) {
    const { message } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
    const reason = [status, code, message ?? (typeof body === 'string' ? body : '')].filter(Boolean).join(' ')
    const faults = errors === undefined ? '' : `\n  ${faultsOf(errors).join('\n  ')}`
    const hint = status === 429 ? "\n  (a platform started with rateLimits: 'off' has no rate limits)" : ''
    const steps = why.map((step) => `\n  ${step}`).join('')
    super(`${what} was refused: ${reason}${faults}${steps}${hint}`)
    this.status = status
    this.code = code
    this.errors = errors
    this.body = body
    this.why = why
  }
}

/** Returns the faults of nested fields, one line each. */
function faultsOf(errors: unknown, path = ''): string[] {
  if (typeof errors !== 'object' || errors === null) return []
  return Object.entries(errors).flatMap(([key, value]) => {
    if (key !== '_errors') return faultsOf(value, path === '' ? key : `${path}.${key}`)
    return (value as ErrorBody[]).map(({ message }) => (path === '' ? `${message}` : `${path}: ${message}`))
  })
}
