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

/** Lets these stores begin anew: another person must not see what this one did. */
export function resetPersonalStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
}
