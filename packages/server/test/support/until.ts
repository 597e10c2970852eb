import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A number of tries instead would end too soon where others use the processor. */
const TIMEOUT_MS = 30_000

/** Resolves once a condition holds: jobs run after the request, or the move of the clock, that made them due. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await holds())) {
    if (performance.now() > end) assert.fail(`not after ${TIMEOUT_MS / 1000} s: ${what}`)
    await nextTurn()
  }
}
