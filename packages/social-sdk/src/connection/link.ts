import { type ConnectionStatus, GatewayConnection } from '@guildhall/client'
import { Capability, CloseCode } from '@guildhall/protocol/constants'
import type { ClientContext } from '../client/context.ts'
import { ClientError, ClientStatus, ErrorType } from '../enums/index.ts'
import { resultOf } from '../result.ts'

/** Pause before the address of the gateway is asked for again. */
const GATEWAY_RETRY_MS = 2_000
/** Close code of a connection that was lost without one. */
const LOST = 1006

/** Token of the player, which UpdateToken may replace at any time. */
export interface TokenSource {
  readonly current: string | null
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
  /** Token that the present connection began with. */
  #connectedWith: string | null = null
  #wasReady = false
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
    clearTimeout(this.#retry)
    this.#connection?.close()
    this.#connection = null
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
    this.#connectedWith = token
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
        if (this.#host.status === ClientStatus.Connecting || this.#host.status === ClientStatus.HttpWait)
          this.#host.report(ClientStatus.Connected)
      },
      onStatus: (status, code) => this.#follow(status, code),
      onDispatch: (name, data) => this.#host.dispatch(name, data),
      onEnd: (code) => this.#ended(code),
      ...(openSocket ? { openSocket } : {}),
    })
  }

  #follow(status: ConnectionStatus, code = LOST): void {
    if (status === 'ready') {
      this.#wasReady = true
      this.#host.report(ClientStatus.Ready)
    } else if (status === 'offline' && this.#host.status !== ClientStatus.Reconnecting) {
      const error = this.#wasReady ? ClientError.UnexpectedClose : ClientError.ConnectionFailed
      this.#host.report(ClientStatus.Reconnecting, error, code)
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
    this.#host.report(ClientStatus.Disconnected, ClientError.UnexpectedClose, code ?? 0)
  }
}
