import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../kernel/clock.ts'
import type { Lease } from '../../kernel/lease.ts'
import { Metrics } from '../../kernel/metrics.ts'
import { Tape } from '../../kernel/tape/tape.ts'
import { Outbox } from './outbox.ts'

test('the outbox keeps what waits while the lease may have ended, and sends it once it is valid again', () => {
  let held = false
  let renewed = () => undefined as void
  const lease = { isHeld: () => held, onHeld: (listener: () => void) => void (renewed = listener) } as Lease
  const clock = { now: () => 0 } as Clock
  const outbox = new Outbox(new Tape({ clock, wallClock: clock }), new Metrics(), lease)
  let flushed = 0
  outbox.add({ queued: false, flush: () => void (flushed += 1) })
  outbox.flush()
  assert.equal(flushed, 0)
  held = true
  renewed()
  assert.equal(flushed, 1)
})
