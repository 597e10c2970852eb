import { ErrorType } from '../enums/index.ts'
import { ResultFailure } from '../result.ts'
import type { Link, OpenLink } from './link.ts'
import { type LocalPerson, personOf } from './local-person.ts'

/** Time in which a local client has to respond to a command. */
const RESPONSE_MS = 10_000
/** Commands that wait for a response. */
const WAITING_MAX = 100

interface Waiting {
  readonly resolve: (data: unknown) => void
  readonly reject: (failure: ResultFailure) => void
}

/** Events of a session. */
export interface LocalSessionEvents {
  readonly onEvent: (name: string, data: unknown) => void
  /** Called once, when the session has ended. */
  readonly onEnd: () => void
}

/** Settings of one request. */
export interface LocalRequest {
  /** Event of SUBSCRIBE and UNSUBSCRIBE. */
  readonly evt?: string
  /** Lets the response take as long as a person needs. Default: false. */
  readonly asksPerson?: boolean
}

/** The session of one application at a local client: commands with their responses, and events. */
export class LocalSession {
  readonly #events: LocalSessionEvents
  readonly #waiting = new Map<string, Waiting>()
  #link: Link | null = null
  #count = 0
  #hasEnded = false

  private constructor(events: LocalSessionEvents) {
    this.#events = events
  }

  /** Connects to a local client. Resolves with null if none answers. */
  static async open(
    openLink: OpenLink,
    applicationId: bigint,
    events: LocalSessionEvents,
    signal: AbortSignal,
  ): Promise<LocalSession | null> {
    const session = new LocalSession(events)
    const link = await openLink(
      applicationId.toString(),
      { onMessage: (message) => session.#receive(message), onEnd: () => session.#ended() },
      signal,
    )
    session.#link = link
    return link && !session.#hasEnded ? session : null
  }

  /** Person who is signed in to the local client; null if nobody is. */
  get person(): LocalPerson | null {
    return personOf(this.#link?.ready)
  }

  /**
   * Sends a command and resolves with the data of its response.
   * @throws ResultFailure RPCError for a refusal, with its code, and without a response
   */
  request(cmd: string, args: object, { evt, asksPerson = false }: LocalRequest = {}): Promise<unknown> {
    const link = this.#link
    if (this.#hasEnded || !link) return Promise.reject(lost())
    if (this.#waiting.size >= WAITING_MAX) return Promise.reject(failure('The local client does not respond.'))
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#count += 1
    const nonce = `${this.#count}`
    this.#waiting.set(nonce, { resolve, reject })
    link.send({ cmd, args, nonce, ...(evt === undefined ? {} : { evt }) })
    const limit = asksPerson ? undefined : setTimeout(() => reject(failure('No response came.')), RESPONSE_MS)
    return promise.finally(() => {
      clearTimeout(limit)
      this.#waiting.delete(nonce)
    })
  }

  end(): void {
    this.#link?.end()
    this.#ended()
  }

  #ended(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    for (const { reject } of this.#waiting.values()) reject(lost())
    this.#waiting.clear()
    this.#events.onEnd()
  }

  #receive({ cmd, evt, nonce, data }: Readonly<Record<string, unknown>>): void {
    if (this.#hasEnded) return
    if (cmd === 'DISPATCH') {
      if (typeof evt === 'string') this.#events.onEvent(evt, data)
      return
    }
    const waiting = typeof nonce === 'string' ? this.#waiting.get(nonce) : undefined
    if (evt === 'ERROR') waiting?.reject(refusalOf(data))
    else waiting?.resolve(data)
  }
}

function failure(message: string, code = 0): ResultFailure {
  return new ResultFailure(ErrorType.RPCError, message, code)
}

function lost(): ResultFailure {
  return failure('The connection to the local client has ended.')
}

function refusalOf(data: unknown): ResultFailure {
  const { code, message } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const isCode = typeof code === 'number' && Number.isInteger(code) && Math.abs(code) < 2 ** 31
  return failure(typeof message === 'string' ? message : 'The local client refuses.', isCode ? code : 1_000)
}
