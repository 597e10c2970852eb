import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, Transform } from 'node:stream'
import {
  type HeaderList,
  type OutgoingStreams,
  StreamError,
  type StreamedResponse,
} from '../../kernel/outgoing-streams.ts'
import { relayedLocation } from './location.ts'
import { refuseRequest } from './pages.ts'
import { ownOrigin } from './preflight.ts'
import { forwardedHeaders } from './request-headers.ts'
import { presentedHeaders, sharedWith } from './response-headers.ts'
import { headerList, type Route } from './route.ts'

/** Limits of the bodies of one request and its response. */
export interface BodyLimits {
  readonly requestBytesMax: number
  readonly responseBytesMax: number
}

export interface ForwardParts {
  readonly streams: OutgoingStreams
  readonly bodies: BodyLimits
  /** Value of `Via`, by which a request is recognised that comes back. */
  readonly via: string
  /** Receives why a target did not respond, for the developer. */
  failed(route: Route, error: StreamError): void
}

/** Forwards one request to its target, and the response to the browser. Settles when both have ended. */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
  parts: ForwardParts,
): Promise<void> {
  const origin = ownOrigin(request.headers.origin, route.activity.host)
  const bodyBytes = bytesOf(request)
  const { requestBytesMax } = parts.bodies
  if (typeof bodyBytes === 'number' && bodyBytes > requestBytesMax)
    return refuseRequest(response, 'TOO_LARGE', { policy: route.policy, shared: sharedWith(origin) })
  const ended = new AbortController()
  response.on('close', () => ended.abort(new StreamError('unreachable', 'the browser left')))
  const body = bodyBytes === undefined ? null : limitBytes(requestBytesMax)
  if (body) pipeline(request, body, () => {})
  const answer = await sendTo(request, response, route, parts, { body, bodyBytes, upgrade: false, ended })
  if (answer) await relayAnswer(answer, response, { route, origin, parts })
}

interface Sending {
  readonly body: Transform | null
  readonly bodyBytes: number | null | undefined
  readonly upgrade: boolean
  readonly ended: AbortController
}

/** Sends a request to its target. Without a response from there, sends the page of the reason and returns null. */
export async function sendTo(
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
  parts: ForwardParts,
  { body, bodyBytes, upgrade, ended }: Sending,
): Promise<StreamedResponse | null> {
  const { target, added, activity, policy } = route
  const headers = forwardedHeaders({
    headers: headerList(request),
    targetHost: target.origin.host,
    added,
    bodyBytes,
    upgrade,
    via: parts.via,
  })
  const method = request.method ?? 'GET'
  try {
    const { origin } = target
    return await parts.streams.send({ origin, path: route.path, method, headers, body, upgrade, signal: ended.signal })
  } catch (error) {
    if (!(error instanceof StreamError)) throw error
    const isTooLarge = body?.errored instanceof TooManyBytes
    if (!ended.signal.aborted && !isTooLarge) parts.failed(route, error)
    const shared = sharedWith(ownOrigin(request.headers.origin, activity.host))
    refuseRequest(response, isTooLarge ? 'TOO_LARGE' : error.fault, { policy, shared })
    return null
  }
}

/** Sends a target's response to the browser. A body that is broken off or too large breaks it off. */
export function relayAnswer(
  answer: StreamedResponse,
  response: ServerResponse,
  { route, origin, parts }: { route: Route; origin: string | null; parts: ForwardParts },
): Promise<void> {
  response.writeHead(answer.status, answerHeaders(answer, route, origin).flat())
  // Server-sent events wait for their first event otherwise.
  response.flushHeaders()
  return new Promise((resolve) => {
    pipeline(answer.body, limitBytes(parts.bodies.responseBytesMax), response, () => resolve())
  })
}

/** Returns the headers of a target's response as the browser receives them. */
export function answerHeaders(answer: StreamedResponse, route: Route, origin: string | null): HeaderList {
  const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  return presentedHeaders({
    headers: answer.headers,
    hostName: route.activity.name,
    policy: route.policy,
    location: location === undefined ? null : relayedLocation(location, route.target),
    ownOrigin: origin,
    cookies: route.cookies,
  })
}

/** Returns the bytes of a request's body; null for a body of unknown length; undefined without a body. */
function bytesOf({ headers }: IncomingMessage): number | null | undefined {
  if (headers['transfer-encoding'] !== undefined) return null
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** A body exceeds its limit. */
class TooManyBytes extends Error {}

/** Returns a stream that passes bytes on, and fails after too many. */
function limitBytes(bytesMax: number): Transform {
  let left = bytesMax
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left >= 0) done(null, chunk)
      else done(new TooManyBytes(`more than ${bytesMax} bytes`))
    },
  })
}
