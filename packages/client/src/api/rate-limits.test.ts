import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateLimits } from './rate-limits.ts'

const ROUTE = 'GET guilds/:guild_id'

/** Returns a reader of the headers that report a bucket. */
function bucket(name: string, remaining: number, resetAfterS: number) {
  const headers = new Map([
    ['x-ratelimit-bucket', name],
    ['x-ratelimit-remaining', String(remaining)],
    ['x-ratelimit-reset-after', String(resetAfterS)],
  ])
  return (header: string) => headers.get(header) ?? null
}

test('a request waits when its bucket is empty, until the bucket is full again', () => {
  const limits = new RateLimits()
  assert.equal(limits.take(ROUTE, '1', 0), 0)
  limits.note(ROUTE, '1', bucket('a', 0, 2), 100)
  assert.equal(limits.take(ROUTE, '1', 600), 1_500)
  assert.equal(limits.take(ROUTE, '1', 2_100), 0)
})

test('requests that are sent at once count before their responses arrive', () => {
  const limits = new RateLimits()
  limits.note(ROUTE, '1', bucket('a', 2, 5), 0)
  assert.deepEqual(
    [1, 2, 3].map((now) => limits.take(ROUTE, '1', now)),
    [0, 0, 4_997],
  )
  // The response of the first one does not give back what the second one took.
  limits.note(ROUTE, '1', bucket('a', 1, 4.9), 100)
  assert.equal(limits.take(ROUTE, '1', 100), 4_900)
})

test('a bucket belongs to one major parameter, and to all routes with its name', () => {
  const limits = new RateLimits()
  limits.note(ROUTE, '1', bucket('a', 0, 5), 0)
  assert.equal(limits.take(ROUTE, '2', 0), 0)
  limits.note('PATCH guilds/:guild_id', '2', bucket('a', 3, 5), 0)
  assert.equal(limits.take('PATCH guilds/:guild_id', '1', 0), 5_000)
})

test('the global limit holds back requests of every route', () => {
  const limits = new RateLimits()
  limits.noteGlobal(700)
  assert.equal(limits.take(ROUTE, '1', 0), 700)
  assert.equal(limits.take('GET users/@me', '', 200), 500)
  assert.equal(limits.take('GET users/@me', '', 700), 0)
})

test('headers that are missing or no numbers change nothing', () => {
  const limits = new RateLimits()
  limits.note(ROUTE, '1', () => null, 0)
  limits.note(ROUTE, '1', (name) => (name === 'x-ratelimit-bucket' ? 'a' : 'soon'), 0)
  assert.equal(limits.take(ROUTE, '1', 0), 0)
})
