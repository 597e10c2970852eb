export interface Answer<T = Record<string, unknown>> {
  status: number
  /** Parsed if the response says that it is JSON, otherwise its text; null without a body. */
  body: T
  headers: Headers
  /** Documented error code of a refusal, such as 50013. */
  code: number | undefined
  /** Faults of single fields of a refused body. */
  errors: Readonly<Record<string, unknown>> | undefined
}

export interface Attached {
  name: string
  data: string | Uint8Array<ArrayBuffer>
  type?: string
}

type Call = <T = Record<string, unknown>>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>

export type Api = Record<'get' | 'post' | 'patch' | 'put' | 'delete', Call>

/** Time limit of a request, so that a hung one fails its own test and not the whole run. */
const TIMEOUT_MS = 30_000

/**
 * Calls the HTTP API from a test. No status throws, because tests examine refusals. `path` begins with a slash and is
 * appended to `base`. A body is sent as JSON, or unchanged if it is a FormData (see `multipart`), URLSearchParams,
 * text or bytes.
 * @param authorization the whole header value: `Bot …`, `Bearer …`, or a person's bare token
 */
export function api(base: string, authorization?: string): Api {
  const call =
    (method: string): Call =>
    async <T>(path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const asIs =
        body instanceof FormData ||
        body instanceof URLSearchParams ||
        body instanceof Uint8Array ||
        typeof body === 'string' ||
        body === undefined
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(!asIs && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: asIs ? ((body ?? null) as NonNullable<RequestInit['body']> | null) : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      // T is the test's claim about the response.
      const parsed = (isJson ? JSON.parse(text) : text || null) as T
      return { status: response.status, body: parsed, headers: response.headers, ...refusalIn(response.status, parsed) }
    }
  return { get: call('GET'), post: call('POST'), patch: call('PATCH'), put: call('PUT'), delete: call('DELETE') }
}

/** Returns code and faults of an error response, undefined for another response. */
function refusalIn(status: number, body: unknown): Pick<Answer, 'code' | 'errors'> {
  if (status < 400 || typeof body !== 'object' || body === null) return { code: undefined, errors: undefined }
  const { code, errors } = body as { code?: number; errors?: Record<string, unknown> }
  return { code, errors }
}

/** Returns a multipart body with `payload_json` and `files[n]`, n in the given order. */
export function multipart(json: unknown, files: readonly Attached[]): FormData {
  const form = new FormData()
  form.set('payload_json', JSON.stringify(json))
  for (const [index, { name, data, type }] of files.entries()) {
    form.set(`files[${index}]`, new Blob([data], { type: type ?? 'application/octet-stream' }), name)
  }
  return form
}
