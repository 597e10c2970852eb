import type { CallOptions } from '../contract/contract.ts'

/** A request as it is sent. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | URLSearchParams | null
  readonly redirect: 'follow' | 'error'
  readonly signal: AbortSignal | null
  readonly onProgress: CallOptions['onProgress']
  /** Sends the request in place of the runtime's own fetch. */
  readonly fetch: typeof fetch | undefined
}

/** A response whose body was read. */
export interface Incoming {
  readonly status: number
  readonly text: string
  header(name: string): string | null
}

/** The part of XMLHttpRequest that is used. Only browsers have it, and only it reports the progress of uploads. */
interface ProgressRequest extends EventTarget {
  readonly upload: EventTarget
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: unknown): void
  abort(): void
}

/**
 * Sends a request and reads its response.
 * @throws the signal's reason when it is aborted, TypeError without a connection
 */
export async function exchange(request: Outgoing): Promise<Incoming> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => ProgressRequest }
  if (request.onProgress && XMLHttpRequest) return upload(new XMLHttpRequest(), request)
  const response = await openResponse(request)
  return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) }
}

/** Sends a request and returns its response before the body. */
export function openResponse({ method, url, headers, body, redirect, signal, ...own }: Outgoing): Promise<Response> {
  const { fetch: send = fetch } = own
  return send(url, { method, headers, body, redirect, signal, referrerPolicy: 'no-referrer' })
}

function upload(
  sending: ProgressRequest,
  { method, url, headers, body, signal, onProgress }: Outgoing,
): Promise<Incoming> {
  sending.open(method, url)
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
  sending.upload.addEventListener('progress', (event) => {
    const { loaded, total } = event as Event & { loaded: number; total: number }
    onProgress?.({ sent: loaded, total })
  })
  return new Promise((resolve, reject) => {
    const abort = () => {
      sending.abort()
      reject(signal?.reason)
    }
    sending.addEventListener('load', () => {
      const { status, responseText: text } = sending
      resolve({ status, text, header: (name) => sending.getResponseHeader(name) })
    })
    sending.addEventListener('error', () => reject(new TypeError('The upload failed.')))
    sending.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    sending.send(body)
  })
}
