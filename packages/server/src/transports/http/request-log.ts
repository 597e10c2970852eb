import { ApiError, type Faults } from '@guildhall/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { AnyCaller } from '../../kernel/caller.ts'
import type { SpanIds } from '../../kernel/traces.ts'
import type { ApiCall } from './call.ts'

/** Remembers what was refused until the line of the request is written. */
export interface RequestLog {
  begun(call: ApiCall): void
  refused(call: ApiCall, error: Error): void
}

const SILENT: RequestLog = { begun: () => undefined, refused: () => undefined }

/**
 * Writes one line for each request at level `info`. Below that level no hook is added, so that it costs nothing. The
 * line names the pattern of the path, because the path itself may hold a token. Neither queries nor values of bodies
 * are written.
 */
export function logRequests(app: FastifyInstance, log: Logger): RequestLog {
  if (!log.isLevelEnabled('info')) return SILENT
  const refusals = new WeakMap<ApiCall, Error>()
  const write = (line: Line) => {
    const { request, method, route, params, status, ms, caller, refusal, span } = line
    log.info(
      {
        request,
        method,
        route,
        ids: idsOf(params),
        status,
        ms: Math.round(ms * 10) / 10,
        caller: nameOf(caller),
        ...span,
        ...refusalOf(refusal),
      },
      'request',
    )
  }
  app.addHook('onResponse', async (request, reply) => {
    const { id, method, params } = request
    const { statusCode: status, elapsedTime: ms } = reply
    write({ request: id, method, route: patternOf(request), params, status, ms, ...NOBODY })
  })
  return {
    begun(call) {
      const begunAt = performance.now()
      call.response.once('close', () => {
        const { id, method, pattern, params, caller, span } = call
        const { statusCode: status } = call.response
        const [ms, refusal] = [performance.now() - begunAt, refusals.get(call)]
        write({ request: id, method, route: pattern, params, status, ms, caller, refusal, span })
      })
    },
    refused: (call, error) => void refusals.set(call, error),
  }
}

interface Line {
  readonly request: string
  readonly method: string
  readonly route: string
  readonly params: unknown
  readonly status: number
  readonly ms: number
  readonly caller: AnyCaller | null
  readonly refusal: Error | undefined
  readonly span: SpanIds | null
}

/** A request that reaches no operation. */
const NOBODY = { caller: null, refusal: undefined, span: null }

/** The pattern of a request's path, such as `/api/channels/:channel_id`. */
export function patternOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? '(no route)'
}

/** Ids of the path. Tokens and names are left out. */
function idsOf(params: unknown): Record<string, string> | undefined {
  const ids = Object.entries((params ?? {}) as Record<string, string>).filter(
    ([name, value]) => !name.includes('token') && /^\d{1,20}$/.test(value),
  )
  return ids.length > 0 ? Object.fromEntries(ids) : undefined
}

function nameOf(caller: AnyCaller | null): string {
  if (caller === null || caller.kind === 'none') return 'anonymous'
  return caller.kind === 'operator' ? 'operator' : `${caller.kind} ${caller.userId}`
}

function refusalOf(error: Error | undefined): object {
  if (!(error instanceof ApiError)) return {}
  const { code, reason, faults } = error
  return { code, ...(reason && { reason }), ...(faults?.any && { faults: faultsIn(faults) }) }
}

/** Each fault as `path: code`. Messages are left out, since some repeat the value. */
function faultsIn(faults: Faults): string[] {
  const found: string[] = []
  const walk = (node: unknown, path: string) => {
    for (const [key, value] of Object.entries((node ?? {}) as Record<string, unknown>)) {
      if (key !== '_errors') walk(value, path === '' ? key : `${path}.${key}`)
      else for (const { code } of value as { code: string }[]) found.push(`${path}: ${code}`)
    }
  }
  walk(faults.toJSON(), '')
  return found
}
