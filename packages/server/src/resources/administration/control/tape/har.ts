import type { PresentedBody } from '../../../../kernel/tape/kept-body.ts'
import type { TapeRecord } from '../../../../kernel/tape/record.ts'
import { presentDetails } from './present.ts'

/** A request in the details of a record. */
interface ShownRequest extends PresentedBody {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

interface ShownResponse extends PresentedBody {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** An HTTP exchange of a record. */
export interface Exchange {
  readonly request: ShownRequest
  readonly response: ShownResponse | null
}

const HAR_VERSION = '1.2'
const UNKNOWN_SIZE = -1

/** Returns the HTTP exchange of a record; null for a record of another kind. */
export function exchangeOf({ entry }: TapeRecord): Exchange | null {
  return entry.kind === 'request' || entry.kind === 'delivery' ? (entry.details() as Exchange) : null
}

/** Returns the beginning of a HAR document, to be followed by entries with commas between them. (HAR 1.2) */
export function harHead(version: string): string {
  const creator = JSON.stringify({ name: 'Guildhall', version })
  return `{"log":{"version":"${HAR_VERSION}","creator":${creator},"pages":[],"entries":[`
}

export const HAR_TAIL = ']}}\n'

/** Returns the HAR entry of a record. @param base address of the platform, for requests to it */
export function harEntry(record: TapeRecord, { request, response }: Exchange, base: string) {
  const { at, duration_ms: time } = presentDetails(record)
  const ms = time ?? 0
  return {
    startedDateTime: at,
    time: ms,
    request: harRequest(request, base),
    response: harResponse(response),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  }
}

function harRequest({ method, url, headers, ...body }: ShownRequest, base: string) {
  const absolute = new URL(url, base)
  const text = textOf(body.body)
  return {
    method,
    url: absolute.href,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(Object.entries(headers)),
    queryString: pairs([...absolute.searchParams]),
    headersSize: UNKNOWN_SIZE,
    bodySize: body.body_bytes,
    ...(text !== null && { postData: { mimeType: headers['content-type'] ?? 'application/json', text } }),
  }
}

/** A request without a response has status 0, as browsers write it. */
function harResponse(response: ShownResponse | null) {
  const { status = 0, headers = {}, body = null, body_bytes: size = 0 } = response ?? {}
  const text = textOf(body)
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(Object.entries(headers)),
    content: { size, mimeType: headers['content-type'] ?? 'x-unknown', ...(text !== null && { text }) },
    redirectURL: headers.location ?? '',
    headersSize: UNKNOWN_SIZE,
    bodySize: size,
  }
}

function pairs(entries: readonly (readonly [string, string])[]) {
  return entries.map(([name, value]) => ({ name, value }))
}

function textOf(body: unknown): string | null {
  if (body === null) return null
  return typeof body === 'string' ? body : JSON.stringify(body)
}
