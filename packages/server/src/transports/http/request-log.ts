import { ApiError, type Faults } from '@guildhall/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from '../../kernel/caller.ts'

/** Remembers who called and what was refused until the line of the request is written. */
export interface RequestLog {
  called(request: FastifyRequest, caller: Caller): void
  refused(request: FastifyRequest, error: Error): void
}

const SILENT: RequestLog = { called: () => undefined, refused: () => undefined }

/**
 * Writes one line for each request at level `info`. Below that level no hook is added, so that it costs nothing. The
 * line names the pattern of the path, because the path itself may hold a token. Neither queries nor values of bodies
 * are written.
 */
export function logRequests(app: FastifyInstance, log: Logger): RequestLog {
  if (!log.isLevelEnabled('info')) return SILENT
  const callers = new WeakMap<FastifyRequest, Caller>()
  const refusals = new WeakMap<FastifyRequest, Error>()
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        request: request.id,
        method: request.method,
        route: patternOf(request),
        ids: idsOf(request.params),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        caller: nameOf(callers.get(request)),
        ...refusalOf(refusals.get(request)),
      },
      'request',
    )
  })
  return {
    called: (request, caller) => void callers.set(request, caller),
    refused: (request, error) => void refusals.set(request, error),
  }
}

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

function nameOf(caller: Caller | undefined): string {
  if (caller === undefined || caller.kind === 'none') return 'anonymous'
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
