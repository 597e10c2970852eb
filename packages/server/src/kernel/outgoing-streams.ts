import type { Duplex, Readable } from 'node:stream'

/** Names and values of headers, in their order. A name may occur several times. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** A request whose body and response are streams, on behalf of somebody else. */
export interface StreamedRequest {
  /** Scheme, host and port; its path is ignored. */
  readonly origin: URL
  /** Path and query as they are sent, beginning with `/`. */
  readonly path: string
  readonly method: string
  /** All headers that are sent, with `Host`. */
  readonly headers: HeaderList
  readonly body: Readable | null
  /** Whether the headers ask for another protocol. */
  readonly upgrade: boolean
  /** Aborts the request at any time. */
  readonly signal: AbortSignal
}

/** Limits of a streamed request, in ms of wall-clock time and in bytes. */
export interface StreamLimits {
  /** From the request to an open connection. */
  readonly connectMs: number
  /** From the end of the request's body to the headers of the response. */
  readonly responseMs: number
  /** Without a byte in either direction. */
  readonly idleMs: number
  /** Headers of the response. */
  readonly headerBytesMax: number
}

/** Response to a streamed request. */
export interface StreamedResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly body: Readable
  /** The connection after a change of the protocol, with bytes that were read already. */
  readonly upgraded: { readonly socket: Duplex; readonly head: Buffer } | null
}

/** Why there is no response. */
export type StreamFault = 'forbidden' | 'unreachable' | 'timeout' | 'invalid'

/** There is no response to a streamed request. */
export class StreamError extends Error {
  readonly fault: StreamFault

  constructor(fault: StreamFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StreamError'
    this.fault = fault
  }
}

/** Streamed requests to addresses that users name. This seam decides which addresses they may reach. */
export interface OutgoingStreams {
  /**
   * Sends a request. Redirects are not followed.
   * @throws StreamError without a response
   */
  send(request: StreamedRequest): Promise<StreamedResponse>
  /** Aborts all requests and closes their connections. */
  close(): Promise<void>
}
