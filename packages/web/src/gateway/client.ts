import { type EventName, type Events, PacedSends } from '@guildhall/client'
import { nextDeadline } from '@guildhall/client/questions'
import { type ClientState, EMPTY, type LocalActions, type LocalName, reduceEvent } from '@guildhall/client/records'
import { type ActivityObject, GatewayOp } from '@guildhall/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { Api } from '../api/client.ts'
import type { Account } from '../session/accounts.ts'
import { askForFactor } from '../session/factor-prompt.ts'
import { Attention } from './attention.ts'
import { AppConnection } from './connection.ts'
import {
  type OwnPresence,
  presenceAt,
  presenceCommand,
  presenceKey,
  readPresence,
  storedPresence,
  storePresence,
} from './own-presence.ts'
import { type OwnState, OwnStores } from './own-stores.ts'

/** Time between two changes of the state by events, so that a stream of them renders less often. */
const FLUSH_MS = 50
/** Interval at which the person's custom status is checked for its end. */
const PRESENCE_CHECK_MS = 2_000
/** Longest time that a timer can wait. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** Data of an event, as far as the app knows it before the event comes. */
type Known<T> = { readonly [K in keyof T]?: T[K] | null }

/** The app's connection for one person: the API, the gateway and the state that follows from its events. */
export class Client {
  readonly account: Account
  readonly api: Api
  readonly store: StoreApi<ClientState>
  /** Presence that the person has chosen. */
  readonly presence: StoreApi<OwnPresence>
  readonly #connection: AppConnection
  readonly #ownStores = new OwnStores()
  readonly #presenceCheck: ReturnType<typeof setInterval>
  readonly #gameActivities = new Map<object, ActivityObject>()
  readonly #presenceSends = new PacedSends({
    send: () => this.send(GatewayOp.PRESENCE_UPDATE, this.#presenceCommand()),
  })
  readonly #attention = new Attention(() => this.#sendPresence())
  readonly #listeners = new Map<string, Set<(data: unknown) => void>>()
  readonly #onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === presenceKey(this.account.userId)) this.#showPresence(readPresence(newValue))
  }
  #queue: { readonly name: string; readonly data: unknown }[] = []
  #flushedAt = 0
  readonly #openLogs = new Set<{ readonly channelId: string }>()
  #closed = false
  #deadline: ReturnType<typeof setTimeout> | undefined

  constructor(account: Account, onSignedOut: () => void) {
    this.account = account
    this.api = new Api(account.token, { proveFactor: askForFactor })
    this.store = createStore<ClientState>(() => EMPTY)
    this.presence = createStore<OwnPresence>(() => presenceAt(storedPresence(account.userId), Date.now()))
    this.#connection = new AppConnection({
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
    this.#presenceCheck = setInterval(() => this.#checkPresence(), PRESENCE_CHECK_MS)
    addEventListener('storage', this.#onStorage)
  }

  /** Returns the person's store of a declared state. */
  own<T>(state: OwnState<T>): StoreApi<T> {
    return this.#ownStores.of(state)
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
  apply<N extends EventName>(name: N, data: Known<Events[N]>): void {
    this.#queue.push({ name, data })
    this.flush()
  }

  /** Keeps the messages of a channel whole while its log is shown. Returns a function that ends it. */
  openLog(channelId: string): () => void {
    const log = { channelId }
    this.#openLogs.add(log)
    return () => {
      this.#openLogs.delete(log)
      const open = [...this.#openLogs].map(({ channelId }) => channelId)
      if (!open.includes(channelId)) this.do('channel left', { channelId, open })
    }
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
    return presenceCommand(this.presence.getState(), [...this.#gameActivities.values()], this.#attention.away)
  }

  /** Shows an activity of an application in the person's presence, or none. `owner` names the application's frame. */
  setGameActivity(owner: object, activity: ActivityObject | null): void {
    if (activity === null && !this.#gameActivities.has(owner)) return
    if (activity) this.#gameActivities.set(owner, activity)
    else this.#gameActivities.delete(owner)
    this.#sendPresence()
  }

  /** Ends a custom status at its time, and notes when the person has gone away. */
  #checkPresence(): void {
    if (this.#attention.check()) this.#sendPresence()
    const presence = this.presence.getState()
    const now = presenceAt(presence, Date.now())
    if (now !== presence) this.setPresence(now)
  }

  /** Calls a listener for each event of a name, after the state contains it. Returns a function that ends it. */
  on<N extends EventName>(name: N, listener: (data: Events[N]) => void): () => void {
    return this.onNamed(name, listener as (data: unknown) => void)
  }

  /** Calls a listener for each event whose name comes from outside, such as from an activity. */
  onNamed(name: string, listener: (data: unknown) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** Ends the connection. */
  close(): void {
    this.#closed = true
    clearInterval(this.#presenceCheck)
    clearTimeout(this.#deadline)
    this.#presenceSends.close()
    this.#attention.close()
    removeEventListener('storage', this.#onStorage)
    this.#connection.close()
  }

  /** Queues an event. Events that arrive together change the state once, the first after a pause at once. */
  #enqueue(action: { readonly name: string; readonly data: unknown }): void {
    this.#queue.push(action)
    if (this.#queue.length > 1) return
    const sinceLast = performance.now() - this.#flushedAt
    setTimeout(() => this.flush(), Math.max(0, FLUSH_MS - sinceLast))
  }

  /** Changes the state at the time at which something in it ends without an event. */
  #waitUntil(deadline: number, now: number): void {
    clearTimeout(this.#deadline)
    if (this.#closed || deadline === Number.POSITIVE_INFINITY) return
    const passed = () => this.do('time passed', { now: Date.now() })
    this.#deadline = setTimeout(passed, Math.min(deadline - now, TIMER_MAX_MS))
  }

  /** Applies the events that wait. */
  flush(): void {
    const queue = this.#queue
    if (queue.length === 0) return
    this.#queue = []
    this.#flushedAt = performance.now()
    const now = Date.now()
    let state = queue.reduce((before, { name, data }) => reduceEvent(before, name, data, now), this.state)
    if (nextDeadline(state) <= now) state = reduceEvent(state, 'time passed', { now }, now)
    this.#waitUntil(nextDeadline(state), now)
    this.store.setState(state, true)
    for (const { name, data } of queue) for (const listener of this.#listeners.get(name) ?? []) listener(data)
  }
}
