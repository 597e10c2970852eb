import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Users who are heard in the call of this window, by the sound itself. Empty without a call. */
export const heard = createStore<{ readonly users: ReadonlySet<string> }>(() => ({ users: new Set() }))

/** Whether a user is heard now. */
export function useHeard(userId: string): boolean {
  return useStore(heard, ({ users }) => users.has(userId))
}
