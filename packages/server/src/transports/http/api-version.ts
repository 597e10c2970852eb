import { AUDIT_REASON_MAX } from '@guildhall/protocol'
import type { ApiCall } from './call.ts'

/** Returns a body in the form of version 10. */
export function presentForm({ operation: { fromVersion9 }, version }: ApiCall, input: unknown): unknown {
  return version === 9 && fromVersion9 ? fromVersion9(input) : input
}

/** Returns the audit reason: of the header, or on version 9 of the `reason` parameter, which version 10 removed. */
export function auditReason({ headers, query, version }: ApiCall, input: unknown): string | null {
  const reason = reasonHeader(headers['x-audit-log-reason'])
  if (reason !== null || version !== 9) return reason
  const fields = [query, input] as ({ reason?: unknown } | null | undefined)[]
  const given = fields
    .map((parameters) => parameters?.reason)
    .find((value) => typeof value === 'string' && value !== '')
  return typeof given === 'string' ? cut(given) : null
}

/** Decodes `X-Audit-Log-Reason`, percent-encoded UTF-8; takes a header that does not decode as it stands. */
function reasonHeader(header: string | string[] | undefined): string | null {
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
