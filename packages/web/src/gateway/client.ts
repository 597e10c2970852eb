import { createStore, type StoreApi } from 'zustand/vanilla'
import { Api } from '../api/client.ts'
import type { Account } from '../session/accounts.ts'
import type { Action, LocalActions, LocalName } from './action.ts'
import { GatewayConnection } from './connection.ts'
import { reduce } from './reduce.ts'
import { type ClientState, EMPTY } from './state.ts'

/** Interval at which expired typing indicators are removed. */
const TYPING_CHECK_MS = 2_000

/** The app's connection for one person: the API, the gateway and the state that follows from its events. */
export class Client {
  readonly account: Account
  readonly api: Api
  readonly store: StoreApi<ClientState>
  readonly #connection: GatewayConnection
  readonly #typingCheck: ReturnType<typeof setInterval>
  readonly #listeners = new Map<string, Set<(data: unknown) => void>>()
  #queue: Action[] = []

  constructor(account: Account, onSignedOut: () => void) {
    this.account = account
    this.api = new Api(account.token)
    this.store = createStore<ClientState>(() => EMPTY)
    this.#connection = new GatewayConnection({
      token: account.token,
      url: `${location.origin.replace(/^http/, 'ws')}/gateway?v=10&encoding=json`,
      onDispatch: (name, data) => this.#enqueue({ name, data }),
      onStatus: (status) => this.do('connection changed', { status }),
      onSignedOut,
    })
    this.#typingCheck = setInterval(() => {
      if (this.store.getState().typing.size > 0) this.do('typing expired', { now: Date.now() })
    }, TYPING_CHECK_MS)
  }

  get state(): ClientState {
    return this.store.getState()
  }

  /** Applies an action of the app at once, after the events that wait. */
  do<N extends LocalName>(name: N, data: LocalActions[N]): void {
    this.#queue.push({ name, data })
    this.#flush()
  }

  /** Applies an event at once that the server will confirm, such as the person's own reaction. */
  apply(name: string, data: unknown): void {
    this.#queue.push({ name, data })
    this.#flush()
  }

  /** Sends a gateway command. Returns whether there was a connection. */
  send(op: number, data: unknown): boolean {
    return this.#connection.send(op, data)
  }

  /** Calls a listener for each event of a name, after the state contains it. Returns a function that ends it. */
  on<D>(name: string, listener: (data: D) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener as (data: unknown) => void)
    return () => listeners.delete(listener as (data: unknown) => void)
  }

  /** Ends the connection. */
  close(): void {
    clearInterval(this.#typingCheck)
    this.#connection.close()
  }

  /** Queues an event. Events that arrive together change the state once. */
  #enqueue(action: Action): void {
    this.#queue.push(action)
    if (this.#queue.length === 1) setTimeout(() => this.#flush(), 0)
  }

  #flush(): void {
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    this.store.setState(queue.reduce(reduce, this.state), true)
    for (const { name, data } of queue) for (const listener of this.#listeners.get(name) ?? []) listener(data)
  }
}
