import type { IncomingMessage } from 'node:http'
import { ApiError, DEFAULT_LOCALE, Faults } from '@guildhall/protocol'
import { permissionsIn } from '../../access/explain.ts'
import { type AnyCaller, applicationOf, type Caller, userOf } from '../../kernel/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { InjectedFaults, RequestFault } from '../../kernel/control.ts'
import type { FileStore, UploadedFile } from '../../kernel/files.ts'
import type { Gate } from '../../kernel/gate.ts'
import { holdsOf } from '../../kernel/holds.ts'
import {
  CommittedRefusal,
  type Context,
  type Operation,
  RefusalWithEffects,
  type Request,
} from '../../kernel/operation.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import { SYSTEM_ACTOR } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { checkPictures } from '../../media/image-fields.ts'
import { discard } from '../../media/multipart.ts'
import { findOperatorRole } from '../../resources/accounts/operators/index.ts'
import { FRESH_HEADER, freshFactorNeeded, isFresh, siteOf } from '../../resources/accounts/second-factors/index.ts'
import { noteUnknownKeys } from '../../validation/unknown-keys.ts'
import { validate } from '../../validation/validate.ts'
import type { Authenticator } from '../authenticate.ts'
import { isAdministration } from './administration.ts'
import { auditReason, presentForm } from './api-version.ts'
import type { Bodies, BodyHolder } from './bodies.ts'
import type { ApiCall } from './call.ts'
import { drain } from './drain.ts'
import type { Failures } from './failures.ts'
import { localeOf } from './locale.ts'
import { hasBody, type ReadBody, readBody, withoutBody } from './read-body.ts'
import { reasonInPlace, reasonOf } from './refusal-reason.ts'
import { InjectedResponse, sufferFault } from './request-faults.ts'
import type { RequestLog } from './request-log.ts'
import type { Responder } from './respond.ts'
import { tapeRequest } from './taped-request.ts'
import { admitCaller, holderOf, type Throttle, Throttled } from './throttle.ts'

export interface PipelineParts {
  /** Records requests to the API. */
  readonly tape: Tape
  /** Faults of requests to the API. */
  readonly faults: InjectedFaults<RequestFault>
  /** Returns the parts of the present world. */
  current(): { readonly platform: Platform; readonly authenticator: Authenticator }
  readonly clock: Clock
  readonly files: Pick<FileStore, 'uploadDir' | 'claim'>
  /** Keeps requests to the API apart from the replacement of the world. */
  readonly gate: Gate
  readonly bodies: Bodies
  /** Returns the address that limits count a request for. */
  readonly addressOf: (request: IncomingMessage) => string
  readonly limiter: Throttle
  readonly requestLog: RequestLog
  readonly responder: Responder
  readonly failures: Failures
  /** Whether somebody observes exchanges. */
  readonly observed: boolean
}

/** An admitted request. */
interface Admitted {
  readonly caller: AnyCaller
  readonly address: string
  readonly params: unknown
  /** Number of the world that the caller belongs to; null for the operator, who may replace it. */
  readonly world: number | null
  /** Key that invalid requests count for: a user, a webhook or interaction of a token in the path, or an address. */
  readonly holder: string
  /** Holder that the body counts for. */
  readonly share: BodyHolder
}

/** Carries out a request to an operation and sends its response. Every operation passes here. */
export async function carryOutCall(call: ApiCall, parts: PipelineParts): Promise<void> {
  const address = parts.addressOf(call.request)
  // Refusals count for the address until a credential is verified, then for the holder of the credential.
  const counted = { holder: `ip:${address}` }
  try {
    const admitted = await admit(call, address, counted, parts)
    parts.responder.result(call, await perform(call, admitted, parts))
  } catch (error) {
    if (call.taped && isUnauthorized(error)) call.taped.refused(await reasonOfToken(call, error, parts))
    refuse(call, counted.holder, error, parts)
  }
}

function refuse(call: ApiCall, holder: string, given: unknown, parts: PipelineParts): void {
  const error = counted(given, holder, parts.limiter)
  const known = parts.failures.asRefusal(error)
  parts.requestLog.refused(call, known)
  // A refusal above the limit of invalid requests replaces the one that was explained.
  if (call.taped && (error !== given || !call.taped.explained)) call.taped.refused(reasonOf(error))
  if (known instanceof ApiError && known.status >= 500) parts.failures.log(call, error)
  if (!call.request.complete) drain(call.request, parts.bodies)
  if (error instanceof InjectedResponse) parts.responder.injected(call, error)
  else parts.responder.refusal(call, known)
}

function isUnauthorized(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && error.reason === undefined
}

/** Returns the state of the token of a request that is refused. The refusal itself must not fail because of it. */
async function reasonOfToken(call: ApiCall, error: ApiError, parts: PipelineParts): Promise<readonly string[]> {
  const { operation, caller } = call
  if (caller && caller.kind !== 'none')
    return [`${operation.id} is for ${operation.callers.join(', ')}, not ${caller.kind}`]
  try {
    return [await parts.current().authenticator.explainHeader(authorizationOf(call))]
  } catch (cause) {
    parts.failures.log(call, new ApiError('INTERNAL', { cause: new AggregateError([error, cause]) }))
    return []
  }
}

/** Counts a refusal for the limit of invalid requests, above which the response is another one. */
function counted(error: unknown, holder: string, limiter: Throttle): unknown {
  if (!isInvalidRequest(error)) return error
  try {
    limiter.countInvalid(holder)
    return error
  } catch (throttled) {
    return throttled
  }
}

function isInvalidRequest(error: unknown): boolean {
  if (error instanceof Throttled) return !error.shared
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}

/** Admits a caller before the body is read: one without access must not make the server read megabytes. */
async function admit(
  call: ApiCall,
  address: string,
  counted: { holder: string },
  parts: PipelineParts,
): Promise<Admitted> {
  const { operation, route, headers } = call
  const { limiter, faults } = parts
  const now = parts.clock.now()
  const { surface } = route
  if (surface.isInspected && parts.tape.recording) call.taped = tapeRequest(parts.tape, call, call.response)
  const world = surface.isGated ? parts.gate.world : null
  const { authenticator } = parts.current()
  if (authenticator.upToDate) await authenticator.upToDate()
  const client = { ip: address, userAgent: headers['user-agent'] ?? '' }
  const found = authenticator.caller(authorizationOf(call), client)
  const caller = found instanceof Promise ? await found : found
  call.caller = caller
  call.taped?.calledBy(caller)
  if (caller.kind !== 'none') counted.holder = holderOf(caller)
  if (surface.isInspected && faults.any) {
    const { method, url } = call
    const [userId, applicationId] = [userOf(caller)?.id ?? null, applicationOf(caller)?.id ?? null]
    await sufferFault(faults, { method, url, userId, applicationId })
  }
  if (caller.kind !== 'none' || !operation.admit) limiter.admitHolder(counted.holder, now)
  call.addHeaders(limiter.admit(operation, caller, { params: call.params, ip: address, at: now }))
  admitCaller(operation, caller)
  if (isAdministration(operation) && caller.kind === 'person') await demandRole(caller, parts)
  const params = checkedParams(call)
  if (operation.admit) {
    const { units } = parts.current().platform
    await units.read(SYSTEM_ACTOR, async (work) => operation.admit?.({ work, params: params as never }))
    if (caller.kind === 'none') counted.holder = `path:${pathCredential(call.params)}`
  }
  const anonymous = caller.kind === 'none' && !operation.admit
  const key = caller.kind === 'none' ? `ip:${address}` : counted.holder
  return { caller, address, params, world, holder: counted.holder, share: { key, anonymous } }
}

/** Refuses people without a role of operators, whatever they send. @throws MISSING_PERMISSIONS (403) */
async function demandRole({ userId }: Caller, { current }: PipelineParts): Promise<void> {
  const role = await current().platform.units.read(SYSTEM_ACTOR, (work) => findOperatorRole(work, userId))
  if (role === null) throw new ApiError('MISSING_PERMISSIONS', { reason: 'the person is no operator' })
}

/** Returns the Authorization header, as far as an operation reads it. */
function authorizationOf({ headers: { authorization }, operation }: ApiCall): string | undefined {
  const isRead = !operation.ignoresTokens || authorization?.startsWith('Basic ')
  return isRead ? authorization : undefined
}

const NO_PARAMS = {}

/** @throws 50035 */
function checkedParams({ operation, params }: ApiCall): unknown {
  if (!operation.params) return NO_PARAMS
  const faults = new Faults()
  const checked = validate(operation.params, params, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return checked
}

/** Returns a key for the webhook or interaction that a token in the path names. The key contains no token. */
function pathCredential(params: Readonly<Record<string, string>>): string {
  return `${params.webhook_id ?? params.interaction_id}`
}

/** Most requests have no body. An asynchronous function for them would only add turns of the microtask queue. */
function perform(call: ApiCall, admitted: Admitted, parts: PipelineParts): Promise<unknown> {
  if (hasBody(call)) return performWithBody(call, admitted, parts)
  return inWorld(call, admitted, withoutBody(call.operation), parts)
}

async function performWithBody(call: ApiCall, admitted: Admitted, parts: PipelineParts): Promise<unknown> {
  const { share } = admitted
  const account = parts.bodies.account(share)
  let files: readonly UploadedFile[] = []
  try {
    const read = await readBody(call, { share, bodies: parts.bodies, account, files: parts.files })
    files = read.files
    // The token may have been revoked, or its user banned, since the head of the request arrived.
    const again = read.late ? { ...admitted, caller: await callerAgain(call, parts) } : admitted
    return await inWorld(call, again, read, parts)
  } finally {
    if (files.length > 0) await discard(files)
    account.release()
  }
}

/** Returns the caller of a request whose body arrived later than its head. @throws UNAUTHORIZED (401) */
async function callerAgain(call: ApiCall, parts: PipelineParts): Promise<AnyCaller> {
  const { authenticator } = parts.current()
  await authenticator.upToDate?.()
  const caller = await authenticator.caller(authorizationOf(call))
  admitCaller(call.operation, caller)
  return caller
}

/** Carries a request out, unless the world of its caller was replaced meanwhile. */
async function inWorld(call: ApiCall, admitted: Admitted, read: ReadBody, parts: PipelineParts): Promise<unknown> {
  if (parts.observed) call.read = { input: read.input, files: read.files.map(({ field }) => field) }
  if (admitted.world === null) return carryOut(call, admitted, read, parts)
  parts.gate.enter(admitted.world)
  try {
    return await carryOut(call, admitted, read, parts)
  } finally {
    parts.gate.leave()
  }
}

const NO_QUERY = {}

async function carryOut(
  call: ApiCall,
  { caller, params, address, world }: Admitted,
  { input, files }: ReadBody,
  parts: PipelineParts,
): Promise<unknown> {
  const { operation, headers } = call
  const { platform } = parts.current()
  const user = userOf(caller)
  const faults = new Faults()
  let accessed: () => Work['accessed'] = () => null
  try {
    const query = operation.query ? validate(operation.query, call.query, faults) : NO_QUERY
    const body = operation.body ? validate(operation.body, presentForm(call, input), faults) : input
    if (operation.onlyKnownFields) noteUnknownFields(operation, call.query, input, faults)
    if (!faults.any && operation.body) await checkPictures(operation.body, body, faults)
    if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
    if (operation.limitBy)
      call.replaceHeaders(parts.limiter.admitSubject(operation, caller, operation.limitBy(body as never), address))
    const request = {
      caller,
      params,
      query,
      body,
      files,
      platform,
      locale: () => localeOf(headers, user?.locale ?? DEFAULT_LOCALE),
      client: { address, left: call.left },
      header: (name: string) => {
        const value = headers[name]
        return typeof value === 'string' ? value : undefined
      },
      work: undefined as unknown as Work,
      prepared: undefined as unknown,
    }
    if (operation.freshFactor && user?.mfa_enabled) await demandFreshFactor(request)
    if (operation.before) request.prepared = await operation.before(request as unknown as Request<never, never, never>)
    const actor = { userId: user?.id ?? null, reason: auditReason(call, input) }
    const run = () => {
      const { units } = parts.current().platform
      const unit = (work: Work) => {
        request.work = work
        accessed = () => work.accessed
        const result = operation.run(request as unknown as Context<never, never, never, never>)
        return (call.taped ? explained(call, result, work) : result).catch(refusalToCommit)
      }
      return writes(operation)
        ? units.write(actor, unit, holdsOf(operation, { userId: actor.userId, params: params as object, body }))
        : units.read(actor, unit)
    }
    // A request of the operator may have replaced the world in `before`, and another one may do so now.
    const response = await (world === null ? parts.gate.runInPresent(run) : run())
    if (response instanceof CommittedRefusal) throw response
    return response
  } catch (error) {
    if (error instanceof RefusalWithEffects) await suffer(error, parts)
    throw withheld(error, accessed())
  }
}

/** Returns a refusal that its unit of work is committed with. */
function refusalToCommit(error: unknown): CommittedRefusal {
  if (error instanceof CommittedRefusal) return error
  throw error
}

function noteUnknownFields(operation: Operation, query: unknown, input: unknown, faults: Faults): void {
  noteUnknownKeys(operation.query, query, faults)
  noteUnknownKeys(operation.body, input, faults)
}

/** Notes why an operation is refused while its unit of work still knows it. */
async function explained<T>(call: ApiCall, result: Promise<T>, work: Work): Promise<T> {
  try {
    return await result
  } catch (error) {
    call.taped?.refused(reasonInPlace(error, work))
    throw error
  }
}

function writes(operation: Operation): boolean {
  return operation.writes ?? operation.method !== 'GET'
}

/** Returns the refusal of a caller whose permission the guild withholds because their second factor is missing. */
function withheld(error: unknown, accessed: Work['accessed']): unknown {
  const isLacking = error instanceof ApiError && error.errorName === 'MISSING_PERMISSIONS'
  if (!isLacking || !accessed?.withheld) return error
  const named = permissionsIn(error.reason ?? '')
  const isWithheld = named.length === 0 || named.some(([, bit]) => (accessed.withheld & bit) !== 0n)
  return isWithheld ? new ApiError('TWO_FACTOR_REQUIRED', { cause: error }) : error
}

/** @throws RefusalWithEffects TWO_FACTOR_REQUIRED, with a ticket for Verify MFA */
async function demandFreshFactor({
  caller,
  platform,
  header,
}: Pick<Request<never, never, never>, 'caller' | 'platform' | 'header'>) {
  if (caller.kind !== 'person') return
  await platform.units.read(SYSTEM_ACTOR, async (work) => {
    if (await isFresh(work, caller, { proof: header(FRESH_HEADER), now: work.now })) return
    throw await freshFactorNeeded(work, caller, siteOf(platform.addresses.url))
  })
}

/** Runs the side effects of a refusal. If they fail, the caller still receives the refusal. */
async function suffer(refusal: RefusalWithEffects, { current, failures }: PipelineParts): Promise<void> {
  try {
    await current().platform.units.write(SYSTEM_ACTOR, refusal.effects)
  } catch (error) {
    failures.logEffects(refusal, error)
  }
}
