import type { ControlRequests } from '../contract/generated/control-requests.ts'

type Part<Request, Key extends string> = Request extends { readonly [K in Key]?: infer P } ? NonNullable<P> : unknown

/** Parameters of the path, the query and the body as one object. */
type AsOne<Request> = Part<Request, 'params'> & Part<Request, 'query'> & Part<Request, 'body'>

/** Requests of the control API by method and path, with their parameters and responses. */
export type ControlApi = {
  readonly [Route in keyof ControlRequests]: {
    readonly request: AsOne<ControlRequests[Route]['request']>
    readonly response: undefined extends ControlRequests[Route]['response'] ? null : ControlRequests[Route]['response']
  }
}

/** A request of the control API: method and path, as docs/control-api.md lists them below `/control`. */
export type ControlRoute = keyof ControlApi

export interface ControlOptions {
  readonly signal?: AbortSignal | undefined
}

/** Arguments after the route, and options. The parameters may be left out where none is required. */
export type ControlGiven<Route extends ControlRoute> = object extends ControlApi[Route]['request']
  ? [given?: ControlApi[Route]['request'], options?: ControlOptions]
  : [given: ControlApi[Route]['request'], options?: ControlOptions]
