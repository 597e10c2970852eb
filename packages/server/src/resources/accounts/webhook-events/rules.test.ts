import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterFailure, GIVE_UP_AFTER_MS, subscribesTo } from './rules.ts'

test('[EVT-15] an application receives the types that it selected, with a URL and status 2 only', () => {
  const enabled = {
    event_webhooks_url: 'http://127.0.0.1/',
    event_webhooks_status: 2,
    event_webhooks_types: ['ENTITLEMENT_CREATE'],
  }
  const cases = [
    { application: enabled, type: 'ENTITLEMENT_CREATE', expected: true },
    { application: enabled, type: 'ENTITLEMENT_DELETE', expected: false },
    { application: { ...enabled, event_webhooks_url: null }, type: 'ENTITLEMENT_CREATE', expected: false },
    { application: { ...enabled, event_webhooks_status: 1 }, type: 'ENTITLEMENT_CREATE', expected: false },
    { application: { ...enabled, event_webhooks_status: 3 }, type: 'ENTITLEMENT_CREATE', expected: false },
  ]
  for (const { application, type, expected } of cases)
    assert.equal(subscribesTo(application, type), expected, JSON.stringify({ application, type }))
})

test('[EVT-15] retries follow within 10 s, two within 35 s, with growing pauses for 10 minutes', () => {
  const requestMs = 3_000
  let queue: Parameters<typeof afterFailure>[0] = { attempts: 0, failing_since: null }
  let now = requestMs
  const retriedAt: number[] = []
  for (;;) {
    const next = afterFailure(queue, now)
    if (next.kind === 'give-up') break
    queue = next.queue
    retriedAt.push(next.queue.due_at)
    now = next.queue.due_at + requestMs
  }
  assert.ok((retriedAt[0] ?? 0) < 10_000, `the first retry is at ${retriedAt[0]} ms`)
  assert.ok((retriedAt[1] ?? 0) < 35_000, `the second retry is at ${retriedAt[1]} ms`)
  assert.equal(retriedAt.at(-1), requestMs + GIVE_UP_AFTER_MS)
  const pauses = retriedAt.map((at, index) => at - (retriedAt[index - 1] ?? 0)).slice(0, -1)
  assert.deepEqual(
    pauses,
    [...pauses].sort((a, b) => a - b),
  )
})

test('a clock that moves by 10 minutes after a failure leaves one more attempt', () => {
  const first = afterFailure({ attempts: 0, failing_since: null }, 0)
  assert.equal(first.kind, 'retry')
  assert.equal(afterFailure({ attempts: 1, failing_since: 0 }, GIVE_UP_AFTER_MS - 1).kind, 'retry')
  assert.equal(afterFailure({ attempts: 1, failing_since: 0 }, GIVE_UP_AFTER_MS).kind, 'give-up')
})
