import { AUDIT_REASON_MAX } from '@guildhall/protocol'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../kernel/operation.ts'

export type ApiVersion = 9 | 10

/** Returns the API version that a request names; without one it is 10. [VER-28] */
export function versionOf(request: FastifyRequest): ApiVersion {
  return /^\/api\/v9(?=[/?]|$)/.test(request.originalUrl) ? 9 : 10
}

/** Returns a body in the form of version 10. */
export function presentForm({ fromVersion9 }: Operation, input: unknown, version: ApiVersion): unknown {
  return version === 9 && fromVersion9 ? fromVersion9(input) : input
}

/** Returns the audit reason: of the header, or on version 9 of the `reason` parameter, which version 10 removed. */
export function auditReason(request: FastifyRequest, input: unknown): string | null {
  const reason = reasonHeader(request)
  if (reason !== null || versionOf(request) !== 9) return reason
  const fields = [request.query, input] as ({ reason?: unknown } | null | undefined)[]
  const given = fields
    .map((parameters) => parameters?.reason)
    .find((value) => typeof value === 'string' && value !== '')
  return typeof given === 'string' ? cut(given) : null
}

/** Decodes `X-Audit-Log-Reason`, percent-encoded UTF-8; takes a header that does not decode as it stands. */
function reasonHeader(request: FastifyRequest): string | null {
  const header = request.headers['x-audit-log-reason']
  if (typeof header !== 'string' || header === '') return null
  try {
    return cut(decodeURIComponent(header))
  } catch {
    // Not encoded: some clients send plain Latin-1.
    return cut(header)
  }
}

function cut(reason: string): string {
  return [...reason.slice(0, AUDIT_REASON_MAX * 2)].slice(0, AUDIT_REASON_MAX).join('')
}
