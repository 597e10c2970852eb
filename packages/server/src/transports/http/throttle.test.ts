import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyCaller, Caller } from '../../kernel/caller.ts'
import type { Operation } from '../../kernel/operation.ts'
import { RateLimits } from './rate-limits.ts'
import { holderOf, Throttled, throttle } from './throttle.ts'

const bot = (id: bigint) => ({ kind: 'bot', userId: id }) as unknown as AnyCaller
const nobody = { kind: 'none' } as const
const route = (parts: Partial<Operation> = {}) =>
  ({ id: 'create_message', method: 'POST', limit: { limit: 5, windowMs: 5_000 }, ...parts }) as Operation

function setUp() {
  const clock = { now: 1_000_000 }
  const door = throttle(new RateLimits({ mode: 'documented' }), () => clock.now)
  /** Counts how many of a number of requests pass, and returns the refusal after them. */
  const spend = (count: number, operation: Operation, caller: AnyCaller, channel = '1', ip = '::1') => {
    for (let passed = 0; passed < count; passed += 1) {
      try {
        door.admit(operation, caller, { params: { channel_id: channel }, ip, at: clock.now })
      } catch (error) {
        assert.ok(error instanceof Throttled)
        return { passed, refusal: error }
      }
    }
    return { passed: count, refusal: null }
  }
  return { clock, door, spend }
}

test('[LIM-17] an exhausted bucket refuses its own caller and channel only', () => {
  const { clock, spend } = setUp()
  const { passed, refusal } = spend(6, route(), bot(1n))
  assert.equal(passed, 5)
  assert.equal(refusal?.headers['x-ratelimit-scope'], 'user')
  assert.equal(refusal?.headers['x-ratelimit-remaining'], '0')
  assert.equal(refusal?.headers['retry-after'], '5')
  assert.equal(refusal?.headers['x-ratelimit-global'], undefined)
  assert.deepEqual(refusal?.body, { message: 'You are being rate limited.', retry_after: 5, global: false })
  assert.equal(spend(5, route(), bot(1n), '2').passed, 5, 'another channel')
  assert.equal(spend(5, route(), bot(2n)).passed, 5, 'another bot')
  assert.equal(spend(5, route({ id: 'delete_message' }), bot(1n)).passed, 5, 'another route')
  clock.now += 5_000
  assert.equal(spend(5, route(), bot(1n)).passed, 5, 'the next window')
})

test('[LIM-17] 50 requests a second over all routes, by bot, or by address without a token', () => {
  const { clock, spend } = setUp()
  const wide = route({ limit: { limit: 1_000, windowMs: 1_000 } })
  for (const caller of [bot(1n), nobody]) {
    const { passed, refusal } = spend(60, wide, caller)
    assert.equal(passed, 50)
    assert.equal(refusal?.headers['x-ratelimit-scope'], 'global')
    assert.equal(refusal?.headers['x-ratelimit-global'], 'true')
    assert.equal(refusal?.headers['retry-after'], '1')
    assert.deepEqual(refusal?.body, { message: 'You are being rate limited.', retry_after: 1, global: true })
  }
  assert.equal(spend(60, wide, nobody, '1', '::2').passed, 50, 'another address')
  assert.equal(spend(60, { ...wide, outsideGlobalLimit: true }, bot(1n)).passed, 60, 'interaction callbacks')
  clock.now += 1_000
  assert.equal(spend(60, wide, bot(1n)).passed, 50)
})

test('[LIM-17] 10000 invalid requests in 10 minutes shut an address out until the window ends', () => {
  const { clock, door } = setUp()
  for (let count = 0; count < 9_999; count += 1) door.countInvalid('::1')
  door.admitHolder('::1', clock.now)
  door.countInvalid('::1')
  assert.throws(() => door.admitHolder('::1', clock.now), Throttled)
  door.admitHolder('::2', clock.now)
  clock.now += 600_000
  door.admitHolder('::1', clock.now)
})

test('[LIM-17] limits count an application by its tokens, apart from the person and from other applications', () => {
  const { clock, door, spend } = setUp()
  const person = { kind: 'person', userId: 1n, application: null } as unknown as AnyCaller
  const bearer = (id: bigint) => ({ kind: 'bearer', userId: 1n, application: { id } }) as unknown as AnyCaller
  const wide = route({ limit: { limit: 1_000, windowMs: 1_000 } })
  for (const caller of [bearer(8n), bearer(9n), person]) {
    assert.equal(spend(60, wide, caller).passed, 50)
    assert.equal(spend(6, route({ id: 'edit' }), caller).passed, 0, 'the global limit')
  }
  clock.now += 1_000
  for (const caller of [bearer(8n), bearer(9n), person]) assert.equal(spend(6, route(), caller).passed, 5)
  const holders = [bearer(8n), bearer(9n), person].map((caller) => holderOf(caller as Caller))
  assert.equal(new Set(holders).size, 3)
  for (let count = 0; count < 10_000; count += 1) door.countInvalid(holders[0] ?? '')
  assert.throws(() => door.admitHolder(holders[0] ?? '', clock.now), Throttled)
  for (const holder of holders.slice(1)) door.admitHolder(holder, clock.now)
})

test('an operation that hides its limit sends no headers of it, and is limited all the same', () => {
  const { clock, door, spend } = setUp()
  const callback = route({ hidesLimit: true })
  assert.deepEqual(door.admit(callback, bot(1n), { params: {}, ip: '::1', at: clock.now }), [])
  assert.equal(spend(9, callback, bot(2n)).passed, 5)
})

test('[LIM-18] all callers of an application share its development limit until it is approved', () => {
  const { clock, spend } = setUp()
  const operation = route({
    limit: { limit: 1_000, windowMs: 1_000 },
    developmentLimit: { limit: 20, windowMs: 7_200_000 },
  })
  const player = (userId: bigint, id: bigint, social_layer_approved = false) =>
    ({ kind: 'bearer', userId, application: { id, social_layer_approved } }) as unknown as AnyCaller
  assert.equal(spend(15, operation, player(1n, 9n)).passed, 15)
  const { passed, refusal } = spend(15, operation, player(2n, 9n))
  assert.equal(passed, 5)
  assert.equal(refusal?.headers['x-ratelimit-scope'], 'shared')
  assert.equal(refusal?.headers['retry-after'], '7200')
  assert.ok(refusal?.shared, 'it is no invalid request of the second player')
  assert.equal(spend(15, operation, player(2n, 8n)).passed, 15, 'another application')
  assert.equal(spend(30, operation, player(3n, 7n, true)).passed, 30, 'an approved application')
  clock.now += 7_200_000
  assert.equal(spend(5, operation, player(2n, 9n)).passed, 5, 'the next window')
})
