import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RememberedCounts } from './remembered-counts.ts'

/** Counts whose cost and time a test sets, with the keys that were counted. */
function lab(costMs: number) {
  const state = { now: 0, elapsed: 0, counted: [] as bigint[][] }
  const counts = new RememberedCounts({ now: () => state.now, elapsed: () => state.elapsed })
  const ask = (...keys: bigint[]) =>
    counts.of(keys, async (missing) => {
      state.counted.push([...missing])
      state.elapsed += costMs
      return new Map(missing.map((key) => [key, Number(key) + state.counted.length]))
    })
  return { state, ask }
}

test('RememberedCounts makes a count that took long once in a thousand times that time', async () => {
  const { state, ask } = lab(200)
  assert.deepEqual(
    [...(await ask(10n, 20n))],
    [
      [10n, 11],
      [20n, 21],
    ],
  )
  for (state.now = 0; state.now < 200_000; state.now += 50_000)
    assert.deepEqual(
      [...(await ask(20n, 10n, 30n))],
      [
        [20n, 21],
        [10n, 11],
        [30n, 32],
      ],
    )
  assert.deepEqual(state.counted, [[10n, 20n], [30n]])
  state.now = 200_000
  assert.equal((await ask(10n)).get(10n), 13)
  state.now = -1
  assert.equal((await ask(10n)).get(10n), 14)
})

test('RememberedCounts makes a cheap count each time', async () => {
  const { state, ask } = lab(10)
  for (const count of [11, 12]) assert.equal((await ask(10n)).get(10n), count)
  assert.deepEqual(state.counted, [[10n], [10n]])
})
