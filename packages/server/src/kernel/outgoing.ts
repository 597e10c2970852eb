import type { UploadedFile } from './files.ts'

/** A signed request to the server of an application. */
export interface OutgoingPost {
  readonly url: string
  /** Requests of one lane are bounded together, so that a slow server takes nobody's turn but its own. */
  readonly limitKey: string
  /** JSON. */
  readonly body: string
  /** Ed25519 private key, PKCS#8 DER in base64. */
  readonly signingKey: string
  /** Signed by a key that is not the application's: a server that checks signatures refuses it. */
  readonly forged?: boolean
  /** By real time; waiting for a turn counts. */
  readonly timeoutMs: number
  readonly responseLimits: ResponseLimits
}

export interface ResponseLimits {
  readonly jsonBytesMax: number
  /** Of the whole body; 0 takes no multipart answer. */
  readonly multipartBytesMax: number
  readonly fileBytesMax: number
  readonly filesMax: number
}

export interface OutgoingResponse {
  readonly status: number
  /** JSON, or the `payload_json` of a multipart body; undefined when there was none, or the status is not 2xx. */
  readonly body: unknown
  /** Deleted once they were looked at, unless they were kept. */
  readonly files: readonly UploadedFile[]
}

/** Requests that leave the machine, to addresses that others name: the seam where what they may reach is decided. */
export interface Outgoing {
  /**
   * Sends, and hands the whole answer to `take`. Redirects are not followed.
   * @throws OutgoingError when there is no answer that can be read
   */
  post<T>(post: OutgoingPost, take: (answer: OutgoingResponse) => Promise<T>): Promise<T>
  /** Breaks off what is under way. */
  close(): Promise<void>
}

/** No answer, or none that can be read. The message is for the developer of the server that was asked. */
export class OutgoingError extends Error {
  /** The platform itself broke off, which says nothing about the server. */
  readonly closing: boolean

  constructor(message: string, options: { cause?: unknown; closing?: boolean } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'OutgoingError'
    this.closing = options.closing ?? false
  }
}
