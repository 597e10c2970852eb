import { type ConnectionStatus, type EventName, type Events, GatewayConnection } from '@guildhall/client'
import { Capability, CloseCode } from '@guildhall/protocol'
import type { ClientContext } from '../client/context.ts'
import { ClientError, ClientStatus, ErrorType } from '../enums/index.ts'
import { ResultFailure, resultOf } from '../result.ts'

/** Pause before the address of the gateway is asked for again. */
const GATEWAY_RETRY_MS = 2_000
/** Close code of a connection that was lost without one. */
const LOST = 1006

/** Token of the player, which UpdateToken may replace at any time. */
export interface TokenSource {
  readonly current: string | null
}

type Listener = (data: never) => void

/**
 * Connection of a Client to the gateway. It begins anew after a loss, without end. Only a refusal that would come again
 * ends it.
 */
export class Session {
  readonly #context: ClientContext
  readonly #tokens: TokenSource
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #endListeners = new Set<() => void>()
  #status: ClientStatus = ClientStatus.Disconnected
  #userId: string | null = null
  #connection: GatewayConnection | null = null
  /** Token that the present connection began with. */
  #connectedWith: string | null = null
  #wasReady = false
  #retry: ReturnType<typeof setTimeout> | undefined
  /** Raised by each connect and disconnect: what an older attempt does afterwards is ignored. */
  #attempt = 0
  #disabled: ReadonlySet<string> = new Set()

  constructor(context: ClientContext, tokens: TokenSource) {
    this.#context = context
    this.#tokens = tokens
  }

  get status(): ClientStatus {
    return this.#status
  }

  get isReady(): boolean {
    return this.#status === ClientStatus.Ready
  }

  /** Id of the gateway session, which invites name; null before Ready. */
  get sessionId(): string | null {
    return this.#connection?.sessionId ?? null
  }

  /** Id of the player; null before the first Ready. */
  get userId(): string | null {
    return this.#userId
  }

  /** Calls a listener each time the connection has ended for good: by the game, or by a refusal. */
  onEnded(listener: () => void): void {
    this.#endListeners.add(listener)
  }

  /**
   * Refuses a method that needs the connection.
   * @throws ResultFailure ClientNotReady before Ready, Disabled for a method that the server has switched off
   */
  demandReady(method: string): void {
    if (!this.isReady) throw new ResultFailure(ErrorType.ClientNotReady, `${method} needs a Client that is Ready.`)
    if (this.#disabled.has(method))
      throw new ResultFailure(ErrorType.Disabled, `The server has switched ${method} off.`)
  }

  /** Calls a listener for each dispatch of a name, of this connection and of later ones. */
  on<Name extends EventName>(name: Name, listener: (data: Events[Name]) => void): void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
  }

  /** Sends a command. Returns false before Ready: the caller sends its state after the next READY or RESUMED. */
  send(op: number, data: unknown): boolean {
    return this.#connection?.send(op, data) ?? false
  }

  /** Resolves with true once the server has read what was sent before, with false if the connection is lost. */
  flush(): Promise<boolean> {
    return this.#connection?.flush() ?? Promise.resolve(false)
  }

  /** Connects with the token, unless a connection exists or begins. */
  connect(): void {
    const { log } = this.#context
    if (this.#tokens.current === null) return log.error('Connect needs the token of UpdateToken first')
    if (this.#status !== ClientStatus.Disconnected) return log.warn('Connect was called while connected')
    this.#wasReady = false
    this.#set(ClientStatus.Connecting)
    this.#begin()
  }

  /** Ends the connection. */
  disconnect(): void {
    if (this.#status === ClientStatus.Disconnected) return
    const error = this.#wasReady ? ClientError.None : ClientError.ConnectionCanceled
    this.#set(ClientStatus.Disconnecting)
    this.#release()
    this.#set(ClientStatus.Disconnected, error)
  }

  /** Goes on with another token: the present session keeps it for its next Resume. */
  useToken(token: string): void {
    this.#connection?.useToken(`Bearer ${token}`)
  }

  /** Begins another session, such as for the token of another player. */
  renew(): void {
    if (!this.#connection) return
    this.#release()
    this.#set(ClientStatus.Reconnecting)
    this.#begin()
  }

  /** Ends the connection without a word to the game, at the end of the Client. */
  end(): void {
    this.#release()
    this.#status = ClientStatus.Disconnected
  }

  #release(): void {
    this.#attempt += 1
    clearTimeout(this.#retry)
    this.#connection?.close()
    this.#connection = null
  }

  /** Asks for the address of the gateway and connects to it. */
  #begin(): void {
    this.#attempt += 1
    const attempt = this.#attempt
    const isCurrent = () => attempt === this.#attempt
    this.#context.requests.send<{ url: string }>('GET', '/gateway').then(
      ({ url }) => {
        if (isCurrent()) this.#open(url)
      },
      (failure: unknown) => {
        if (!isCurrent()) return
        const result = resultOf(failure)
        this.#context.log.warn(`the gateway's address is not known yet: ${result.ToString()}`)
        // A server that responds asks to wait; without a response there is no server.
        const waits = result.Type() === ErrorType.HTTPError
        const status = waits ? ClientStatus.HttpWait : ClientStatus.Reconnecting
        const error = this.#wasReady ? ClientError.UnexpectedClose : ClientError.ConnectionFailed
        if (this.#status !== status) this.#set(status, error, result.Status())
        this.#retry = setTimeout(() => this.#begin(), GATEWAY_RETRY_MS)
      },
    )
  }

  #open(url: string): void {
    const token = this.#tokens.current ?? ''
    this.#connectedWith = token
    const { openSocket } = this.#context.requests
    this.#connection = new GatewayConnection({
      url,
      token: `Bearer ${token}`,
      // Without intents, a game receives all that its scopes allow.
      identify: () => ({
        capabilities: Capability.AUTO_LOBBY_CONNECT,
        properties: { browser: 'guildhall social sdk' },
      }),
      onOpened: () => {
        if (this.#status === ClientStatus.Connecting || this.#status === ClientStatus.HttpWait)
          this.#set(ClientStatus.Connected)
      },
      onStatus: (status, code) => this.#follow(status, code),
      onDispatch: (name, data) => this.#dispatch(name, data),
      onEnd: (code) => this.#ended(code),
      ...(openSocket ? { openSocket } : {}),
    })
  }

  #follow(status: ConnectionStatus, code = LOST): void {
    if (status === 'ready') {
      this.#wasReady = true
      this.#set(ClientStatus.Ready)
    } else if (status === 'offline' && this.#status !== ClientStatus.Reconnecting) {
      const error = this.#wasReady ? ClientError.UnexpectedClose : ClientError.ConnectionFailed
      this.#set(ClientStatus.Reconnecting, error, code)
    }
  }

  #ended(code: number | null): void {
    this.#release()
    const isReplaced = this.#tokens.current !== null && this.#tokens.current !== this.#connectedWith
    if (code === CloseCode.AUTHENTICATION_FAILED && isReplaced) {
      // The former token ended; UpdateToken has given another one since.
      if (this.#status !== ClientStatus.Reconnecting)
        this.#set(ClientStatus.Reconnecting, ClientError.UnexpectedClose, code)
      return this.#begin()
    }
    this.#set(ClientStatus.Disconnected, ClientError.UnexpectedClose, code ?? 0)
  }

  #dispatch(name: string, data: unknown): void {
    if (name === 'READY') this.#readied(data as Events['READY'])
    for (const listener of this.#listeners.get(name) ?? []) listener(data as never)
  }

  #readied(ready: unknown): void {
    const { application, user, feature_flags } = ready as {
      application?: { id: string }
      user: { id: string }
      feature_flags?: { disabled_functions?: string[] }
    }
    this.#userId = user.id
    if (application) this.#context.applicationId = BigInt(application.id)
    this.#disabled = new Set(feature_flags?.disabled_functions)
  }

  #set(status: ClientStatus, error: ClientError = ClientError.None, detail = 0): void {
    if (this.#status === status) return
    this.#status = status
    this.#context.log.info(`status ${status}, error ${error}, detail ${detail}`)
    this.#context.handlers.emit('statusChanged', status, error, detail)
    if (status === ClientStatus.Disconnected) for (const listener of this.#endListeners) listener()
  }
}
