import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketId, RateLimits, rateLimitBody, rateLimitHeaders } from './rate-limits.ts'

const five = { limit: 5, windowMs: 5_000 }
const documented = () => new RateLimits({ mode: 'documented' })

test('[LIM-17] a window lets its limit through, refuses the rest, and opens anew', () => {
  const limits = documented()
  for (let count = 1; count <= 5; count += 1) {
    assert.deepEqual(limits.take('a', five, 1_000 + count), {
      ok: true,
      limit: 5,
      remaining: 5 - count,
      resetAt: 6_001,
      retryAfterMs: 0,
    })
  }
  for (const now of [2_000, 6_000]) {
    assert.deepEqual(limits.take('a', five, now), {
      ok: false,
      limit: 5,
      remaining: 0,
      resetAt: 6_001,
      retryAfterMs: 6_001 - now,
    })
  }
  assert.equal(limits.take('b', five, 2_000).ok, true, 'another key has a window of its own')
  const anew = limits.take('a', five, 6_001)
  assert.deepEqual([anew.ok, anew.remaining, anew.resetAt], [true, 4, 11_001])
})

test('[LIM-17] looking does not count, and refused requests do not prolong the wait', () => {
  const limits = documented()
  assert.deepEqual(limits.peek('a', five, 0), { ok: true, limit: 5, remaining: 5, resetAt: 5_000, retryAfterMs: 0 })
  for (let count = 0; count < 9; count += 1) limits.take('a', five, count)
  const state = limits.peek('a', five, 4_000)
  assert.deepEqual([state.ok, state.remaining, state.resetAt, state.retryAfterMs], [false, 0, 5_000, 1_000])
})

test('[LIM-17] switched off, nothing is refused or remembered', () => {
  const limits = new RateLimits({ mode: 'off' })
  for (let count = 0; count < 20; count += 1) assert.equal(limits.take('a', five, 0).ok, true)
  assert.equal(limits.peek('a', five, 0).ok, true)
  assert.equal(limits.size, 0)
})

test('[LIM-17] a clock set back shuts nobody out for longer than a window', () => {
  const limits = documented()
  for (let count = 0; count < 6; count += 1) limits.take('a', five, 1_000_000)
  assert.equal(limits.take('a', five, 1_000_000).ok, false)
  assert.equal(limits.take('a', five, 0).ok, true)
})

test('[LIM-17] memory is bounded: windows that are over are swept, and of live ones the oldest go', () => {
  const limits = documented()
  for (let index = 0; index < 300_000; index += 1) limits.take(`over:${index}`, five, index)
  assert.ok(limits.size < 20_000, `${limits.size} windows, 5000 of them live`)
  for (let index = 0; index < 300_000; index += 1) limits.take(`live:${index}`, five, 400_000)
  assert.ok(limits.size <= 200_000, `${limits.size} windows`)
  assert.equal(limits.peek('live:299999', five, 400_000).remaining, 4)
  const long = 'x'.repeat(100_000)
  limits.take(long, five, 400_000)
  assert.equal(limits.peek(long, five, 400_000).remaining, 4)
  assert.equal(limits.peek(`${long}y`, five, 400_000).remaining, 5)
})

test('[LIM-17] headers and body of an answer', () => {
  const now = 1_470_173_022_000
  const state = { ok: false, limit: 10, remaining: 0, resetAt: now + 1_550, retryAfterMs: 1_550 }
  assert.deepEqual(rateLimitHeaders(state, 'abcd1234', now), [
    ...['x-ratelimit-limit', '10'],
    ...['x-ratelimit-remaining', '0'],
    ...['x-ratelimit-reset', '1470173023.550'],
    ...['x-ratelimit-reset-after', '1.550'],
    ...['x-ratelimit-bucket', 'abcd1234'],
  ])
  assert.deepEqual(rateLimitBody(state, { global: false }), {
    message: 'You are being rate limited.',
    retry_after: 1.55,
    global: false,
  })
  assert.deepEqual(rateLimitBody(state, { global: false, shared: true, code: 20028 }), {
    message: 'The resource is being rate limited.',
    retry_after: 1.55,
    global: false,
    code: 20028,
  })
})

test('[LIM-17] the name of a bucket is opaque, and the same each time', () => {
  assert.equal(bucketId('create_message'), bucketId('create_message'))
  assert.notEqual(bucketId('create_message'), bucketId('delete_message'))
  assert.match(bucketId('create_message'), /^[0-9a-f]{32}$/)
})
