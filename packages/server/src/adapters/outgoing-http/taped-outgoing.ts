import type { Outgoing, OutgoingPost, OutgoingResponse, OutgoingTrace } from '../../kernel/outgoing.ts'
import { hideInHeaders } from '../../kernel/tape/hide.ts'
import { KeptBody, NO_BODY } from '../../kernel/tape/kept-body.ts'
import type { TapeEntry, TapeFacts, TapeRecord } from '../../kernel/tape/record.ts'
import type { Tape } from '../../kernel/tape/tape.ts'

const JSON_TYPE = 'application/json'
/** Memory of the headers of a request, and of the names of those of its response. */
const HEADERS_BYTES = 1_500

/** Returns the same requests, which are recorded while the tape is on. */
export function tapedOutgoing(outgoing: Outgoing, tape: Tape): Outgoing {
  return {
    ...outgoing,
    post: (post, take) =>
      tape.recording ? recorded({ outgoing, tape }, post, take).result : outgoing.post(post, take),
  }
}

interface Parts {
  readonly outgoing: Outgoing
  readonly tape: Tape
}

/** Sends a request and records it once there is a response, or none. */
function recorded<T>(parts: Parts, post: OutgoingPost, take: (response: OutgoingResponse) => Promise<T>) {
  const delivery = new Delivery(parts, post)
  const result = parts.outgoing.post({ ...post, trace: delivery }, (response) => {
    delivery.responded(response)
    return take(response)
  })
  return { delivery, result: result.catch((error: unknown) => delivery.failed(error)) }
}

/** A request to the server of an application. */
class Delivery implements TapeEntry, OutgoingTrace {
  readonly kind = 'delivery'
  readonly #parts: Parts
  readonly #post: OutgoingPost
  readonly #body: KeptBody
  readonly #begunAt = performance.now()
  #requestHeaders: Readonly<Record<string, unknown>> = {}
  #durationMs = 0
  #status: number | null = null
  #responseHeaders: Readonly<Record<string, unknown>> = {}
  #responseBody = NO_BODY
  #error: string | null = null
  /** Null until it is recorded. */
  record: TapeRecord | null = null

  constructor(parts: Parts, post: OutgoingPost) {
    this.#parts = parts
    this.#post = post
    this.#body = new KeptBody(Buffer.from(post.body), JSON_TYPE)
  }

  sent(headers: Readonly<Record<string, unknown>>): void {
    this.#requestHeaders = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    )
  }

  received(headers: Readonly<Record<string, unknown>>): void {
    this.#responseHeaders = headers
  }

  responded({ status, body, files }: OutgoingResponse): void {
    this.#status = status
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const parts = files.map(({ field, filename, sizeBytes }) => ({ name: field, filename, bytes: sizeBytes }))
    this.#responseBody = new KeptBody(bytes, JSON_TYPE, bytes.length, parts)
    this.#add()
  }

  /** Notes that there is no response, or that it could not be carried out. @throws the error */
  failed(error: unknown): never {
    this.#error = error instanceof Error ? error.message : String(error)
    if (this.record === null) this.#add()
    throw error
  }

  #add(): void {
    this.#durationMs = performance.now() - this.#begunAt
    this.record = this.#parts.tape.add(this)
  }

  get keptBytes(): number {
    // The text of the request stays whole, to be sent again.
    const headers = Object.values(this.#responseHeaders)
    const headerBytes = headers.reduce((sum: number, value) => sum + String(value).length, HEADERS_BYTES)
    return headerBytes + this.#post.body.length + this.#body.keptBytes + this.#responseBody.keptBytes
  }

  facts(): TapeFacts {
    const { kind, applicationId } = this.#post.purpose
    const { guild_id, user, member } = this.#sent()
    return {
      title: `${kind.replace('_', ' ')} to ${addressOf(this.#post.url)}`,
      direction: 'out',
      applicationId,
      guildId: idOf(guild_id),
      userId: idOf(user?.id ?? member?.user?.id),
      sessionId: null,
      status: this.#status,
      durationMs: this.#durationMs,
      bytes: this.#body.bytes + this.#responseBody.bytes,
    }
  }

  #sent(): { guild_id?: unknown; user?: { id?: unknown }; member?: { user?: { id?: unknown } } } {
    return JSON.parse(this.#post.body)
  }

  details() {
    const url = addressOf(this.#post.url)
    const request = { method: 'POST', url, headers: hideInHeaders(this.#requestHeaders), ...this.#body.present() }
    const response = { headers: hideInHeaders(this.#responseHeaders), ...this.#responseBody.present() }
    return {
      kind: this.#post.purpose.kind,
      request,
      response: this.#status === null ? null : { status: this.#status, ...response },
      error: this.#error,
      replayable: this.replay !== undefined,
    }
  }

  /** Sends the same body again, with a new signature and timestamp. Its response is recorded, not carried out. */
  get replay(): (() => Promise<TapeRecord | null>) | undefined {
    // A PING with a wrong signature is part of a check, and means nothing alone.
    if (this.#post.forged) return undefined
    return async () => {
      const { delivery, result } = recorded(this.#parts, this.#post, async () => undefined)
      await result.catch(() => undefined)
      return delivery.record
    }
  }
}

/** Returns an address without its query, which may contain a secret. */
function addressOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.origin}${parsed.pathname}${parsed.search === '' ? '' : '?[hidden]'}` : 'no address'
}

function idOf(value: unknown): bigint | null {
  return typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : null
}
