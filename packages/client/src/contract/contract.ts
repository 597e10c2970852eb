import type { Events } from './generated/events.ts'
import type { Operations } from './generated/operations.ts'

/** Id of an operation of the HTTP API. */
export type OperationId = keyof Operations

/** Fields of a request of an operation: `params` of the path, `query`, `body` and `files`. */
export type RequestOf<Id extends OperationId> = Operations[Id]['request']

/** JSON body of a request of an operation. */
export type BodyOf<Id extends OperationId> =
  RequestOf<Id> extends { readonly body?: infer Body } ? NonNullable<Body> : never

/** Body of the response of an operation; undefined if it has none. */
export type ResponseOf<Id extends OperationId> = Operations[Id]['response']

/** Name of a gateway dispatch. */
export type EventName = keyof Events

/** Options of every request. */
export interface CallOptions {
  /** Reason for the audit log. */
  readonly reason?: string
  readonly signal?: AbortSignal
  /** Called while files are sent; `total` is the size of the whole body in bytes. */
  readonly onProgress?: (progress: { sent: number; total: number }) => void
}

/** Arguments of a call after the operation id. They may be left out where nothing is required. */
export type Given<Request> = object extends Request ? [given?: Request & CallOptions] : [given: Request & CallOptions]

/** Sends a request of an operation and returns the body of its response. */
export type Call = <Id extends OperationId>(id: Id, ...given: Given<RequestOf<Id>>) => Promise<ResponseOf<Id>>
