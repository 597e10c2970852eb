import { setTimeout as pause } from 'node:timers/promises'

/** Pause after a failure: the database is away. */
export const RETRIED_MS = 250

/** Runs a task again and again, each time after a pause, until the signal. A failure only makes the pause longer. */
export async function repeat(task: () => Promise<void>, ms: () => number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(ms(), undefined, { ref: false, signal }).catch(() => undefined)
    if (!signal.aborted) await task().catch(() => pause(RETRIED_MS, undefined, { ref: false }))
  }
}
