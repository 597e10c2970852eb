import type { FaultResponse } from '../../../kernel/control.ts'

interface Wanted {
  readonly status?: number | undefined
  readonly code?: number | undefined
  readonly message?: string | undefined
  readonly scope?: 'user' | 'global' | 'shared' | undefined
  readonly retry_after?: number | undefined
}

const RATE_LIMITED = 429

/** Returns the response that a fault puts in place of an operation's; null if it only delays. */
export function responseOf({ status, code, message, scope = 'user', retry_after = 1 }: Wanted): FaultResponse | null {
  if (status === undefined) return null
  if (status !== RATE_LIMITED)
    return { status, headers: {}, body: { message: message ?? `${status}: injected fault`, code: code ?? 0 } }
  const isGlobal = scope === 'global'
  return {
    status,
    headers: {
      'Retry-After': String(Math.ceil(retry_after)),
      'X-RateLimit-Scope': scope,
      ...(isGlobal ? { 'X-RateLimit-Global': 'true' } : {}),
    },
    body: {
      message: message ?? 'You are being rate limited.',
      retry_after,
      global: isGlobal,
      ...(code === undefined ? {} : { code }),
    },
  }
}
