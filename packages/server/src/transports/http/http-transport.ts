import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { ApiError } from '@guildhall/protocol'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { InjectedFaults, RequestFault } from '../../kernel/control.ts'
import type { FileStore } from '../../kernel/files.ts'
import type { Gate } from '../../kernel/gate.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { Addresses, Platform } from '../../kernel/platform.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Traces } from '../../kernel/traces.ts'
import { openidConfiguration } from '../../resources/apps/oauth2/index.ts'
import type { Authenticator } from '../authenticate.ts'
import type { Bodies } from './bodies.ts'
import { ApiCall } from './call.ts'
import { drain } from './drain.ts'
import type { ExchangeObserver } from './exchange.ts'
import { Failures } from './failures.ts'
import { openApiDocument } from './openapi.ts'
import { canonicalPath, operationRoutes, PARAM_MAX } from './operation-routes.ts'
import { carryOutCall } from './pipeline.ts'
import type { RateLimits } from './rate-limits.ts'
import { logRequests, patternOf } from './request-log.ts'
import { Responder } from './respond.ts'
import { API, CONTROL, SIGN_IN_PAGES } from './surface.ts'
import { tapeRequest } from './taped-request.ts'
import { Throttled, throttle } from './throttle.ts'

export interface HttpTransportParts {
  operations: readonly Operation[]
  /** The operator's own, below `/control`; null leaves them out. */
  controlOperations: readonly Operation[] | null
  /** Requests of browsers that sign in at an identity provider, below `/auth`. */
  signInPageOperations: readonly Operation[]
  /** Records requests to `operations`. */
  tape: Tape
  /** Faults of requests to `operations`. */
  faults: InjectedFaults<RequestFault>
  /** Returns the parts of the present world. */
  current(): { readonly platform: Platform; readonly authenticator: Authenticator }
  addresses: Addresses
  clock: Clock
  files: Pick<FileStore, 'uploadDir' | 'claim'>
  /** Keeps requests to `operations` apart from the replacement of the world. */
  gate: Gate
  rateLimits: RateLimits
  bodies: Bodies
  /** Returns the address that limits count a request for. */
  addressOf: (request: IncomingMessage) => string
  /** Receives every exchange with an operation. */
  observe?: ExchangeObserver | undefined
  log: Logger
  metrics: Metrics
  /** Version of this program. */
  version: string
}

/** The HTTP API. */
export interface HttpTransport {
  /** Serves everything that is no operation. Other transports add their routes. */
  readonly app: FastifyInstance
  /** Handles all requests, once `app` is ready. */
  readonly request: RequestListener
}

/**
 * Opens the HTTP API. Requests to operations pass through one pipeline. They do not reach the framework, whose objects
 * and hooks cost as much as most operations.
 */
export function httpTransport(parts: HttpTransportParts): HttpTransport {
  const app = Fastify({
    rewriteUrl: (request) => canonicalPath(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: PARAM_MAX },
    exposeHeadRoutes: false,
    trustProxy: false,
    // The pipeline validates. Loading Fastify's schema compilers would take a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    genReqId: () => randomBytes(6).toString('hex'),
    frameworkErrors: (error, _request, reply) => void sendError(reply as FastifyReply, failures.asRefusal(error)),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  const failures = new Failures(parts.log)
  const requestLog = logRequests(app, parts.log)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  const limiter = throttle(parts.rateLimits, () => parts.clock.now())
  describeItself(app, parts)
  app.setNotFoundHandler((request, reply) => {
    if (parts.tape.recording && request.url.startsWith(API.base)) tapeRequest(parts.tape, request, reply.raw)
    unknownRoute(parts.operations, request, reply)
  })
  app.setErrorHandler((error, request, reply) => {
    const known = failures.asRefusal(error)
    if (known instanceof ApiError && known.status >= 500) {
      const { id, method } = request
      failures.log({ id, method, pattern: patternOf(request) }, error)
    }
    if (!request.raw.complete) drain(request.raw, parts.bodies)
    return sendError(reply, known)
  })
  const find = operationRoutes(
    new Map([
      [API, parts.operations],
      [SIGN_IN_PAGES, parts.signInPageOperations],
      [CONTROL, parts.controlOperations ?? []],
    ]),
  )
  const responder = new Responder(parts.observe, failures, parts.metrics)
  const pipeline = { ...parts, limiter, requestLog, responder, failures, observed: parts.observe !== undefined }
  let calls = 0
  return {
    app,
    request(request, response) {
      const target = find(request.method ?? '', request.url ?? '/')
      if (target === null) return app.routing(request, response)
      calls += 1
      const call = new ApiCall(target, request, response, calls)
      const { traces } = parts.metrics
      const run = traces === null ? null : traceRequest(call, traces)
      requestLog.begun(call)
      if (run === null) void carryOutCall(call, pipeline)
      else run(() => void carryOutCall(call, pipeline))
    },
  }
}

/**
 * Begins the trace of a request to an operation, which ends when its response was sent. Headers of callers do not
 * continue traces: they come from anybody.
 */
function traceRequest(call: ApiCall, traces: Traces): (task: () => void) => void {
  const { operation, response, pattern, method, id } = call
  const facts = { 'http.request.method': method, 'http.route': pattern, 'guildhall.request_id': id }
  const span = traces.begin(operation.id, 'server', facts)
  call.span = span.ids
  response.once('close', () => {
    const { statusCode } = response
    span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : null)
  })
  return span.run
}

/** @throws always: no route declares a schema to Fastify */
function noCompiler(): never {
  throw new Error('Routes declare their schemas to the pipeline, not to Fastify')
}

const CONTROL_API = { title: 'Guildhall control API', base: CONTROL.base }

/** Serves the machine-readable descriptions. That of the API is made at its first request. */
function describeItself(app: FastifyInstance, parts: HttpTransportParts): void {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(parts.operations, { version: parts.version }))
    return reply.header('content-type', 'application/json').send(document)
  })
  const { controlOperations } = parts
  if (controlOperations !== null) {
    app.get('/control/openapi.json', async (request, reply) => {
      const caller = await parts.current().authenticator.caller(request.headers.authorization)
      if (caller.kind !== 'operator') throw new ApiError('UNAUTHORIZED')
      return sendJson(reply, openApiDocument(controlOperations, { version: parts.version, ...CONTROL_API }))
    })
  }
  app.get('/.well-known/openid-configuration', async (_request, reply) =>
    sendJson(reply, openidConfiguration(parts.addresses)),
  )
}

/** Sends JSON as bytes. For text, a charset would be added, and some clients accept only the bare type. */
function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(body)))
}

function sendError(reply: FastifyReply, error: ApiError | Throttled): FastifyReply {
  if (error instanceof Throttled) reply.code(429).headers(error.headers)
  else reply.code(error.status)
  const wait = error instanceof Throttled ? undefined : error.extra?.retry_after
  if (typeof wait === 'number') reply.header('Retry-After', String(Math.ceil(wait)))
  if (error instanceof Throttled) return sendJson(reply, error.body)
  return sendJson(reply, error.status < 500 ? error.toJSON() : { ...error.toJSON(), request_id: reply.request.id })
}

/** Responds 404 to an unknown path, 405 to another method of a known path, and 50041 to another version. */
function unknownRoute(operations: readonly Operation[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  if (path === '/api/unsupported-version') return sendError(reply, new ApiError('INVALID_API_VERSION'))
  const known = operations.filter((operation) => pathPattern(operation.path).test(path))
  // The path of an operation comes here with the same method when a parameter is too long.
  const isOtherMethod = known.length > 0 && known.every(({ method }) => method !== request.method)
  return sendError(reply, new ApiError(isOtherMethod ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'))
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll(/:[a-z0-9_]+/g, '[^/]+')}/?$`)
}
