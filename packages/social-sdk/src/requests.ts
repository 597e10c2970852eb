import type { Http, HttpOptions, HttpRequest, Socket } from '@guildhall/client'
import { trust } from '#runtime'
import { loadedOnce } from './objects/loaded-once.ts'

const TIMEOUT_DEFAULT_MS = 30_000

/** The requests of one Client. Each is sent once: the game decides about another attempt. */
export class Requests {
  readonly #http: () => Promise<Http>
  readonly #ended: AbortSignal
  /** Opens a WebSocket in place of the runtime's own way; undefined for that. */
  readonly openSocket: ((url: string) => Socket) | undefined
  /** Time limit of each later request. */
  timeoutMs = TIMEOUT_DEFAULT_MS

  /**
   * @param ca certificates of a private authority (PEM); null for those of the runtime alone
   * @param ended is aborted when the Client ends
   */
  constructor(base: string, ca: string | null, ended: AbortSignal) {
    const trusting = ca === null ? null : trust(ca)
    const options: HttpOptions = {
      base,
      authorization: null,
      refusesRedirects: true,
      waitsForLimits: false,
      ...(trusting ? { fetch: trusting.fetch } : {}),
    }
    this.#http = loadedOnce(async () => {
      const { openHttp } = await import('./open-http.ts')
      return openHttp(options)
    })
    this.openSocket = trusting?.openSocket
    this.#ended = ended
  }

  /**
   * Sends a request with the authorization that it names, or with none.
   * @throws ApiFailure for a refusal and without a connection, the signal's reason after the time limit
   */
  async send<T>(method: string, path: string, request: HttpRequest = {}): Promise<T> {
    const http = await this.#http()
    const limits = [this.#ended, AbortSignal.timeout(this.timeoutMs), ...(request.signal ? [request.signal] : [])]
    return http.request<T>(method, path, { ...request, signal: AbortSignal.any(limits) })
  }
}
