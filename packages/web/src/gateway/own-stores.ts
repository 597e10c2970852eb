import { createStore, type StoreApi } from 'zustand/vanilla'

/** State of the app that belongs to one person, such as the replies that they are writing. */
export interface OwnState<T> {
  readonly initial: T
}

/** Declares state that each person has for themselves. `useOwn` and `Client.own` return a person's. */
export function ownState<T>(initial: T): OwnState<T> {
  return { initial }
}

/** Stores of one person. They end with the person's client, so that the next person begins with empty ones. */
export class OwnStores {
  readonly #stores = new Map<OwnState<unknown>, StoreApi<unknown>>()

  /** Returns the store of a declared state. */
  of<T>(state: OwnState<T>): StoreApi<T> {
    const known = this.#stores.get(state) ?? createStore<unknown>(() => state.initial)
    this.#stores.set(state, known)
    return known as StoreApi<T>
  }
}
