import { createStore, type StoreApi } from 'zustand/vanilla'

const stores: StoreApi<unknown>[] = []

/**
 * Creates a store of what a person is doing in the app, such as an open dialog. It outlives a session, and begins anew
 * when another person signs in.
 */
export function personalStore<T>(initial: T): StoreApi<T> {
  const store = createStore<T>(() => initial)
  stores.push(store as StoreApi<unknown>)
  return store
}

let owner: string | undefined

/** Names the person who uses the app. Another one finds new stores, and a new session of the same one finds theirs. */
export function beginPersonalStores(userId: string): void {
  if (owner !== undefined && owner !== userId) for (const store of stores) store.setState(store.getInitialState(), true)
  owner = userId
}
