import type { Snowflake } from '@guildhall/protocol'
import type { UploadedFile } from './files.ts'

/** Contents of a signed request, and the application that receives it. */
export interface OutgoingPurpose {
  readonly kind: 'interaction' | 'webhook_event'
  readonly applicationId: Snowflake
}

/** Receives the headers of a request and of its response. */
export interface OutgoingTrace {
  sent(headers: Readonly<Record<string, unknown>>): void
  received(headers: Readonly<Record<string, unknown>>): void
}

/** A signed request to the server of an application. */
export interface OutgoingPost {
  readonly url: string
  readonly purpose: OutgoingPurpose
  readonly trace?: OutgoingTrace
  /** Requests with the same key share a concurrency limit, so that a slow server delays only its own requests. */
  readonly limitKey: string
  /** JSON. */
  readonly body: string
  /** Ed25519 private key, PKCS#8 DER in base64. */
  readonly signingKey: string
  /** Whether to sign with a wrong key, which a server that checks signatures refuses. */
  readonly forged?: boolean
  /** In wall-clock time, including the wait for the concurrency limit. */
  readonly timeoutMs: number
  /** Null ignores the body of the response. */
  readonly responseLimits: ResponseLimits | null
}

/** Limits of a response. */
export interface ResponseLimits {
  readonly jsonBytesMax: number
  /** Bytes of the whole body; 0 refuses multipart responses. */
  readonly multipartBytesMax: number
  readonly fileBytesMax: number
  readonly filesMax: number
}

/** Response of the server. */
export interface OutgoingResponse {
  readonly status: number
  /** JSON, or the `payload_json` of a multipart body; undefined without a body, or if the status is not 2xx. */
  readonly body: unknown
  /** Files of a multipart body; deleted after `take`, unless they were kept. */
  readonly files: readonly UploadedFile[]
}

/** A request for a public JSON document, such as the keys of an issuer of tokens. */
export interface OutgoingGet {
  readonly url: string
  /** Requests with the same key share a concurrency limit. */
  readonly limitKey: string
  /** In wall-clock time, including the wait for the concurrency limit. */
  readonly timeoutMs: number
  readonly bytesMax: number
}

/** A request with its own body, such as one to an identity provider. */
export interface OutgoingCall {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Requests with the same key share a concurrency limit. */
  readonly limitKey: string
  /** In wall-clock time, including the wait for the concurrency limit. */
  readonly timeoutMs: number
  /** Null ignores the body of the response. */
  readonly bytesMax: number | null
}

/** Response to a call, of any status. */
export interface OutgoingReply {
  readonly status: number
  readonly contentType: string
  /** Seconds of `Retry-After`; null without them. */
  readonly retryAfter: number | null
  readonly body: Buffer
}

/** A request for a document of the web, of which the type decides how much is read. */
export interface OutgoingLoad {
  readonly url: string
  /** Content types, as the header `Accept` lists them. */
  readonly accept: string
  /** Requests with the same key share a concurrency limit. */
  readonly limitKey: string
  /** In wall-clock time, of all redirects together. */
  readonly timeoutMs: number
  readonly redirectsMax: number
  /** Returns how much is read of a document of a content type; null refuses it. */
  limitOf(contentType: string): { readonly bytesMax: number; readonly isCut: boolean } | null
}

export interface OutgoingDocument {
  /** Address after redirects. */
  readonly url: string
  readonly contentType: string
  /** The beginning of a longer document, if `isCut` allowed that. */
  readonly body: Buffer
}

/** Requests to addresses that users name. This seam decides which addresses they may reach. */
export interface Outgoing {
  /**
   * Sends a request and passes the whole response to `take`. Redirects are not followed.
   * @throws OutgoingError without a valid response
   */
  post<T>(post: OutgoingPost, take: (response: OutgoingResponse) => Promise<T>): Promise<T>
  /**
   * Returns the JSON of a document. Redirects are not followed.
   * @throws OutgoingError without a response of status 200 that is JSON
   */
  get(request: OutgoingGet): Promise<unknown>
  /**
   * Sends a request and returns the whole response. Redirects are not followed.
   * @throws OutgoingError without a response
   */
  call(request: OutgoingCall): Promise<OutgoingReply>
  /**
   * Returns a document, and follows redirects. Each address on the way is checked as the first one is.
   * @throws OutgoingError without a response of status 200 that `limitOf` takes
   */
  load(request: OutgoingLoad): Promise<OutgoingDocument>
  /** Addresses that requests may reach: `public` excludes this machine and its network. */
  readonly reach: 'anywhere' | 'public'
  /** Aborts all requests. */
  close(): Promise<void>
}

/** There is no response, or it is invalid. The message is for the developer of the requested server. */
export class OutgoingError extends Error {
  /** Whether this platform aborted the request because it is closing. */
  readonly closing: boolean

  constructor(message: string, options: { cause?: unknown; closing?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OutgoingError'
    this.closing = options.closing ?? false
  }
}
