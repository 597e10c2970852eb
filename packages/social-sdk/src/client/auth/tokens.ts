import type { ClientContext } from '../context.ts'
import type { TokenResponse } from './token-endpoint.ts'

/** Time before the end of a token at which the game hears of it. */
const EXPIRY_NOTICE_MS = 60_000
/** Tokens of own requests whose end is remembered, so that UpdateToken need not ask for it. */
const KNOWN_TOKENS_MAX = 20
/** Longest time that a timer takes; longer waits are cut into several. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The token of a Client and its end. */
export class Tokens {
  readonly #context: ClientContext
  /** Ends of tokens that this Client has received, in ms of Unix time. */
  readonly #known = new Map<string, number>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Token of UpdateToken; null before. */
  current: string | null = null

  constructor(context: ClientContext) {
    this.#context = context
  }

  /** Remembers when a token ends that a token endpoint has given. */
  note({ access_token, expires_in }: TokenResponse): void {
    this.#known.set(access_token, Date.now() + expires_in * 1_000)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KNOWN_TOKENS_MAX && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Sets the token, and begins to wait for its end. */
  use(token: string): void {
    this.#stop()
    this.current = token === '' ? null : token
    if (token === '') return
    const endsAt = this.#known.get(token)
    if (endsAt === undefined) this.#learnEnd(token)
    else this.#waitUntil(endsAt, token)
  }

  /** Returns the header of requests; undefined without a token. */
  get authorization(): string | undefined {
    return this.current === null ? undefined : `Bearer ${this.current}`
  }

  /** Stops waiting for the end of a token that the server has ended. */
  refused(): void {
    this.#stop()
  }

  /** Stops waiting for the end of the token, at the end of the Client. */
  end(): void {
    this.#stop()
    this.current = null
  }

  #stop(): void {
    clearTimeout(this.#timer)
  }

  /** Asks for the end of a token from elsewhere. A token that is not valid ends the connection by itself. */
  #learnEnd(token: string): void {
    const { requests, log } = this.#context
    requests.send<{ expires: string }>('GET', '/oauth2/@me', { authorization: `Bearer ${token}` }).then(
      ({ expires }) => {
        const endsAt = Date.parse(expires)
        if (token === this.current && !Number.isNaN(endsAt)) this.#waitUntil(endsAt, token)
      },
      () => log.verbose('the end of the token is not known'),
    )
  }

  #waitUntil(endsAt: number, token: string): void {
    const waitMs = endsAt - EXPIRY_NOTICE_MS - Date.now()
    if (waitMs <= 0) return this.#context.handlers.emit('tokenExpiration')
    this.#timer = setTimeout(() => this.#waitUntil(endsAt, token), Math.min(waitMs, TIMER_MAX_MS))
    // A game does not stay for it. Browsers have numbers in place of objects.
    if (typeof this.#timer === 'object') this.#timer.unref()
  }
}
