import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Busy, PixelBudget } from './pixel-budget.ts'

test('a budget never has more pixels in flight than its total, and serves every caller in order', async () => {
  const jobs = fc.array(fc.record({ pixels: fc.integer({ min: 0, max: 150 }), fails: fc.boolean() }), { maxLength: 50 })
  await fc.assert(
    fc.asyncProperty(jobs, fc.scheduler(), async (list, scheduler) => {
      const budget = new PixelBudget(100)
      const started: number[] = []
      let inFlight = 0
      const results = Promise.allSettled(
        list.map(({ pixels, fails }, index) =>
          budget.with(pixels, async () => {
            const share = Math.min(pixels, 100)
            started.push(index)
            inFlight += share
            assert.ok(inFlight <= 100, `${inFlight} pixels in flight`)
            await scheduler.schedule(Promise.resolve())
            inFlight -= share
            if (fails) throw new Error('not a picture')
          }),
        ),
      )
      await scheduler.waitFor(results)
      assert.deepEqual(
        started,
        list.map((_, index) => index),
      )
    }),
    { numRuns: 50 },
  )
})

test('a budget refuses callers when 64 wait', async () => {
  const budget = new PixelBudget(1)
  const gate = Promise.withResolvers<void>()
  const held = Array.from({ length: 65 }, () => budget.with(1, () => gate.promise))
  await assert.rejects(
    budget.with(1, async () => undefined),
    Busy,
  )
  gate.resolve()
  await Promise.all(held)
  assert.equal(await budget.with(1, async () => 'free again'), 'free again')
})
