import { type ConnectionStatus, GatewayConnection } from '@guildhall/client'
import { Capability, CloseCode } from '@guildhall/protocol/constants'
import type { ClientContext } from '../client/context.ts'
import { ClientError, ClientStatus, ErrorType } from '../enums/index.ts'
import { resultOf } from '../result.ts'

/** Pause before the address of the gateway is asked for again. */
const GATEWAY_RETRY_MS = 2_000
/** Notices of a socket that is left on purpose: its loss, and the attempt that follows at once. */
const RENEWAL_NOTICES = 2
/** Close code of a connection that was lost without one. */
const LOST = 1006

/** Token of the player, which UpdateToken may replace at any time. */
export interface TokenSource {
  readonly current: string | null
  /** The server has ended the token: the game does not hear of its end again. */
  refused(): void
}

/** The session, as its link sees it. */
export interface LinkHost {
  readonly context: ClientContext
  readonly tokens: TokenSource
  readonly status: ClientStatus
  /** Makes the areas that hear of dispatches; the first connection waits for it. */
  load(): Promise<void>
  report(status: ClientStatus, error?: ClientError, detail?: number): void
  dispatch(name: string, data: unknown): void
}

/** Attempts to connect between one Connect and the Disconnect that follows. The first Connect loads this file. */
export class Link {
  readonly #host: LinkHost
  #connection: GatewayConnection | null = null
  /** Token that the present socket began with. */
  #connectedWith: string | null = null
  #wasReady = false
  /** A change of the token: its socket was left on purpose, and that much of it is not reported. */
  #renewal: { notices: number; readonly done: PromiseWithResolvers<void> } | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Raised by each attempt and at the end: what an older attempt does afterwards is ignored. */
  #attempt = 0

  constructor(host: LinkHost) {
    this.#host = host
  }

  get connection(): GatewayConnection | null {
    return this.#connection
  }

  get wasReady(): boolean {
    return this.#wasReady
  }

  /** Ends the connection, and every attempt. */
  release(): void {
    this.#attempt += 1
    this.#endRenewal()
    clearTimeout(this.#retry)
    this.#connection?.close()
    this.#connection = null
  }

  /**
   * Goes on with another token. The session is resumed with it, as it would end with the former one. The game does not
   * see that: nothing is lost. Resolves when the session has it, or is lost.
   */
  useToken(token: string): Promise<void> {
    this.#connection?.useToken(`Bearer ${token}`)
    if (this.#connection?.status === 'ready') this.#renew()
    return this.#renewal?.done.promise ?? Promise.resolve()
  }

  #renew(): void {
    const { current } = this.#host.tokens
    if (current === null || current === this.#connectedWith) return
    this.#renewal = { notices: RENEWAL_NOTICES, done: Promise.withResolvers() }
    this.#connection?.lose()
    this.#connection?.retryNow()
  }

  #endRenewal(): void {
    this.#renewal?.done.resolve()
    this.#renewal = null
  }

  /** Asks for the address of the gateway and connects to it. */
  begin(): void {
    this.#attempt += 1
    const attempt = this.#attempt
    const isCurrent = () => attempt === this.#attempt
    const asked = this.#host.context.requests.send<{ url: string }>('GET', '/gateway')
    Promise.all([asked, this.#host.load()]).then(
      ([{ url }]) => {
        if (isCurrent()) this.#open(url)
      },
      (failure: unknown) => {
        if (!isCurrent()) return
        const result = resultOf(failure)
        this.#host.context.log.warn(`the gateway's address is not known yet: ${result.ToString()}`)
        // A server that responds asks to wait; without a response there is no server.
        const waits = result.Type() === ErrorType.HTTPError
        const status = waits ? ClientStatus.HttpWait : ClientStatus.Reconnecting
        const error = this.#wasReady ? ClientError.UnexpectedClose : ClientError.ConnectionFailed
        if (this.#host.status !== status) this.#host.report(status, error, result.Status())
        this.#retry = setTimeout(() => this.begin(), GATEWAY_RETRY_MS)
      },
    )
  }

  #open(url: string): void {
    const token = this.#host.tokens.current ?? ''
    const { openSocket } = this.#host.context.requests
    this.#connection = new GatewayConnection({
      url,
      token: `Bearer ${token}`,
      // Without intents, a game receives all that its scopes allow.
      identify: () => ({
        capabilities: Capability.AUTO_LOBBY_CONNECT,
        properties: { browser: 'guildhall social sdk' },
      }),
      onOpened: () => {
        this.#connectedWith = this.#host.tokens.current
        if (this.#host.status === ClientStatus.Connecting || this.#host.status === ClientStatus.HttpWait)
          this.#host.report(ClientStatus.Connected)
      },
      onStatus: (status, code) => this.#follow(status, code),
      onDispatch: (name, data) => this.#host.dispatch(name, data),
      onEnd: (code) => this.#ended(code),
      ...(openSocket ? { openSocket } : {}),
    })
  }

  #follow(status: ConnectionStatus, code?: number): void {
    if (status === 'ready') {
      this.#wasReady = true
      this.#endRenewal()
      this.#host.report(ClientStatus.Ready)
      this.#renew()
    } else if (status === 'offline') {
      if (this.#renewal && this.#renewal.notices > 0) {
        this.#renewal.notices -= 1
        return
      }
      this.#endRenewal()
      if (this.#host.status === ClientStatus.Reconnecting) return
      const error = this.#wasReady ? ClientError.UnexpectedClose : ClientError.ConnectionFailed
      this.#host.report(ClientStatus.Reconnecting, error, code ?? LOST)
    }
  }

  #ended(code: number | null): void {
    this.release()
    const isReplaced = this.#host.tokens.current !== null && this.#host.tokens.current !== this.#connectedWith
    if (code === CloseCode.AUTHENTICATION_FAILED && isReplaced) {
      // The former token ended; UpdateToken has given another one since.
      if (this.#host.status !== ClientStatus.Reconnecting)
        this.#host.report(ClientStatus.Reconnecting, ClientError.UnexpectedClose, code)
      return this.begin()
    }
    if (code === CloseCode.AUTHENTICATION_FAILED) this.#host.tokens.refused()
    this.#host.report(ClientStatus.Disconnected, ClientError.UnexpectedClose, code ?? 0)
  }
}
