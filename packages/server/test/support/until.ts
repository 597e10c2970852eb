import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** A number of tries instead would end too soon where others use the processor. */
const TIMEOUT_MS = 30_000
/** Without a pause, the test itself would keep the processor from what it waits for. */
const PAUSE_MS = 5

/** Resolves once a condition holds: jobs run after the request, or the move of the clock, that made them due. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (performance.now() > end) assert.fail(`not after ${TIMEOUT_MS / 1000} s: ${what}`)
    await pause(PAUSE_MS)
  }
}
