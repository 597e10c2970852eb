import type { EventName, Events } from '@guildhall/client'
import type { ClientContext } from '../client/context.ts'
import { ClientError, ClientStatus, ErrorType } from '../enums/index.ts'
import { ResultFailure } from '../result.ts'
import type { Link, LinkHost, TokenSource } from './link.ts'

type Listener = (data: never) => void

/**
 * Connection of a Client to the gateway. It begins anew after a loss, without end. Only a refusal that would come again
 * ends it.
 */
export class Session {
  readonly #context: ClientContext
  readonly #tokens: TokenSource
  readonly #load: () => Promise<void>
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #endListeners = new Set<() => void>()
  #status: ClientStatus = ClientStatus.Disconnected
  #userId: string | null = null
  #link: Link | null = null
  /** Raised by each connect and disconnect: code that is loaded for an older one is not used. */
  #attempt = 0
  #disabled: ReadonlySet<string> = new Set()

  /** @param load makes the areas that hear of dispatches; the first connect waits for it */
  constructor(context: ClientContext, tokens: TokenSource, load: () => Promise<void>) {
    this.#context = context
    this.#tokens = tokens
    this.#load = load
  }

  get status(): ClientStatus {
    return this.#status
  }

  get isReady(): boolean {
    return this.#status === ClientStatus.Ready
  }

  /** Id of the gateway session, which invites name; null before Ready. */
  get sessionId(): string | null {
    return this.#link?.connection?.sessionId ?? null
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
    return this.#link?.connection?.send(op, data) ?? false
  }

  /** Resolves with true once the server has read what was sent before, with false if the connection is lost. */
  flush(): Promise<boolean> {
    return this.#link?.connection?.flush() ?? Promise.resolve(false)
  }

  /** Connects with the token, unless a connection exists or begins. */
  connect(): void {
    const { log } = this.#context
    if (this.#tokens.current === null) return log.error('Connect needs the token of UpdateToken first')
    if (this.#status !== ClientStatus.Disconnected) return log.warn('Connect was called while connected')
    this.#set(ClientStatus.Connecting)
    this.#attempt += 1
    const attempt = this.#attempt
    import('./link.ts').then(
      ({ Link }) => {
        if (attempt !== this.#attempt) return
        this.#link = new Link(this.#host())
        this.#link.begin()
      },
      (error: unknown) => {
        log.error(`the code of the connection could not be loaded: ${String(error)}`)
        if (attempt === this.#attempt) this.#set(ClientStatus.Disconnected, ClientError.ConnectionFailed)
      },
    )
  }

  /** Ends the connection. */
  disconnect(): void {
    if (this.#status === ClientStatus.Disconnected) return
    const error = this.#link?.wasReady ? ClientError.None : ClientError.ConnectionCanceled
    this.#set(ClientStatus.Disconnecting)
    this.#release()
    this.#set(ClientStatus.Disconnected, error)
  }

  /** Goes on with another token. Resolves when a session that is Ready has it, or is lost. */
  async useToken(token: string): Promise<void> {
    await this.#link?.useToken(token)
  }

  /** Ends the connection without a word to the game, at the end of the Client. */
  end(): void {
    this.#release()
    this.#status = ClientStatus.Disconnected
  }

  #release(): void {
    this.#attempt += 1
    this.#link?.release()
    this.#link = null
  }

  #host(): LinkHost {
    const status = () => this.#status
    return {
      context: this.#context,
      tokens: this.#tokens,
      get status() {
        return status()
      },
      load: this.#load,
      report: (...given) => this.#set(...given),
      dispatch: (name, data) => this.#dispatch(name, data),
    }
  }

  /** Delivers a dispatch. A READY that cannot be read ends the connection; of others, an area misses its news. */
  #dispatch(name: string, data: unknown): void {
    try {
      if (name === 'READY') this.#readied(data)
      for (const listener of this.#listeners.get(name) ?? []) listener(data as never)
    } catch (error) {
      this.#context.log.error(`the dispatch ${name} could not be read: ${String(error)}`)
      if (name === 'READY') this.#link?.connection?.lose()
    }
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
