import {
  ApiError,
  INVALID_REQUESTS_MAX,
  INVALID_REQUESTS_PER_MS,
  type Instant,
  REQUESTS_PER_SECOND_MAX,
} from '@guildhall/protocol'
import { type AnyCaller, applicationOf, type Caller, type OperatorCaller } from '../../kernel/caller.ts'
import { MAJOR_PARAMETERS, type Operation, type RateLimit } from '../../kernel/operation.ts'
import { bucketId, type RateLimits, rateLimitBody, rateLimitHeaders } from './rate-limits.ts'

/** Limit of routes without a documented one: enough for any client, and a bound for a runaway loop. */
const DEFAULT_LIMIT: RateLimit = { limit: REQUESTS_PER_SECOND_MAX, windowMs: 1_000 }
const GLOBAL_LIMIT: RateLimit = { limit: REQUESTS_PER_SECOND_MAX, windowMs: 1_000 }
/** Responses 401, 403 and 429 to one address before its requests are refused. */
const INVALID_LIMIT: RateLimit = { limit: INVALID_REQUESTS_MAX, windowMs: INVALID_REQUESTS_PER_MS }

/** A request above a limit, with the body and headers of its 429. */
export class Throttled extends Error {
  readonly body: unknown
  readonly headers: Record<string, string>
  /** Whether other callers used the limit up too. Such a refusal does not count as an invalid request. */
  readonly shared: boolean
  /** Returns which limit it is and who used it up. For the tape: the response names neither. */
  readonly why: () => string
  constructor(body: unknown, headers: Record<string, string>, why: () => string, shared = false) {
    super('rate limited')
    this.body = body
    this.headers = headers
    this.shared = shared
    this.why = why
  }
}

/** Path, address and time of a request. */
export interface Arrival {
  /** Parameters of its path. */
  readonly params: Readonly<Record<string, string>>
  readonly ip: string
  readonly at: Instant
}

export interface Throttle {
  /** Counts a request and returns headers of its response by turns. @throws Throttled above a limit */
  admit(operation: Operation, caller: AnyCaller, arrival: Arrival): readonly string[]
  /** Counts a request by a value of its body, for operations with `limitBy`. */
  admitSubject(operation: Operation, caller: AnyCaller, subject: string, ip: string): readonly string[]
  /** @throws Throttled if the holder of a credential, or an address, has caused too many refusals */
  admitHolder(holder: string, at: Instant): void
  /** Counts a refusal for the invalid-request limit. @throws Throttled above the limit */
  countInvalid(holder: string): void
}

/** Returns the limits of the HTTP API. */
export function throttle(limits: RateLimits, now: () => Instant): Throttle {
  const buckets = new Map<string, string>()

  function bucketOf(operation: Operation): string {
    const name = operation.bucket ?? operation.id
    let id = buckets.get(name)
    if (!id) {
      id = bucketId(name)
      buckets.set(name, id)
    }
    return id
  }

  /** Counts a request for its application, whose communication features are not approved yet. [LIM-18] */
  function admitApplication({ developmentLimit }: Operation, caller: AnyCaller, bucket: string, at: Instant): void {
    const application = applicationOf(caller)
    if (!developmentLimit || !application || application.social_layer_approved) return
    const state = limits.take(`${bucket}:application:${application.id}`, developmentLimit, at)
    if (!state.ok) {
      const limit = 'the limit of applications whose communication features are not approved'
      throw throttled(state, bucket, at, 'shared', spent(limit, `application ${application.id}`, developmentLimit))
    }
  }

  return {
    admitHolder(holder, at) {
      const state = limits.peek(`invalid:${holder}`, INVALID_LIMIT, at)
      if (!state.ok) throw throttled(state, null, at, 'global', spent(INVALID, holder, INVALID_LIMIT))
    },
    countInvalid(holder) {
      const state = limits.take(`invalid:${holder}`, INVALID_LIMIT, now())
      if (!state.ok) throw throttled(state, null, now(), 'global', spent(INVALID, holder, INVALID_LIMIT))
    },
    admitSubject(operation, caller, subject, ip) {
      const at = now()
      const who = caller.kind === 'none' ? `ip:${ip}` : holderOf(caller)
      const bucket = bucketOf(operation)
      const limit = operation.limit ?? DEFAULT_LIMIT
      const state = limits.take(`${bucket}:${who}:${subject}`, limit, at)
      if (!state.ok) throw throttled(state, bucket, at, 'user', spent(nameOf(operation), who, limit))
      return rateLimitHeaders(state, bucket, at)
    },
    admit(operation, caller, { params, ip, at }) {
      const who = caller.kind === 'none' ? `ip:${ip}` : holderOf(caller)
      let major = ''
      for (const name of MAJOR_PARAMETERS) if (params[name] !== undefined) major += `:${params[name]}`
      if (!operation.outsideGlobalLimit) {
        // A token in the path is a credential, so other callers of the address do not use up its requests.
        const global = caller.kind === 'none' && operation.admit ? `${who}${major}` : who
        const state = limits.take(`global:${global}`, GLOBAL_LIMIT, at)
        if (!state.ok) throw throttled(state, null, at, 'global', spent('the global limit', global, GLOBAL_LIMIT))
      }
      const bucket = bucketOf(operation)
      admitApplication(operation, caller, bucket, at)
      const limit = (operation.limitBy ? undefined : operation.limit) ?? DEFAULT_LIMIT
      const state = limits.take(`${bucket}${major}:${who}`, limit, at)
      if (!state.ok) throw throttled(state, bucket, at, 'user', spent(`${nameOf(operation)}${major}`, who, limit))
      return operation.hidesLimit ? [] : rateLimitHeaders(state, bucket, at)
    },
  }
}

type State = ReturnType<RateLimits['take']>

const INVALID = 'the limit of responses 401, 403 and 429'

function nameOf({ id, bucket }: Operation): string {
  return bucket === undefined ? `the bucket of ${id}` : `the bucket ${bucket} of ${id}`
}

/** Returns the explanation of a limit that a holder used up. */
function spent(what: string, holder: string, { limit, windowMs }: RateLimit): (state: State) => string {
  return ({ retryAfterMs }) =>
    `${holder.replace(':', ' ')} used up ${what}: ${limit} requests in ${windowMs / 1000} s; ` +
    `the window ends in ${(retryAfterMs / 1000).toFixed(3)} s`
}

function throttled(
  state: State,
  bucket: string | null,
  at: Instant,
  scope: 'user' | 'global' | 'shared',
  why: (state: State) => string,
): Throttled {
  const [global, shared] = [scope === 'global', scope === 'shared']
  const headers: Record<string, string> = {
    ...(bucket ? recordOf(rateLimitHeaders(state, bucket, at)) : {}),
    'retry-after': String(Math.ceil(state.retryAfterMs / 1000)),
    'x-ratelimit-scope': scope,
    ...(global ? { 'x-ratelimit-global': 'true' } : {}),
  }
  return new Throttled(rateLimitBody(state, { global, shared }), headers, () => why(state), shared)
}

function recordOf(headers: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  for (let at = 0; at < headers.length; at += 2) record[headers[at] as string] = headers[at + 1] as string
  return record
}

/**
 * Returns the key by which limits count a caller with a credential. Applications are counted apart for each user,
 * so that none can use up the limits of the person and of other applications. [LIM-17]
 */
export function holderOf(caller: Caller | OperatorCaller): string {
  if (caller.kind === 'operator') return 'operator'
  const user = `user:${caller.userId}`
  return caller.kind === 'bearer' ? `${user} by application ${caller.application?.id}` : user
}

/** Refuses callers that an operation does not allow, with the documented error. */
export function admitCaller(operation: Operation, caller: AnyCaller): void {
  const { callers } = operation
  if (caller.kind === 'none') {
    if (!callers.includes('anyone')) throw new ApiError('UNAUTHORIZED')
    return
  }
  if (callers.includes('anyone')) return
  if (!callers.includes(caller.kind)) {
    const ofApplication = caller.kind === 'bot' || (caller.kind === 'bearer' && operation.refusesApplications)
    if (ofApplication) throw new ApiError('BOTS_CANNOT_USE_ENDPOINT')
    const onlyForBots = callers.every((kind) => kind === 'bot')
    if (caller.kind === 'operator' || (caller.kind === 'bearer' && !onlyForBots)) throw new ApiError('UNAUTHORIZED')
    throw new ApiError(callers.includes('bot') ? 'ONLY_BOTS_CAN_USE_ENDPOINT' : 'UNAUTHORIZED')
  }
  if (caller.kind === 'bearer' && operation.scope && !caller.scopes.has(operation.scope)) {
    throw new ApiError('MISSING_SCOPE')
  }
}
