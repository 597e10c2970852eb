import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../../kernel/clock.ts'
import type { Lease } from '../../kernel/lease.ts'
import { Metrics } from '../../kernel/metrics.ts'
import { Tape } from '../../kernel/tape/tape.ts'
import { Outbox } from './outbox.ts'

test('the outbox keeps what waits while the lease may have ended, and sends it once it is valid again', () => {
  let held = false
  const listeners: (() => void)[] = []
  const lease = { isHeld: () => held, onHeld: (listener: () => void) => void listeners.push(listener) } as Lease
  const clock = { now: () => 0 } as Clock
  const outbox = new Outbox(new Tape({ clock, wallClock: clock }), new Metrics(), lease)
  const flushed: string[] = []
  outbox.add({ queued: false, flush: () => void flushed.push('once') })
  outbox.flush()
  assert.deepEqual(flushed, [])
  held = true
  for (const listener of listeners) listener()
  assert.deepEqual(flushed, ['once'])
})
