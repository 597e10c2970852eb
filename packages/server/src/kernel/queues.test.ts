import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  ConcurrencyLimit,
  KeyedConcurrencyLimit,
  KeyedQueue,
  QueueFullError,
  SerialQueue,
  TimeSlicedScheduler,
} from './queues.ts'

/** A task that starts, waits for `end` and records both. */
function task(name: string, log: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const run = async () => {
    log.push(`${name} starts`)
    await promise
    log.push(`${name} ends`)
  }
  return { run, end }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('SerialQueue runs tasks in the order of the calls and continues after a failure', async () => {
  const queue = new SerialQueue()
  const log: string[] = []
  const first = task('first', log)
  const all = [queue.run(first.run), queue.run(() => Promise.reject(new Error('second'))), queue.run(async () => 3)]
  await turn()
  assert.deepEqual(log, ['first starts'])
  first.end()
  await assert.rejects(Promise.resolve(all[1]), /second/)
  assert.equal(await all[2], 3)
})

test('KeyedQueue runs tasks of one key in order and does not delay other keys', async () => {
  const queue = new KeyedQueue<string>()
  const log: string[] = []
  const [slow, quick, other] = [task('slow', log), task('quick', log), task('other', log)]
  const all = [queue.run('a', slow.run), queue.run('a', quick.run), queue.run('b', other.run)]
  for (const { end } of [quick, other]) end()
  await all[2]
  assert.deepEqual([queue.size('a'), queue.size('b')], [2, 0])
  slow.end()
  await Promise.all(all)
  assert.deepEqual(log.slice(-3), ['slow ends', 'quick starts', 'quick ends'])
  assert.equal(queue.size('a'), 0)
})

test('KeyedQueue passes a failure to its caller and runs the next task', async () => {
  const queue = new KeyedQueue<string>()
  const failed = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('a', async () => 'next')
  await assert.rejects(failed, /no/)
  assert.equal(await next, 'next')
  assert.equal(queue.size('a'), 0)
})

test('ConcurrencyLimit never exceeds its total and serves callers in order', async () => {
  const tasks = fc.array(fc.record({ weight: fc.integer({ min: 0, max: 150 }), fails: fc.boolean() }), {
    maxLength: 50,
  })
  await fc.assert(
    fc.asyncProperty(tasks, fc.scheduler(), async (list, scheduler) => {
      const limit = new ConcurrencyLimit({ total: 100, waitingMax: 64 })
      const started: number[] = []
      let running = 0
      const results = Promise.allSettled(
        list.map(({ weight, fails }, index) =>
          limit.run(
            async () => {
              const share = Math.min(Math.max(weight, 1), 100)
              started.push(index)
              running += share
              assert.ok(running <= 100, `a weight of ${running} runs`)
              await scheduler.schedule(Promise.resolve())
              running -= share
              if (fails) throw new Error('failed')
            },
            { weight },
          ),
        ),
      )
      await scheduler.waitFor(results)
      assert.deepEqual(
        started,
        list.map((_, index) => index),
      )
      assert.equal(limit.idle, true)
    }),
    { numRuns: 50 },
  )
})

test('ConcurrencyLimit rejects a caller when its waiting list is full', async () => {
  const limit = new ConcurrencyLimit({ total: 1, waitingMax: 2 })
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: 3 }, () => limit.run(() => gate.promise))
  await assert.rejects(
    limit.run(async () => undefined),
    QueueFullError,
  )
  gate.resolve()
  await Promise.all(held)
  assert.equal(await limit.run(async () => 'free again'), 'free again')
})

test('ConcurrencyLimit removes an aborted caller and starts those that waited behind it', async () => {
  const limit = new ConcurrencyLimit({ total: 2, waitingMax: 10 })
  const gate = Promise.withResolvers<void>()
  const holder = limit.run(() => gate.promise)
  const aborting = new AbortController()
  const heavy = limit.run(async () => 'heavy', { weight: 2, signal: aborting.signal })
  const light = limit.run(async () => 'light')
  aborting.abort(new Error('too late'))
  await assert.rejects(heavy, /too late/)
  assert.equal(await light, 'light')
  gate.resolve()
  await holder
  await assert.rejects(
    limit.run(async () => undefined, { signal: aborting.signal }),
    /too late/,
  )
  assert.equal(limit.idle, true)
})

test('KeyedConcurrencyLimit limits each key on its own', async () => {
  const limit = new KeyedConcurrencyLimit<string>({ total: 1, waitingMax: 0 })
  const gate = Promise.withResolvers<void>()
  const held = limit.run('a', () => gate.promise)
  await assert.rejects(
    limit.run('a', async () => undefined),
    QueueFullError,
  )
  assert.equal(await limit.run('b', async () => 'b'), 'b')
  gate.resolve()
  await held
  assert.equal(await limit.run('a', async () => 'a'), 'a')
})

test('TimeSlicedScheduler runs at most `concurrency` tasks at a time and yields to the event loop', async () => {
  const scheduler = new TimeSlicedScheduler({ sliceMs: 0, concurrency: 2 })
  let [running, most, immediates] = [0, 0, 0]
  const count = () => {
    immediates += 1
    if (immediates < 10) setImmediate(count)
  }
  setImmediate(count)
  const seen: number[] = []
  await Promise.all(
    Array.from({ length: 6 }, () =>
      scheduler.run(async () => {
        running += 1
        most = Math.max(most, running)
        seen.push(immediates)
        await turn()
        running -= 1
      }),
    ),
  )
  assert.equal(most, 2)
  assert.ok((seen.at(-1) ?? 0) > (seen[0] ?? 0), `event loop turns at each start: ${seen}`)
  await assert.rejects(
    scheduler.run(() => Promise.reject(new Error('no'))),
    /no/,
  )
})
