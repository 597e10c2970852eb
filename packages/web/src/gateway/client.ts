import type { ActivityObject } from '@guildhall/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Api } from '../api/client.ts'
import type { Account } from '../session/accounts.ts'
import type { Action, LocalActions, LocalName } from './action.ts'
import { GatewayConnection } from './connection.ts'
import {
  type OwnPresence,
  presenceAt,
  presenceCommand,
  presenceKey,
  readPresence,
  storedPresence,
  storePresence,
} from './own-presence.ts'
import { PacedSends } from './paced-sends.ts'
import { reduce } from './reduce.ts'
import { type ClientState, EMPTY } from './state.ts'

/** Time between two changes of the state by events, so that a stream of them renders less often. */
const FLUSH_MS = 50
/** Opcode of the command that sets a presence. */
const PRESENCE_UPDATE = 3
/** Interval at which expired typing indicators are removed. */
const TYPING_CHECK_MS = 2_000

/** The app's connection for one person: the API, the gateway and the state that follows from its events. */
export class Client {
  readonly account: Account
  readonly api: Api
  readonly store: StoreApi<ClientState>
  /** Presence that the person has chosen. */
  readonly presence: StoreApi<OwnPresence>
  readonly #connection: GatewayConnection
  readonly #typingCheck: ReturnType<typeof setInterval>
  readonly #gameActivities = new Map<object, ActivityObject>()
  readonly #presenceSends = new PacedSends(() => this.send(PRESENCE_UPDATE, this.#presenceCommand()))
  readonly #listeners = new Map<string, Set<(data: unknown) => void>>()
  readonly #onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === presenceKey(this.account.userId)) this.#showPresence(readPresence(newValue))
  }
  #queue: Action[] = []
  #flushedAt = 0

  constructor(account: Account, onSignedOut: () => void) {
    this.account = account
    this.api = new Api(account.token)
    this.store = createStore<ClientState>(() => EMPTY)
    this.presence = createStore<OwnPresence>(() => presenceAt(storedPresence(account.userId), Date.now()))
    this.#connection = new GatewayConnection({
      token: account.token,
      url: `${location.origin.replace(/^http/, 'ws')}/gateway?v=10&encoding=json`,
      presence: () => this.#presenceCommand(),
      onDispatch: (name, data) => {
        // A resumed session may have missed a change.
        if (name === 'RESUMED') this.#sendPresence()
        this.#enqueue({ name, data })
      },
      onStatus: (status) => this.do('connection changed', { status }),
      onSignedOut,
    })
    this.#typingCheck = setInterval(() => {
      if (this.store.getState().typing.size > 0) this.do('typing expired', { now: Date.now() })
      this.#checkPresence()
    }, TYPING_CHECK_MS)
    addEventListener('storage', this.#onStorage)
  }

  get state(): ClientState {
    return this.store.getState()
  }

  /** Applies an action of the app at once, after the events that wait. */
  do<N extends LocalName>(name: N, data: LocalActions[N]): void {
    this.#queue.push({ name, data })
    this.flush()
  }

  /** Applies an event at once that the server will confirm, such as the person's own reaction. */
  apply(name: string, data: unknown): void {
    this.#queue.push({ name, data })
    this.flush()
  }

  /** Sends a gateway command. Returns whether there was a connection. */
  send(op: number, data: unknown): boolean {
    return this.#connection.send(op, data)
  }

  /** Changes what the person shows to others, in the other windows of the app too. */
  setPresence(presence: OwnPresence): void {
    storePresence(this.account.userId, presence)
    this.#showPresence(presence)
  }

  #showPresence(presence: OwnPresence): void {
    this.presence.setState(presence, true)
    this.#sendPresence()
  }

  #sendPresence(): void {
    this.#presenceSends.request()
  }

  #presenceCommand(): Record<string, unknown> {
    return presenceCommand(this.presence.getState(), [...this.#gameActivities.values()])
  }

  /** Shows an activity of an application in the person's presence, or none. `owner` names the application's frame. */
  setGameActivity(owner: object, activity: ActivityObject | null): void {
    if (activity === null && !this.#gameActivities.has(owner)) return
    if (activity) this.#gameActivities.set(owner, activity)
    else this.#gameActivities.delete(owner)
    this.#sendPresence()
  }

  /** Ends a custom status at its time. */
  #checkPresence(): void {
    const presence = this.presence.getState()
    const now = presenceAt(presence, Date.now())
    if (now !== presence) this.setPresence(now)
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
    this.#presenceSends.close()
    removeEventListener('storage', this.#onStorage)
    this.#connection.close()
  }

  /** Queues an event. Events that arrive together change the state once, the first after a pause at once. */
  #enqueue(action: Action): void {
    this.#queue.push(action)
    if (this.#queue.length > 1) return
    const sinceLast = performance.now() - this.#flushedAt
    setTimeout(() => this.flush(), Math.max(0, FLUSH_MS - sinceLast))
  }

  /** Applies the events that wait. */
  flush(): void {
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    this.#flushedAt = performance.now()
    this.store.setState(queue.reduce(reduce, this.state), true)
    for (const { name, data } of queue) for (const listener of this.#listeners.get(name) ?? []) listener(data)
  }
}
