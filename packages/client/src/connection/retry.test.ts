import assert from 'node:assert/strict'
import { test } from 'node:test'
import { helloTimeoutMs, pauseMs } from './retry.ts'

test('attempts of the first minute follow each other within 5 s, whether they fail at once or hang', () => {
  for (const lasts of [() => 0, helloTimeoutMs]) {
    let at = 0
    for (let failures = 0; at < 60_000; failures += 1) {
      const lasted = lasts(failures)
      const next = at + lasted + pauseMs(failures, lasted, failures % 2)
      assert.ok(next - at <= 5_000, `attempt ${failures + 1} came ${next - at} ms after the one before`)
      assert.ok(next - at >= 250, 'a server that fails at once is not stormed')
      at = next
    }
  }
})

test('a connection that was open for long is tried again after the shortest pause', () => {
  assert.equal(pauseMs(0, 3_600_000, 0.5), 250)
})

test('clients that lost their connections at once try again at different times', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => pauseMs(3, 0, random)),
    [4_000, 3_500, 3_000],
  )
})
