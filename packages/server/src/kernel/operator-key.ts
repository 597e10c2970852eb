import type { StoreSession } from './store/store.ts'

/** The operator's key, which opens the administration and the control API. */
export interface OperatorKey {
  /** Stores a new key. Requests take it once the platform has received the event of the change. */
  replace(session: StoreSession): Promise<NewOperatorKey>
}

export interface NewOperatorKey {
  readonly key: string
  /** Hash by which requests are checked. It says nothing about the key, so that events may carry it. */
  readonly hash: string
}
