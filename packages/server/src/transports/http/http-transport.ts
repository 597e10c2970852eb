import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { ApiError, Faults } from '@guildhall/protocol'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Faults as InjectedFaults, RequestFault } from '../../kernel/control.ts'
import type { FileStore, UploadedFile } from '../../kernel/files.ts'
import type { Gate } from '../../kernel/gate.ts'
import { type Context, HttpResponse, type Operation, RefusalWithEffects, type Request } from '../../kernel/operation.ts'
import type { Addresses, Platform } from '../../kernel/platform.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import { checkPictures } from '../../media/image-fields.ts'
import { discard } from '../../media/multipart.ts'
import { openidConfiguration } from '../../resources/oauth2/index.ts'
import { validate } from '../../validation/validate.ts'
import type { Authenticator } from '../authenticate.ts'
import { auditReason, presentForm, versionOf } from './api-version.ts'
import { type Bodies, type BodyHolder, drain } from './bodies.ts'
import { type ExchangeObserver, type ReadRequest, tellExchange } from './exchange.ts'
import { localeOf } from './locale.ts'
import { openApiDocument } from './openapi.ts'
import type { RateLimits } from './rate-limits.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { FAULT_HEADER, InjectedResponse, sufferFault } from './request-faults.ts'
import { logRequests, patternOf, type RequestLog } from './request-log.ts'
import { type TapedRequest, tapeRequest } from './taped-request.ts'
import { admitCaller, holderOf, type Throttle, Throttled, throttle } from './throttle.ts'

export interface HttpTransportParts {
  operations: readonly Operation[]
  /** The operator's own, below `/control`; null leaves them out. */
  control: readonly Operation[] | null
  /** Records requests to `operations`. */
  tape: Tape
  /** Faults of requests to `operations`. */
  faults: InjectedFaults<RequestFault>
  /** Returns the parts of the present world. */
  current(): { readonly platform: Platform; readonly authenticator: Authenticator }
  addresses: Addresses
  clock: Clock
  files: Pick<FileStore, 'uploadDir'>
  /** Keeps requests to `operations` apart from the replacement of the world. */
  gate: Gate
  rateLimits: RateLimits
  bodies: Bodies
  /** Returns the address that limits count a request for. */
  addressOf: (request: IncomingMessage) => string
  /** Receives every exchange with an operation. */
  observe?: ExchangeObserver
  log: Logger
  /** Version of this program. */
  version: string
}

interface Pending {
  readonly caller: Caller
  readonly address: string
  readonly params: unknown
  /** Number of the world that the caller belongs to; null for the operator, who may replace it. */
  readonly world: number | null
  /** Key that invalid requests count for: a user, a webhook or interaction of a token in the path, or an address. */
  readonly holder: string
  /** Holder that the body counts for. */
  readonly share: BodyHolder
  /** Null if the tape does not record. */
  readonly taped: TapedRequest | null
  /** Only for an observer. */
  read?: ReadRequest
}

/** Starts the HTTP API. Every operation is a route, and all requests pass through the same pipeline. */
export function httpTransport(parts: HttpTransportParts): FastifyInstance {
  const app = Fastify({
    rewriteUrl: (request) => canonicalPath(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    exposeHeadRoutes: false,
    trustProxy: false,
    // The pipeline validates. Loading Fastify's schema compilers would take a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    frameworkErrors: (error, _request, reply) => void sendError(reply as FastifyReply, asRefusal(error)),
  })
  app.removeAllContentTypeParsers()
  // The pipeline reads bodies, because it knows the caller and their limits.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  const requestLog = logRequests(app, parts.log)
  const limiter = throttle(parts.rateLimits, () => parts.clock.now())
  const routes = { app, limiter, parts, requestLog }
  for (const operation of parts.operations) route(routes, operation, '/api')
  for (const operation of parts.control ?? []) route(routes, operation, '/control')
  describeItself(app, parts)
  app.setNotFoundHandler((request, reply) => {
    if (parts.tape.recording && request.url.startsWith('/api')) tapeRequest(parts.tape, request, reply)
    unknownRoute(parts.operations, request, reply)
  })
  app.setErrorHandler((error, request, reply) => {
    const known = asRefusal(error)
    requestLog.refused(request, known)
    if (known instanceof ApiError && known.status >= 500) logFailure(parts.log, request, error)
    if (!request.raw.complete) drain(request.raw, parts.bodies)
    return error instanceof InjectedResponse ? sendInjected(reply, error) : sendError(reply, known)
  })
  return app
}

/** Writes why a request failed. Refusals on purpose, such as that of a busy platform, are written without a stack. */
function logFailure(log: Logger, request: FastifyRequest, error: unknown): void {
  const what = { request: request.id, method: request.method, route: patternOf(request) }
  if (error instanceof ApiError) log.warn({ ...what, code: error.code }, 'request refused')
  else if (!(error instanceof InjectedResponse)) log.error({ err: error, ...what }, 'request failed')
}

/** @throws always: no route declares a schema to Fastify */
function noCompiler(): never {
  throw new Error('Routes declare their schemas to the pipeline, not to Fastify')
}

const CONTROL_API = { title: 'Guildhall control API', base: '/control' }

/** Serves the machine-readable descriptions. That of the API is made at its first request. */
function describeItself(app: FastifyInstance, parts: HttpTransportParts): void {
  let document: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(parts.operations, { version: parts.version }))
    return reply.header('content-type', 'application/json').send(document)
  })
  const { control } = parts
  if (control !== null) {
    app.get('/control/openapi.json', async (request, reply) => {
      const caller = await parts.current().authenticator.caller(request.headers.authorization)
      if (caller.kind !== 'operator') throw new ApiError('UNAUTHORIZED')
      return sendJson(reply, openApiDocument(control, { version: parts.version, ...CONTROL_API }))
    })
  }
  app.get('/.well-known/openid-configuration', async (_request, reply) =>
    sendJson(reply, openidConfiguration(parts.addresses)),
  )
}

/**
 * One spelling for all forms of a path: `/api`, `/api/v9` and `/api/v10` are one API, and some clients encode the `@`
 * of `@me` and `@original`. Another version becomes a path that answers 50041. [VER-28]
 */
function canonicalPath(url: string): string {
  if (!url.startsWith('/api')) return url
  const version = /^\/api\/v(\d+)(?=[/?]|$)/.exec(url)
  let path = url
  if (version) {
    if (version[1] !== '10' && version[1] !== '9') return '/api/unsupported-version'
    path = `/api${url.slice(version[0].length)}`
  }
  return path.includes('%40') ? path.replaceAll('%40', '@') : path
}

interface Routes {
  readonly app: FastifyInstance
  readonly parts: HttpTransportParts
  readonly requestLog: RequestLog
  readonly limiter: Throttle
}

function route({ app, parts, requestLog, limiter }: Routes, operation: Operation, base: '/api' | '/control'): void {
  const pending = new WeakMap<FastifyRequest, Pending>()
  const observe = base === '/api' ? parts.observe : undefined
  app.route({
    method: operation.method,
    url: `${base}${operation.path}`,
    // Checked before the body is read: a caller without access must not make the server read megabytes.
    onRequest: async (request, reply) => {
      const taped = parts.tape.recording && base === '/api' ? tapeRequest(parts.tape, request, reply) : null
      const address = parts.addressOf(request.raw)
      const world = base === '/api' ? parts.gate.world : null
      // Refusals count for the address until a credential is verified, then for the holder of the credential.
      let holder = `ip:${address}`
      try {
        const { authenticator } = parts.current()
        const userAgent = request.headers['user-agent'] ?? ''
        const caller = await authenticator.caller(authorizationOf(request, operation), { ip: address, userAgent })
        requestLog.called(request, caller)
        taped?.calledBy(caller)
        if (caller.kind !== 'none') holder = holderOf(caller)
        if (parts.faults.any && base === '/api') {
          const { userId, application } = caller
          const { method, url } = request
          await sufferFault(parts.faults, { method, url, userId, applicationId: application?.id ?? null })
        }
        if (caller.kind !== 'none' || !operation.admit) limiter.admitHolder(holder)
        reply.headers(limiter.admit(operation, caller, request.params as Record<string, string>, address))
        admitCaller(operation, caller)
        const params = checkedParams(operation, request)
        if (operation.admit) {
          const { units } = parts.current().platform
          await units.read(SYSTEM_ACTOR, async (work) => operation.admit?.({ work, params: params as never }))
          if (caller.kind === 'none') holder = `path:${pathCredential(request.params as Record<string, string>)}`
        }
        const anonymous = caller.kind === 'none' && !operation.admit
        const key = caller.kind === 'none' ? `ip:${address}` : holder
        pending.set(request, { caller, address, params, world, holder, share: { key, anonymous }, taped })
      } catch (error) {
        if (isInvalidRequest(error)) limiter.countInvalid(holder)
        throw error
      }
    },
    handler: async (request, reply) => {
      const held = pending.get(request) as Pending
      try {
        const result = await perform(operation, held, { request, reply, parts, limiter })
        return send(reply, operation, result)
      } catch (error) {
        if (isInvalidRequest(error)) limiter.countInvalid(held.holder)
        throw error
      }
    },
    ...(observe && { onSend: tellExchange(operation.id, observe, (request) => pending.get(request)?.read) }),
  })
}

/** Returns the Authorization header, as far as an operation reads it. */
function authorizationOf({ headers: { authorization } }: FastifyRequest, operation: Operation): string | undefined {
  const isRead = !operation.ignoresTokens || authorization?.startsWith('Basic ')
  return isRead ? authorization : undefined
}

function isInvalidRequest(error: unknown): boolean {
  if (error instanceof Throttled) return !error.shared
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

interface Handling {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: HttpTransportParts
  readonly limiter: Throttle
}

/** @throws 50035 */
function checkedParams(operation: Operation, request: FastifyRequest): unknown {
  const faults = new Faults()
  const params = operation.params ? validate(operation.params, request.params, faults) : {}
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return params
}

/** Returns a key for the webhook or interaction that a token in the path names. The key contains no token. */
function pathCredential(params: Readonly<Record<string, string>>): string {
  return `${params.webhook_id ?? params.interaction_id}`
}

async function perform(operation: Operation, pending: Pending, handling: Handling): Promise<unknown> {
  const { request, parts } = handling
  const account = parts.bodies.account(pending.share)
  let files: readonly UploadedFile[] = []
  try {
    const read = await readBody(operation, {
      request,
      share: pending.share,
      taped: pending.taped,
      bodies: parts.bodies,
      account,
      uploadDir: parts.files.uploadDir,
    })
    files = read.files
    if (parts.observe) pending.read = { input: read.input, files: files.map(({ field }) => field) }
    const run = () => carryOut(operation, pending, read, handling)
    return await (pending.world === null ? run() : parts.gate.run(pending.world, run))
  } finally {
    if (files.length > 0) await discard(files)
    account.release()
  }
}

async function carryOut(
  operation: Operation,
  { caller, params, address, world }: Pending,
  { input, files }: ReadBody,
  { request, reply, parts, limiter }: Handling,
): Promise<unknown> {
  const { platform } = parts.current()
  const faults = new Faults()
  try {
    const query = operation.query ? validate(operation.query, request.query, faults) : {}
    const body = operation.body
      ? validate(operation.body, presentForm(operation, input, versionOf(request)), faults)
      : input
    if (!faults.any && operation.body) await checkPictures(operation.body, body, faults)
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    if (operation.limitBy) {
      reply.headers(limiter.admitSubject(operation, caller, operation.limitBy(body as never), address))
    }
    const locale = () => localeOf(request.headers, caller.user.locale)
    const header = (name: string) => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    }
    const base = { caller, params, query, body, files, locale, platform, header } as Request<never, never, never>
    const prepared = (operation.before ? await operation.before(base) : undefined) as never
    const actor = { userId: caller.userId === 0n ? null : caller.userId, reason: auditReason(request, input) }
    const run = async () => {
      const { units } = parts.current().platform
      const unit = (operation.writes ?? operation.method !== 'GET') ? units.write : units.read
      return unit(actor, (work) => operation.run({ ...base, work, prepared } as Context<never, never, never, never>))
    }
    // A request of the operator may have replaced the world in `before`, and another one may do so now.
    return await (world === null ? parts.gate.runInPresent(run) : run())
  } catch (error) {
    if (error instanceof RefusalWithEffects) await suffer(error, parts)
    throw error
  }
}

/** Runs the side effects of a refusal. If they fail, the caller still receives the refusal. */
async function suffer(refusal: RefusalWithEffects, { current, log }: HttpTransportParts): Promise<void> {
  try {
    await current().platform.units.write(SYSTEM_ACTOR, refusal.effects)
  } catch (err) {
    log.error({ err, refusal: refusal.errorName }, 'what follows a refusal failed')
  }
}

function send(reply: FastifyReply, operation: Operation, result: unknown): FastifyReply {
  if (operation.deprecated) reply.header('Deprecation', 'true')
  if (result instanceof HttpResponse) {
    reply.code(result.status).headers(result.headers)
    if (result.body === undefined || result.body === null) return reply.send()
    const isRaw = typeof result.body === 'string' || result.body instanceof Uint8Array
    if (isRaw || result.body instanceof Readable) return reply.send(result.body)
    return sendJson(reply, result.body)
  }
  if (result === undefined) return reply.code(204).send()
  reply.code(Number(Object.keys(operation.responses).find((status) => status !== '204') ?? 200))
  return sendJson(reply, result)
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
  return sendJson(reply, error instanceof Throttled ? error.body : error.toJSON())
}

function sendInjected(reply: FastifyReply, { response }: InjectedResponse): FastifyReply {
  return sendJson(
    reply.code(response.status).headers({ ...response.headers, [FAULT_HEADER]: 'injected' }),
    response.body,
  )
}

/** Converts errors of the framework to the documented shape. Unexpected errors become 500 without detail. */
function asRefusal(error: unknown): ApiError | Throttled {
  if (error instanceof ApiError || error instanceof Throttled) return error
  const code = (error as { code?: string }).code
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('REQUEST_ENTITY_TOO_LARGE')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ApiError('INVALID_JSON')
  const status = (error as { statusCode?: number }).statusCode
  if (code === 'FST_ERR_BAD_URL' || (status !== undefined && status < 500)) return new ApiError('NOT_FOUND')
  return new ApiError('INTERNAL', { cause: error })
}

/** Responds 404 to an unknown path, 405 to another method of a known path, and 50041 to another version. */
function unknownRoute(operations: readonly Operation[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  if (path === '/api/unsupported-version') return sendError(reply, new ApiError('INVALID_API_VERSION'))
  const known = operations.some((operation) => pathPattern(operation.path).test(path))
  return sendError(reply, new ApiError(known ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND'))
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^/api${path.replaceAll(/:[a-z0-9_]+/g, '[^/]+')}/?$`)
}
