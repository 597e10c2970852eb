import assert from 'node:assert/strict'

const PAUSE_MS = 5
const TURNS = 4_000

/** Waits until a condition holds. @throws after 20 s */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (condition()) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  assert.fail(`no ${what} within ${(TURNS * PAUSE_MS) / 1_000} s`)
}
