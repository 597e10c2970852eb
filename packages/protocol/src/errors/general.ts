import type { ErrorRow } from './row.ts'

/** Errors that share code 0. */
export const GENERAL_ERRORS = {
  UNAUTHORIZED: { code: 0, status: 401, message: '401: Unauthorized' },
  FORBIDDEN: { code: 0, status: 403, message: '403: Forbidden' },
  NOT_FOUND: { code: 0, status: 404, message: '404: Not Found' },
  METHOD_NOT_ALLOWED: { code: 0, status: 405, message: '405: Method Not Allowed' },
  REQUEST_TIMEOUT: { code: 0, status: 408, message: '408: Request Timeout' },
  LOCKED: { code: 0, status: 423, message: '423: Locked' },
  INTERNAL: { code: 0, status: 500, message: '500: Internal Server Error' },
  GENERAL_ERROR: { code: 0, status: 400, message: '400: Bad Request' },
  RATE_LIMITED: { code: 0, status: 429, message: 'You are being rate limited.' },
  RESOURCE_RATE_LIMITED: { code: 0, status: 429, message: 'The resource is being rate limited.' },
} as const satisfies Record<string, ErrorRow>
