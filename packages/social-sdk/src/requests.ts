import { Http, type HttpRequest, type Socket } from '@guildhall/client'

const TIMEOUT_DEFAULT_MS = 30_000

/** The requests of one Client. Each is sent once: the game decides about another attempt. */
export class Requests {
  readonly #http: Http
  readonly #ended: AbortSignal
  /** Opens a WebSocket in place of the runtime's own way; undefined for that. */
  readonly openSocket: ((url: string) => Socket) | undefined = undefined
  /** Time limit of each later request. */
  timeoutMs = TIMEOUT_DEFAULT_MS

  /** @param ended is aborted when the Client ends */
  constructor(base: string, ended: AbortSignal) {
    this.#http = new Http({ base, authorization: null, refusesRedirects: true, waitsForLimits: false })
    this.#ended = ended
  }

  /**
   * Sends a request with the authorization that it names, or with none.
   * @throws ApiFailure for a refusal and without a connection, the signal's reason after the time limit
   */
  send<T>(method: string, path: string, request: HttpRequest = {}): Promise<T> {
    const limits = [this.#ended, AbortSignal.timeout(this.timeoutMs), ...(request.signal ? [request.signal] : [])]
    return this.#http.request<T>(method, path, { ...request, signal: AbortSignal.any(limits) })
  }
}
