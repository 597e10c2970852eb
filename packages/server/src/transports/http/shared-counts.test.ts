import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodeMessages } from '../../kernel/node-messages.ts'
import { RateLimits } from './rate-limits.ts'
import { readCounts } from './shared-counts.ts'

const five = { limit: 5, windowMs: 5_000 }

/** Returns the limits of nodes that hear each other. */
function nodes(names: readonly string[], clock: { now: number }) {
  const listeners = new Map<string, (body: unknown, sender: string) => void>()
  const sent: unknown[] = []
  const limits = names.map((name) => {
    const messages: NodeMessages = {
      connected: true,
      counts: { sent: 0, received: 0 },
      send(_, body) {
        sent.push(body)
        for (const [other, listener] of listeners) if (other !== name) listener(structuredClone(body), name)
        return true
      },
      listen: (_, listener) => void listeners.set(name, listener),
    }
    const own = new RateLimits({ mode: 'documented' })
    own.share(messages, () => clock.now)
    return own
  })
  return { limits, sent }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('[LIM-17] a window is that of all nodes: one message names the requests of a turn', async () => {
  const clock = { now: 1_000 }
  const { limits, sent } = nodes(['a', 'b'], clock)
  const [a, b] = limits as [RateLimits, RateLimits]
  for (const key of ['x', 'x', 'y']) a.take(key, five, clock.now)
  await turn()
  assert.deepEqual(sent, [
    [
      ['x', 6_000, 2],
      ['y', 6_000, 1],
    ],
  ])
  clock.now = 2_000
  assert.deepEqual(b.take('x', five, clock.now), { ok: true, limit: 5, remaining: 2, resetAt: 6_000, retryAfterMs: 0 })
  b.take('x', five, clock.now)
  await turn()
  assert.equal(a.take('x', five, clock.now).remaining, 0)
  await turn()
  assert.deepEqual(
    [a, b].map((node) => node.take('x', five, clock.now).ok),
    [false, false],
  )
  clock.now = 6_000
  assert.equal(b.take('x', five, clock.now).remaining, 4, 'the window has ended everywhere')
})

test('[LIM-17] of windows that two nodes open at once, the one that ends earlier counts', async () => {
  const clock = { now: 1_000 }
  const { limits } = nodes(['a', 'b'], clock)
  const [a, b] = limits as [RateLimits, RateLimits]
  for (let count = 0; count < 5; count += 1) a.take('x', five, 1_000)
  for (let count = 0; count < 5; count += 1) b.take('x', five, 1_400)
  await turn()
  for (const node of [a, b]) {
    const { ok, remaining, resetAt } = node.take('x', five, 1_400)
    assert.deepEqual([ok, remaining, resetAt], [false, 0, 6_000])
  }
})

test('[LIM-17] counts whose window has ended, or ends much too late, change nothing', async () => {
  const clock = { now: 10_000 }
  const heard: ((body: unknown, sender: string) => void)[] = []
  const messages = {
    connected: true,
    counts: { sent: 0, received: 0 },
    send: () => true,
    listen: (_: string, add: (typeof heard)[0]) => void heard.push(add),
  }
  const limits = new RateLimits({ mode: 'documented' })
  limits.share(messages, () => clock.now)
  for (const resetAt of [10_000, -1, 10_000 + 86_400_001]) heard[0]?.([['x', resetAt, 5]], 'b')
  assert.equal(limits.size, 0)
  heard[0]?.([['x', 15_900, 5]], 'b')
  assert.equal(limits.take('x', five, clock.now).ok, false, 'a clock may be ahead by a second')
})

test('a message with anything else than keys, ends and counts contains no window', () => {
  const good = ['x', 1, 1]
  const bad = [
    null,
    'x',
    {},
    [],
    ['x'],
    [1, 1, 1],
    ['x', 1.5, 1],
    ['x', 1, 0],
    ['x', 1, -3],
    ['x', 1, 1e9],
    ['x', '1', 1],
  ]
  for (const part of [...bad, ['x'.repeat(201), 1, 1]]) assert.deepEqual(readCounts([good, part]), [])
  for (const body of [null, 'x', {}, Array.from({ length: 2_001 }, () => good)]) assert.deepEqual(readCounts(body), [])
  assert.deepEqual(readCounts([good]), [{ key: 'x', resetAt: 1, count: 1 }])
})
