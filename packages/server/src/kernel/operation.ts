import { ApiError, type ApiErrorOptions, type ErrorName } from '@guildhall/protocol'
import type { Static, TSchema } from 'typebox'
import type { AnyCaller, CallerKind, CallerOf } from './caller.ts'
import type { UploadedFile } from './files.ts'
import type { PasswordClient } from './passwords.ts'
import type { Platform } from './platform.ts'
import type { Work } from './work.ts'

/** Documented rate limit: requests per window, for each caller, route and major parameter. */
export interface RateLimit {
  readonly limit: number
  readonly windowMs: number
}

/** The checked request, for `before`, which has no transaction. */
export interface Request<P, Q, B, C extends AnyCaller = AnyCaller> {
  readonly caller: C
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly files: readonly UploadedFile[]
  /** The language that the request asks for; else the caller's own. */
  readonly locale: () => string
  readonly platform: Platform
  /** Client that sent the request, for what is bounded by address. */
  readonly client: PasswordClient
  /** A header of the request by its name in lower case, for what other services say there. */
  readonly header: (name: string) => string | undefined
}

export interface Context<P, Q, B, X, C extends AnyCaller = AnyCaller> extends Request<P, Q, B, C> {
  readonly work: Work
  /** Return value of `before`. */
  readonly prepared: X
}

/** The checked path, for `admit`. */
export interface Admission<P> {
  readonly work: Work
  readonly params: P
}

/** One thing that a caller may do. The pipeline does the common work of all operations from these fields. */
export interface Operation {
  /** The documented operation id; the file is named after it. */
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `:name` parameters; `channel_id`, `guild_id` and `webhook_id` are major ones for rate limits. */
  readonly path: string
  readonly callers: readonly CallerKind[]
  /** The OAuth2 scope that a `bearer` caller needs. */
  readonly scope?: string
  readonly params?: TSchema
  readonly query?: TSchema
  readonly body?: TSchema
  /** Description of the body, if `body` accepts any JSON and rules of the resource check it. */
  readonly bodyShape?: TSchema
  /** Accepts only forms (`application/x-www-form-urlencoded`); other bodies are ignored. */
  readonly form?: boolean
  /** Ignores tokens in Authorization: only client credentials (`Basic`) are read. */
  readonly ignoresTokens?: boolean
  /** Accepts multipart with up to this many files. */
  readonly filesMax?: number
  /** Field of the only file, if it is not `files[n]`. */
  readonly fileField?: string
  /** Converts a body of API version 9 to version 10, before it is checked. */
  readonly fromVersion9?: (input: unknown) => unknown
  readonly responses: Readonly<Record<number, TSchema>>
  readonly limit?: RateLimit
  /**
   * Limit of all callers of an application together, until the operator approves its communication features. [LIM-18]
   */
  readonly developmentLimit?: RateLimit
  /** Rate-limit bucket; operations with the same name share it. Default: the id of the operation. */
  readonly bucket?: string
  /** Interaction callbacks and follow-ups are outside the global limit. */
  readonly outsideGlobalLimit?: boolean
  readonly deprecated?: boolean
  /** Excluded from the public description, because only people's own clients call it. */
  readonly unlisted?: boolean
  /** Whether applications get 20001 with an OAuth2 token too, as their bots do where bots are no callers. */
  readonly refusesApplications?: boolean
  /** Whether a person who has a second factor must have proven it in the last five minutes. */
  readonly freshFactor?: boolean
  /** Whether the unit of work writes. Default: for every method but GET. */
  readonly writes?: boolean
  /**
   * Whether requests run beside others of their caller and path. Only for operations whose limits and effects the lock
   * of the guild or DM guards, or that have none. Default: false, see `holdsOf`.
   */
  readonly concurrent?: boolean
  /** Returns what a request holds besides its caller and the objects of its path, such as `user.123`. */
  readonly holds?: (body: never) => Iterable<string>
  /**
   * Checks that the object of a token in the path exists, in a separate read before the body is read. Throws the
   * documented error. An operation for `anyone` without this check accepts small bodies only.
   */
  readonly admit?: (request: Admission<never>) => Promise<unknown>
  /** Returns a part of the rate-limit key besides the caller: `limit` applies to each value and caller. */
  readonly limitBy?: (body: never) => string
  /** Whether responses have no rate-limit headers. */
  readonly hidesLimit?: boolean
  /** Rejects undeclared fields of the query and body. Other operations ignore them, as the public API does. */
  readonly onlyKnownFields?: boolean
  /** Runs before the transaction, which must be short: hashes, reads files, sends requests. */
  readonly before?: (request: Request<never, never, never>) => Promise<unknown>
  readonly run: (context: Context<never, never, never, never>) => Promise<unknown>
}

/** Schemas of response bodies, by status. Errors that every operation can have are not listed. */
type Responses = Readonly<Record<number, TSchema>>

/** Statuses of responses that have a body. */
type StatusWithBody<R extends Responses> = Exclude<keyof R & number, 204>

/** The status of a body that `run` returns without a status: the lowest successful one, as the transport sends it. */
type ImpliedStatus<R extends Responses> = 200 extends keyof R ? 200 : 201 extends keyof R ? 201 : never

type NoBody<R extends Responses, Nothing = void> = 204 extends keyof R ? Nothing : never

/**
 * Return type of `run` for declared responses: a body, nothing for 204, or an `HttpResponse` with a declared status.
 */
export type Result<R extends Responses> =
  | Static<R[ImpliedStatus<R>]>
  | NoBody<R>
  | JsonText<Static<R[ImpliedStatus<R>]>>
  | { [S in StatusWithBody<R>]: HttpResponse<S, Static<R[S]>> }[StatusWithBody<R>]

/** Keys of a body, or of the entries of a list, that its schema does not declare. */
type UndeclaredIn<Body, Declared> = Body extends readonly (infer Entry)[]
  ? Declared extends readonly (infer DeclaredEntry)[]
    ? UndeclaredIn<Entry, DeclaredEntry>
    : never
  : Body extends object
    ? Exclude<keyof Body, number | (Declared extends unknown ? keyof Declared : never)>
    : never

/** Keys that `run` returns and no response declares. The compiler does not find these by itself in inferred types. */
type Undeclared<R extends Responses, A> =
  A extends JsonText<unknown>
    ? never
    : A extends HttpResponse<infer S, infer Body>
      ? S extends keyof R
        ? UndeclaredIn<Body, Static<R[S]>>
        : never
      : UndeclaredIn<A, Static<R[ImpliedStatus<R>]>>

interface Typed<
  R extends Responses,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  K extends CallerKind,
  X,
  A,
> extends Omit<
    Operation,
    'callers' | 'params' | 'query' | 'body' | 'before' | 'admit' | 'limitBy' | 'holds' | 'run' | 'responses'
  > {
  callers: readonly K[]
  responses: R
  params?: P
  query?: Q
  body?: B
  admit?: (request: Admission<Static<P>>) => Promise<unknown>
  limitBy?: (body: Static<B>) => string
  holds?: (body: Static<B>) => Iterable<string>
  before?: (request: Request<Static<P>, Static<Q>, Static<B>, CallerOf<K>>) => Promise<X>
  run: (context: Context<Static<P>, Static<Q>, Static<B>, X, CallerOf<K>>) => Promise<A>
}

/** Declares an operation; the compiler checks that `run` returns a declared response. */
export function operation<
  R extends Responses,
  P extends TSchema,
  Q extends TSchema,
  B extends TSchema,
  K extends CallerKind,
  A extends Result<R>,
  X = undefined,
>(
  spec: Typed<R, P, Q, B, K, X, A> & ([Undeclared<R, A>] extends [never] ? unknown : { undeclared: Undeclared<R, A> }),
): Operation {
  return spec as unknown as Operation
}

/**
 * A refusal with side effects. The transaction is rolled back as for any refusal. Then `effects` runs in a second
 * unit of work, by the system actor.
 */
export class RefusalWithEffects extends ApiError {
  readonly effects: (work: Work) => Promise<void>

  constructor(name: ErrorName, aftermath: (work: Work) => Promise<void>, options: ApiErrorOptions = {}) {
    super(name, options)
    this.effects = aftermath
  }
}

/**
 * A refusal whose unit of work is committed: what the operation has written before stays. The operation keeps its locks
 * until then, so that a wrong code counts before the next one is looked at, at whichever node.
 */
export class CommittedRefusal extends ApiError {}

/** Response with a status that the operation does not imply, with headers, or with a body that is not JSON. */
export class HttpResponse<S extends number = number, B = unknown> {
  readonly status: S
  readonly body: B
  readonly headers: Readonly<Record<string, string>>

  constructor(status: S, body: B, headers: Readonly<Record<string, string>> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Response body with the implied status, as JSON: text for a short one, which leaves in one piece with the head. */
export class JsonText<T = unknown> {
  readonly json: string | Uint8Array
  /** For types only. */
  readonly body?: T

  constructor(json: string | Uint8Array) {
    this.json = json
  }
}

/** Path parameters that have separate rate-limit buckets. */
export const MAJOR_PARAMETERS = ['channel_id', 'guild_id', 'webhook_id', 'webhook_token', 'interaction_token'] as const
