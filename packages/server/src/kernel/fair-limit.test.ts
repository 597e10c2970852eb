import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { FairLimit, type FairOptions } from './fair-limit.ts'
import { QueueFullError } from './queues.ts'

const limitOf = (options: Partial<FairOptions>) =>
  new FairLimit({ total: 100, waitingMax: 64, waitingPerHolderMax: 64, waitMaxMs: 60_000, ...options })

/** Starts a task that runs until its gate opens. */
function heldTask(limit: FairLimit, holder: string, weight: number, started: string[], name: string) {
  const gate = Promise.withResolvers<void>()
  const done = limit.run(
    async () => {
      started.push(name)
      await gate.promise
    },
    { holder, weight },
  )
  return { open: gate.resolve, done }
}

test('the total and the number of tasks are never exceeded, and every task is run once', async () => {
  const tasks = fc.array(
    fc.record({
      weight: fc.integer({ min: 0, max: 150 }),
      holder: fc.constantFrom('a', 'b', 'c'),
      fails: fc.boolean(),
    }),
    { maxLength: 50 },
  )
  await fc.assert(
    fc.asyncProperty(tasks, fc.scheduler(), async (list, scheduler) => {
      const limit = limitOf({ tasksMax: 5, heavyAbove: 30 })
      let [weights, heavy, running, runs] = [0, 0, 0, 0]
      const results = Promise.allSettled(
        list.map(({ weight, holder, fails }) =>
          limit.run(
            async () => {
              const share = Math.min(Math.max(weight, 1), 100)
              const isHeavy = share > 30
              runs += 1
              running += 1
              weights += share
              heavy += isHeavy ? 1 : 0
              assert.ok(weights <= 100 && running <= 5, `${running} tasks of ${weights} run`)
              assert.ok(!isHeavy || share <= 50 || heavy === 1, 'one heavy task takes the half alone')
              await scheduler.schedule(Promise.resolve())
              running -= 1
              weights -= share
              heavy -= isHeavy ? 1 : 0
              if (fails) throw new Error('failed')
            },
            { weight, holder },
          ),
        ),
      )
      await scheduler.waitFor(results)
      assert.equal(runs, list.length)
    }),
    { numRuns: 50 },
  )
})

test('the holder with the least in use is next, and light tasks come before heavy ones', async () => {
  const limit = limitOf({ total: 10 })
  const started: string[] = []
  const first = heldTask(limit, 'flood', 5, started, 'flood 1')
  const second = heldTask(limit, 'flood', 5, started, 'flood 2')
  const third = heldTask(limit, 'flood', 5, started, 'flood 3')
  const heavy = heldTask(limit, 'other', 5, started, 'other, heavy')
  const light = heldTask(limit, 'other', 1, started, 'other, light')
  first.open()
  await first.done
  await turn()
  assert.deepEqual(started, ['flood 1', 'flood 2', 'other, light'])
  light.open()
  await light.done
  await turn()
  assert.deepEqual(started.slice(3), ['other, heavy'])
  for (const task of [second, third, heavy]) task.open()
  await Promise.all([second, third, heavy].map(({ done }) => done))
  assert.equal(started.at(-1), 'flood 3')
})

test('heavy tasks leave room for light ones', async () => {
  const limit = limitOf({ total: 100, heavyAbove: 10 })
  const started: string[] = []
  const heavy = [1, 2, 3].map((number) => heldTask(limit, `flood ${number}`, 25, started, `heavy ${number}`))
  const light = heldTask(limit, 'other', 5, started, 'light')
  assert.deepEqual(started, ['heavy 1', 'heavy 2', 'light'])
  for (const task of [...heavy, light]) task.open()
  await Promise.all([...heavy, light].map(({ done }) => done))
})

test('a holder has its own part of the waiting list, and others have theirs', async () => {
  const limit = limitOf({ total: 1, waitingMax: 3, waitingPerHolderMax: 2 })
  const started: string[] = []
  const tasks = ['running', 'waits', 'waits too'].map((name) => heldTask(limit, 'flood', 1, started, name))
  await assert.rejects(heldTask(limit, 'flood', 1, started, 'too many').done, QueueFullError)
  const other = heldTask(limit, 'other', 1, started, 'other')
  await assert.rejects(heldTask(limit, 'third', 1, started, 'full').done, QueueFullError)
  for (const task of [...tasks, other]) task.open()
  await Promise.all([...tasks, other].map(({ done }) => done))
  assert.deepEqual(started, ['running', 'waits', 'waits too', 'other'])
})

test('a caller that leaves, or waits too long, gives its place up', async () => {
  const limit = limitOf({ total: 1, waitingMax: 1, waitMaxMs: 5 })
  const started: string[] = []
  const running = heldTask(limit, 'a', 1, started, 'running')
  const left = new AbortController()
  const leaving = limit.run(async () => undefined, { holder: 'b', signal: left.signal })
  left.abort(new Error('it left'))
  await assert.rejects(leaving, /it left/)
  await assert.rejects(heldTask(limit, 'c', 1, started, 'late').done, QueueFullError)
  running.open()
  await running.done
  assert.equal(await limit.run(async () => 'free again', { holder: 'c' }), 'free again')
})
