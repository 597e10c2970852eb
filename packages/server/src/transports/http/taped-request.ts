import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Snowflake } from '@guildhall/protocol'
import { type AnyCaller, applicationOf, userOf } from '../../kernel/caller.ts'
import type { UploadedFile } from '../../kernel/files.ts'
import { hideInHeaders, hideInText } from '../../kernel/tape/hide.ts'
import { BODY_BYTES_MAX, KeptBody, NO_BODY } from '../../kernel/tape/kept-body.ts'
import type { TapeEntry, TapeFacts } from '../../kernel/tape/record.ts'
import type { Tape } from '../../kernel/tape/tape.ts'

/** Memory of the names of common headers, which strings share, and of the headers of a response. */
const HEADERS_BYTES = 1_500

/** A request, as the tape sees it. */
export interface TapeableRequest {
  readonly method: string
  /** Path and query as they were sent. */
  readonly originalUrl: string
  readonly headers: IncomingHttpHeaders
  /** Parameters of the path. */
  readonly params: unknown
}

/** A request to the API and its response, on their way to the tape. */
export class TapedRequest implements TapeEntry {
  readonly kind = 'request'
  readonly #method: string
  readonly #target: string
  readonly #headers: IncomingHttpHeaders
  readonly #guildId: string | undefined
  readonly #begunAt = performance.now()
  #durationMs: number | null = null
  #userId: Snowflake | null = null
  #applicationId: Snowflake | null = null
  #body: KeptBody = NO_BODY
  #status: number | null = null
  #responseHeaders: OutgoingHttpHeaders = {}
  #responseBody: KeptBody = NO_BODY
  #why: readonly string[] | undefined

  constructor({ method, originalUrl, headers, params }: TapeableRequest) {
    this.#method = method
    this.#target = originalUrl
    this.#headers = headers
    this.#guildId = (params as Record<string, string> | null)?.guild_id
  }

  /** Notes who called. */
  calledBy(caller: AnyCaller): void {
    this.#userId = userOf(caller)?.id ?? null
    this.#applicationId = applicationOf(caller)?.id ?? null
  }

  /** Whether a reason was noted. */
  get explained(): boolean {
    return this.#why !== undefined
  }

  /** Notes why it is refused. */
  refused(why: readonly string[]): void {
    this.#why = why.length > 0 ? why : undefined
  }

  /** Notes a body that was read into memory. */
  bodyRead(bytes: Buffer): void {
    this.#body = new KeptBody(bytes, this.#headers['content-type'] ?? '')
  }

  /** Notes a multipart body: its fields, and of its files only names and sizes. */
  multipartRead(payload: unknown, files: readonly UploadedFile[]): void {
    const parts = files.map(({ field, filename, sizeBytes }) => ({ name: field, filename, bytes: sizeBytes }))
    const fields = Buffer.from(JSON.stringify(payload ?? {}))
    const sizes = parts.reduce((sum, { bytes }) => sum + bytes, fields.length)
    this.#body = new KeptBody(fields, 'application/json', Number(this.#headers['content-length'] ?? sizes), parts)
  }

  /** Notes the response; null if the connection was closed before it. */
  responded(response: ServerResponse, sent: SentBytes | null): void {
    this.#durationMs = performance.now() - this.#begunAt
    if (sent === null) return
    this.#status = response.statusCode
    this.#responseHeaders = response.getHeaders()
    const bytes = sent.chunks.length === 1 ? (sent.chunks[0] as Buffer) : Buffer.concat(sent.chunks)
    this.#responseBody = new KeptBody(bytes, `${this.#responseHeaders['content-type'] ?? ''}`, sent.bytes)
  }

  get keptBytes(): number {
    const headers = Object.values(this.#headers)
    const headerBytes = headers.reduce((sum: number, value) => sum + String(value).length, HEADERS_BYTES)
    const why = this.#why?.join('').length ?? 0
    return headerBytes + why + this.#target.length + this.#body.keptBytes + this.#responseBody.keptBytes
  }

  get #url(): string {
    return plainTarget(this.#target)
  }

  facts(): TapeFacts {
    return {
      title: `${this.#method} ${hideInText(this.#url.replace(/^\/api(\/v\d+)?/, ''))}`,
      direction: 'in',
      applicationId: this.#applicationId,
      guildId: /^\d{1,20}$/.test(this.#guildId ?? '') ? BigInt(this.#guildId ?? '0') : null,
      userId: this.#userId,
      sessionId: null,
      status: this.#status,
      durationMs: this.#durationMs,
      bytes: this.#body.bytes + this.#responseBody.bytes,
      why: this.#why,
    }
  }

  details() {
    const request = {
      method: this.#method,
      url: hideInText(this.#url),
      headers: hideInHeaders(this.#headers),
      ...this.#body.present(),
    }
    if (this.#status === null) return { request, response: null }
    const headers = hideInHeaders(this.#responseHeaders)
    return { request, response: { status: this.#status, headers, ...this.#responseBody.present() } }
  }
}

/**
 * Returns a request target without a host, and with plain letters and digits. A client of a proxy sends the whole
 * address, and a copy of the request must not go to the host that it names. Tokens are found by the names before them,
 * which the router reads encoded, too.
 */
function plainTarget(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  return path.replaceAll(/%(?:3\d|[46][1-9a-f]|[57][0-9a])/gi, decodeURIComponent)
}

/** The first bytes of a response, and the number of all. */
interface SentBytes {
  readonly chunks: Buffer[]
  bytes: number
}

/** Parameters of `write` and `end` after the chunk. */
type Encodings = [encoding: BufferEncoding, done?: () => void]

/** Records a request and whatever is written as its response, from now on. */
export function tapeRequest(tape: Tape, request: TapeableRequest, response: ServerResponse): TapedRequest {
  const taped = new TapedRequest(request)
  const { write, end } = response
  const sent: SentBytes = { chunks: [], bytes: 0 }
  let ended = false
  const finish = (bytes: SentBytes | null) => {
    if (ended) return
    ended = true
    taped.responded(response, bytes)
    tape.add(taped)
  }
  response.write = ((chunk: unknown, ...rest: Encodings) => {
    note(sent, chunk)
    return write.call(response, chunk, ...rest)
  }) as typeof write
  response.end = ((chunk: unknown, ...rest: Encodings) => {
    note(sent, chunk)
    end.call(response, chunk, ...rest)
    finish(sent)
    return response
  }) as typeof end
  response.once('close', () => finish(null))
  return taped
}

function note(sent: SentBytes, chunk: unknown): void {
  if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return
  const bytes =
    typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
  if (sent.bytes < BODY_BYTES_MAX) sent.chunks.push(bytes)
  sent.bytes += bytes.length
}
