import { ApiError } from '@guildhall/protocol'
import type { KeyedQueue } from './queues.ts'
import type { Store, StoreSession } from './store/store.ts'

/** Units of work that wait for one name. */
const HOLD_WAITING_MAX = 1_000

/**
 * Runs a task while it holds names, which it takes in their order, so that no two tasks wait for each other. They are
 * taken before the transaction begins: a task that waits keeps no connection from others.
 */
export async function holding<T>(
  queue: KeyedQueue<string>,
  names: readonly string[],
  task: () => Promise<T>,
): Promise<T> {
  const releases: (() => void)[] = []
  try {
    for (const name of names) {
      if (queue.size(name) > HOLD_WAITING_MAX) throw new ApiError('OVERLOADED')
      releases.push(await queue.acquire(name))
    }
    return await task()
  } finally {
    for (const release of releases) release()
  }
}

/** Runs a task while its transaction holds names against all nodes, which it takes in their order. */
export function holdingAll<T>(
  store: Store,
  session: StoreSession,
  names: readonly string[],
  task: () => Promise<T>,
): Promise<T> {
  const [name, ...others] = names
  if (name === undefined) return task()
  return store.lock(session, `hold.${name}`, () => holdingAll(store, session, others, task))
}
